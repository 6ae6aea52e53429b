/// The format of a text: its line ending and its indent.
package struct TextFormat: Hashable, Sendable {
  package var ending: LineEnding
  /// The number of blanks in one indent, and the cells of a tab unless the layout says otherwise.
  package var indentWidth: Int
  package var indentsByTab: Bool

  package init(ending: LineEnding = .lf, indentWidth: Int = 4, indentsByTab: Bool = false) {
    self.ending = ending
    self.indentWidth = max(1, indentWidth)
    self.indentsByTab = indentsByTab
  }

  package var indent: [UInt8] {
    indentsByTab ? [.tab] : [UInt8](repeating: .space, count: indentWidth)
  }

  /// The number of bytes that are examined.
  private static let farthest = 1 << 16

  /// Guesses the format from the first lines of a text; `usual` where they are inconclusive.
  package init(guessedFrom text: Rope, usual: TextFormat = TextFormat()) {
    self = usual
    var tally = Tally()
    let bytes = text.bytes(in: .zero..<min(text.end, ByteOffset(Self.farthest)))
    for line in bytes.split(separator: .lineFeed, omittingEmptySubsequences: false).dropLast() {
      tally.add(line)
    }
    if tally.endings > 0 { ending = tally.crlf * 2 > tally.endings ? .crlf : .lf }
    if tally.tabs + tally.blanks > 0 { indentsByTab = tally.tabs > tally.blanks }
    if let width = tally.width { indentWidth = width }
  }

  private struct Tally {
    var endings = 0
    var crlf = 0
    var tabs = 0
    var blanks = 0
    /// The smallest increase of indent, and the indent of the previous line.
    var width: Int?
    var last = 0

    mutating func add(_ line: ArraySlice<UInt8>) {
      endings += 1
      if line.last == .carriageReturn { crlf += 1 }
      if line.first == .tab { tabs += 1 }
      let indent = line.prefix { $0 == .space }.count
      if indent == line.count || line[line.startIndex + indent] == .carriageReturn { return }
      if indent > 1 { blanks += 1 }
      // One more blank is alignment, and more than eight are not an indent.
      let step = indent - last
      if step > 1, step <= 8 { width = min(width ?? step, step) }
      last = indent
    }
  }
}
