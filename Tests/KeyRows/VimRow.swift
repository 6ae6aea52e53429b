import Bytes
import Cells
import Regex
import TextEngine
import Vim

/// A text, a cursor and keys, and what vim made of them.
package struct VimRow: KeyRow {
  package static let judge = "vim"

  package let id: String
  package let category: String
  package let text: String
  package let cursor: [Int]
  package let keys: String
  /// Nil too where neovim says something else.
  package private(set) var wanted: Outcome?

  package struct Outcome: Equatable {
    package var after: String
    package var at: [Int]
    package var mode: String
    package var anchor: [Int]?
    package var registers: [String: [String]]
  }

  package init?(_ line: [UInt8]) {
    guard let row = JSONReader.value(of: line), let keys = row["keys"]?.text,
      let text = row["text"]?.text, let cursor = row["cursor"]?.position
    else { return nil }
    self.init(
      id: row["id"]?.text ?? "", category: row["category"]?.text ?? "", text: text, cursor: cursor,
      keys: keys)
    if row["agree"] != .bool(false) { wanted = Outcome(row) }
  }

  /// A question.
  init(id: String, category: String, text: String, cursor: [Int], keys: String) {
    self.id = id
    self.category = category
    self.text = text
    self.cursor = cursor
    self.keys = keys
  }

  /// The same row with an answer to it.
  func judged(_ answer: Outcome) -> VimRow {
    var row = self
    row.wanted = answer
    return row
  }

  package func play() -> Outcome {
    var options = VimOptions()
    options.knowsMarkdown = false
    var machine = VimMachine(options: options)
    // Every text has a final line ending, except an empty one.
    let bytes = Array(text.utf8) + (text.isEmpty ? [] : [0x0a])
    var document = KeyText(Rope(bytes), rows: .lines(of: Rope(bytes), height: 60))
    let rope = document.text
    let start = rope.start(of: LineNumber(cursor[0] - 1)) + cursor[1]
    document.selections = Selections(Selection(at: min(start, rope.end)))
    for key in KeyTokens.keys(of: keys) {
      document.rows = .lines(of: document.text, height: 60)
      document.rows.columns = 200
      document.answers = KeyAnswers()
      let before = (machine, document)
      _ = machine.press(key, in: &document)
      while let request = document.answers.missing {
        document.answers.add(ShellAnswers.answer(to: request))
        (machine, document) = before
        document.budget = RegexBudget()
        _ = machine.press(key, in: &document)
      }
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
  fileprivate static func isTold(_ name: String, _ register: [String]) -> Bool {
    guard name == "." || name == ":" else { return true }
    return !(register.first ?? "").unicodeScalars.contains {
      $0.value < 32 && $0 != "\n" || $0 == "\u{fffd}" || $0.value >= 0x10_f000
    }
  }

  package static func differences(_ wanted: Outcome, _ own: Outcome) -> [KeyDifference] {
    var all: [KeyDifference] = []
    if own.after != wanted.after {
      all.append(
        KeyDifference("text", String(reflecting: wanted.after), String(reflecting: own.after)))
    }
    if own.at != wanted.at { all.append(KeyDifference("cursor", "\(wanted.at)", "\(own.at)")) }
    if own.mode != wanted.mode {
      all.append(
        KeyDifference("mode", String(reflecting: wanted.mode), String(reflecting: own.mode)))
    }
    if let anchor = wanted.anchor, own.anchor != anchor {
      all.append(KeyDifference("anchor", "\(anchor)", "\(own.anchor ?? [])"))
    }
    let names = Set(wanted.registers.keys).union(own.registers.keys)
      .filter { wanted.registers[$0] != own.registers[$0] }.sorted()
    func text(_ registers: [String: [String]]) -> String {
      names.map { "\($0)=\(registers[$0].map { "\($0)" } ?? "-")" }.joined(separator: " ")
    }
    if !names.isEmpty {
      all.append(KeyDifference("registers", text(wanted.registers), text(own.registers)))
    }
    return all
  }

  package static func members(of outcome: Outcome) -> [String] {
    var members = [
      "\"after\": \(JSONText.quoted(outcome.after))", "\"at\": \(outcome.at)",
      "\"mode\": \(JSONText.quoted(outcome.mode))",
    ]
    if let anchor = outcome.anchor { members.append("\"anchor\": \(anchor)") }
    let registers = outcome.registers.sorted { $0.key < $1.key }.map { name, register in
      "\(JSONText.quoted(name)): [\(register.map(JSONText.quoted).joined(separator: ", "))]"
    }
    members.append("\"registers\": {\(registers.joined(separator: ", "))}")
    return members
  }
}

extension VimRow.Outcome {
  /// Nil where there is no answer in it.
  init?(_ row: JSONReader.Value) {
    guard let after = row["after"]?.text, let at = row["at"]?.position, let mode = row["mode"]?.text
    else { return nil }
    self.init(
      after: after, at: at, mode: mode, anchor: row["anchor"]?.position,
      registers: (row["registers"]?.members ?? [:]).mapValues { $0.values.compactMap(\.text) }
        .filter { VimRow.isTold($0.key, $0.value) })
  }
}
