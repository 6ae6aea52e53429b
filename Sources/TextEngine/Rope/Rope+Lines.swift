/// Lines. A line feed ends one; a carriage return before it belongs to the ending.
extension Rope {
  package var newlineCount: Int { root.newlineCount }

  /// At least 1: `a\n` has two lines, and the last is empty.
  package var lineCount: Int { root.newlineCount + 1 }

  package var lastLine: LineNumber { LineNumber(root.newlineCount) }

  /// The line that a place is in; a line feed is in the line that it ends.
  package func line(at place: ByteOffset) -> LineNumber {
    precondition(place >= .zero && place <= end, "the text ends before")
    return LineNumber(root.newlineCount(before: place.value))
  }

  /// Where a line starts; past the last one, the end of the text.
  package func start(of line: LineNumber) -> ByteOffset {
    if line.value <= 0 { return .zero }
    return root.place(ofNewline: line.value - 1).map { ByteOffset($0 + 1) } ?? end
  }

  /// A line without its ending.
  package func content(of line: LineNumber) -> Range<ByteOffset> {
    let start = start(of: line)
    guard let feed = root.place(ofNewline: line.value) else { return start..<end }
    let place = ByteOffset(feed)
    if place > start, self[place - 1] == .carriageReturn { return start..<(place - 1) }
    return start..<place
  }

  /// A line with its ending.
  package func range(of line: LineNumber) -> Range<ByteOffset> {
    start(of: line)..<start(of: line + 1)
  }

  /// How a line ends; nil for the last one.
  package func ending(of line: LineNumber) -> LineEnding? {
    switch range(of: line).upperBound - content(of: line).upperBound {
    case 0: nil
    case 1: .lf
    default: .crlf
    }
  }
}
