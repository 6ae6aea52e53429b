import Bytes

/// The line boundaries of a text.
struct LineTable {
  let source: [UInt8]
  private var starts: [Int] = []

  /// Lengths of lines that may have been wrapped: shorter lines end on purpose, longer ones are
  /// whole.
  private static let wrapped = 50...100

  init(_ source: [UInt8]) {
    self.source = source
    var start = 0
    while start < source.count {
      starts.append(start)
      let end = Byte.find(Byte.lineFeed, in: source.span, from: start, to: source.count)
      start = (end ?? source.count) + 1
    }
  }

  var count: Int { starts.count }

  /// Returns a line without trailing blanks; an empty range where there is no such line.
  func range(of line: Int) -> Range<Int> {
    guard starts.indices.contains(line) else { return 0..<0 }
    let end = line + 1 < starts.count ? starts[line + 1] - 1 : source.count
    return starts[
      line]..<Byte.droppingBlanks(in: source.span, from: starts[line], to: max(starts[line], end))
  }

  /// Returns the range of lines that are counted from 1.
  func range(of lines: ClosedRange<Int>) -> Range<Int> {
    range(of: lines.lowerBound - 1).lowerBound..<range(of: lines.upperBound - 1).upperBound
  }

  /// Whole lines, with the last one's end.
  func range(from first: Int, through last: Int) -> Range<Int> {
    func start(_ line: Int) -> Int { line < starts.count ? starts[line] : source.count }
    return start(first)..<max(start(first), start(last + 1))
  }

  func text(of line: Int) -> ArraySlice<UInt8> { source[range(of: line)] }

  /// The words between the blanks of a line.
  func words(of line: Int) -> [ArraySlice<UInt8>] {
    text(of: line).split(whereSeparator: Byte.isBlank)
  }

  /// Whether a line has only blanks and the bars of quotes.
  func isBlank(_ line: Int) -> Bool {
    source[range(of: line)].allSatisfy { Byte.isBlank($0) || $0 == Byte.greater }
  }

  /// Whether a line of a paragraph was wrapped for its length, so that the next one continues it:
  /// the next line's first word did not fit.
  func wasWrapped(_ line: Int) -> Bool {
    let (this, next) = (range(of: line), range(of: line + 1))
    guard Self.wrapped.contains(this.count), let last = source[this].last, last < 0x80,
      let first = source[next].first, first < 0x80
    else { return false }
    let start = Byte.skippingBlanks(in: source.span, from: next.lowerBound, to: next.upperBound)
    let word = source[start..<next.upperBound].prefix { !Byte.isBlank($0) }.count
    return this.count + 1 + word > longest(near: line)
  }

  /// Returns the length of the longest line nearby that is not too long to have been wrapped.
  private func longest(near line: Int) -> Int {
    var longest = 0
    for other in (line - 8)...(line + 8) where other >= 0 && other < starts.count {
      let count = range(of: other).count

      if count <= Self.wrapped.upperBound { longest = max(longest, count) }
    }
    return longest
  }
}
