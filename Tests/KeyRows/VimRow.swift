import Bytes
import TextEngine
import Vim

/// A text, a cursor and keys, and what vim made of them.
package struct VimRow {
  package let id: String
  package let category: String
  package let text: String
  package let cursor: [Int]
  package let keys: String
  /// What vim says; nil where only the question is there.
  package let wanted: Outcome?
  /// Whether neovim says the same.
  package let isAgreed: Bool

  package struct Outcome: Equatable {
    package var after: String
    package var at: [Int]
    package var mode: String
    package var anchor: [Int]?
    package var registers: [String: [String]]
  }

  package init?(_ line: [UInt8]) {
    guard let row = JSONReader.value(of: line), let keys = row["keys"]?.text,
      let text = row["text"]?.text, let cursor = row["cursor"]?.place
    else { return nil }
    id = row["id"]?.text ?? ""
    category = row["category"]?.text ?? ""
    self.text = text
    self.cursor = cursor
    self.keys = keys
    isAgreed = row["agree"] != .bool(false)
    guard let after = row["after"]?.text, let at = row["at"]?.place, let mode = row["mode"]?.text
    else {
      wanted = nil
      return
    }
    wanted = Outcome(
      after: after, at: at, mode: mode, anchor: row["anchor"]?.place,
      registers: (row["registers"]?.members ?? [:]).mapValues { $0.values.compactMap(\.text) })
  }

  /// Presses the keys one by one.
  package func play() -> Outcome {
    var options = VimOptions()
    options.knowsMarkdown = false
    var machine = VimMachine(options: options)
    // Each text has a last line ending, but one without any line.
    let bytes = Array(text.utf8) + (text.isEmpty ? [] : [0x0a])
    var document = KeyText(Rope(bytes), rows: .lines(of: Rope(bytes), height: 60))
    let rope = document.text
    let start = rope.start(of: LineNumber(cursor[0] - 1)) + cursor[1]
    document.selections = Selections(Selection(at: min(start, rope.end)))
    for key in KeyTokens.keys(of: keys) {
      document.rows = .lines(of: document.text, height: 60)
      _ = machine.press(key, in: &document)
    }
    var after = document.text.bytes
    if after.last == 0x0a { after.removeLast() }
    let report = machine.report(in: document)
    return Outcome(
      after: String(decoding: after, as: UTF8.self), at: [report.at.line + 1, report.at.column],
      mode: report.mode, anchor: report.anchor.map { [$0.line + 1, $0.column] },
      registers: report.registers.filter { Self.isTold($0.key, $0.value) })
  }

  /// Rows leave out what was typed, and the last command, where it has keys that are no characters.
  private static func isTold(_ name: String, _ register: [String]) -> Bool {
    guard name == "." || name == ":" else { return true }
    return !(register.first ?? "").unicodeScalars.contains {
      $0.value < 32 && $0 != "\n" || $0 == "\u{fffd}" || $0.value >= 0x10_f000
    }
  }

  /// What differs, in the words of the rows; empty where all is as vim has it.
  package func differences(_ own: Outcome) -> [String] {
    guard let wanted else { return [] }
    var names: [String] = []
    if own.after != wanted.after { names.append("after") }
    if own.at != wanted.at { names.append("at") }
    if own.mode != wanted.mode { names.append("mode") }
    if let anchor = wanted.anchor, own.anchor != anchor { names.append("anchor") }
    if own.registers != wanted.registers { names.append("registers") }
    return names
  }
}
