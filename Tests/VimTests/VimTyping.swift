import TextEngine

@testable import Vim

/// A machine with a text, driven by lines of its prompt and by searches.
struct VimTyping {
  var machine: VimMachine

  /// A line and a byte, from 1 and 0, as rows have them.
  init(_ text: String, at cursor: (line: Int, column: Int) = (1, 0)) {
    machine = VimMachine()
    let bytes = Array(text.utf8) + (text.isEmpty ? [] : [0x0a])
    machine.text = VimText(key: KeyText(Rope(bytes)))
    machine.cursor = VimPosition(line: cursor.line - 1, column: cursor.column)
    machine.want()
  }

  var text: String {
    machine.text.lines(0...machine.text.lastLine)
      .map { String(decoding: $0, as: UTF8.self) }.joined(separator: "\n")
  }

  var cursor: [Int] { [machine.cursor.line + 1, machine.cursor.column] }

  mutating func type(_ line: String) throws(VimFailure) { try machine.runEx(line) }

  /// Types lines until one fails; returns its message.
  mutating func type(all lines: [String]) -> String? {
    for line in lines {
      do throws(VimFailure) { try machine.runEx(line) } catch { return error.message }
    }
    return nil
  }

  mutating func search(_ motion: VimMotion, _ argument: String = "", count: Int? = nil) throws {
    let move = try machine.searchMove(motion, count: count, argument: argument)
    machine.cursor = move.end
    machine.rest()
  }
}
