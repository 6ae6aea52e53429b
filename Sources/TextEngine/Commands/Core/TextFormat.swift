/// How a text is written: its line ending, and what one step of indent is.
package struct TextFormat: Hashable, Sendable {
  package var ending: LineEnding
  /// How many blanks a step is; a tab takes as many cells where the layout says nothing else.
  package var indentWidth: Int
  package var indentsByTab: Bool

  package init(ending: LineEnding = .lf, indentWidth: Int = 4, indentsByTab: Bool = false) {
    self.ending = ending
    self.indentWidth = max(1, indentWidth)
    self.indentsByTab = indentsByTab
  }

  /// One step of indent.
  package var indent: [UInt8] {
    indentsByTab ? [.tab] : [UInt8](repeating: .space, count: indentWidth)
  }

  /// Only the first lines are looked at.
  private static let farthest = 1 << 16

  /// What the first lines of a text do, or `usual` where they tell nothing.
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
    /// The least step in, and how wide the line before was indented.
    var width: Int?
    var last = 0

    mutating func add(_ line: ArraySlice<UInt8>) {
      endings += 1
      if line.last == .carriageReturn { crlf += 1 }
      if line.first == .tab { tabs += 1 }
      let indent = line.prefix { $0 == .space }.count
      if indent == line.count || line[line.startIndex + indent] == .carriageReturn { return }
      if indent > 1 { blanks += 1 }
      // One blank more is alignment, and more than eight is no step.
      let step = indent - last
      if step > 1, step <= 8 { width = min(width ?? step, step) }
      last = indent
    }
  }
}
