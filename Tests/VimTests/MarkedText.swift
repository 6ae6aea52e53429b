import TextEngine

@testable import Vim

/// A text with `|` where the cursor is.
struct MarkedText {
  let text: String
  let cursor: VimPosition

  init(_ marked: String) {
    let parts = marked.split(separator: "|", maxSplits: 1, omittingEmptySubsequences: false)
    text = parts.joined()
    let before = parts[0].split(separator: "\n", omittingEmptySubsequences: false)
    cursor = VimPosition(line: before.count - 1, column: before.last?.utf8.count ?? 0)
  }

  var machine: VimMachine {
    var machine = VimMachine()
    machine.text = VimText(key: KeyText(Rope(Array(text.utf8))))
    machine.cursor = cursor
    machine.want()
    return machine
  }

  /// The text with `|` at a position.
  func marked(at position: VimPosition) -> String {
    marked(from: nil, to: position)
  }

  /// The text with `[` at the start and `]` after the character at the end.
  func marked(from start: VimPosition?, to end: VimPosition, isInclusive: Bool = false) -> String {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { Array($0.utf8) }
    let line = lines[end.line]
    let column = isInclusive ? VimChars.next(line, end.column) : end.column
    lines[end.line].insert(contentsOf: start == nil ? "|".utf8 : "]".utf8, at: column)
    if let start { lines[start.line].insert(contentsOf: "[".utf8, at: start.column) }
    return lines.map { String(decoding: $0, as: UTF8.self) }.joined(separator: "\n")
  }
}
