import Bytes
import Cells
import Emacs
import TextEngine

/// A text, a cursor and keys, and what Emacs made of them.
package struct EmacsRow: KeyRow {
  package static let judge = "Emacs"

  package let id: String
  package let category: String
  package let text: String
  /// A line from 1 and a byte in it.
  package let cursor: [Int]
  /// As Emacs writes them: `C-x r SPC`.
  package let keys: String
  package private(set) var wanted: Outcome?

  package struct Outcome: Equatable {
    package var after: String
    package var at: [Int]
    package var mark: [Int]?
    package var isActive: Bool
    /// The newest three.
    package var kills: [String]
  }

  package init?(_ line: [UInt8]) {
    guard let row = JSONReader.value(of: line), let keys = row["keys"]?.text,
      let text = row["text"]?.text, let cursor = row["cursor"]?.position
    else { return nil }
    self.init(
      id: row["id"]?.text ?? "", category: row["category"]?.text ?? "", text: text, cursor: cursor,
      keys: keys)
    wanted = Outcome(row)
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
  func judged(_ answer: Outcome) -> EmacsRow {
    var row = self
    row.wanted = answer
    return row
  }

  /// The program's names of keys.
  package static func keys(of text: String) -> [String] {
    text.split(separator: " ").map { name(of: String($0)) }
  }

  private static func name(of key: String) -> String {
    let names = [
      "SPC": "Space", "RET": "Enter", "TAB": "Tab", "DEL": "Backspace", "ESC": "Esc",
      "<left>": "Left", "<right>": "Right",
    ]
    if let name = names[key] { return name }
    for prefix in ["C-M-", "M-", "C-"] where key.hasPrefix(prefix) && key.count > prefix.count {
      return prefix + name(of: String(key.dropFirst(prefix.count)))
    }
    return key
  }

  /// Presses the keys one by one, each in a text that was handed over for it.
  package func play() -> Outcome {
    var options = EmacsOptions()
    options.fillColumn = 30
    options.sentencesEndWithTwoBlanks = true
    options.movesByRows = false
    var machine = EmacsMachine(options: options)
    let rope = Rope(Array(text.utf8))
    let start = rope.start(of: LineNumber(cursor[0] - 1)) + cursor[1]
    var document = KeyText(rope, selections: Selections(Selection(at: min(start, rope.end))))
    for key in Self.keys(of: keys) {
      document = KeyText(
        document.text, history: document.history, selections: document.selections,
        format: document.format)
      _ = machine.press(key, in: &document)
    }
    // Emacs received one more key, which ends a search.
    machine.cancel(in: &document)
    let after = document.text
    return Outcome(
      after: String(decoding: after.bytes, as: UTF8.self), at: Self.position(machine.point, after),
      mark: machine.region.mark.map { Self.position($0, after) }, isActive: machine.region.isActive,
      kills: machine.killTexts.prefix(3).map { String(decoding: $0.bytes, as: UTF8.self) })
  }

  private static func position(_ offset: Int, _ text: Rope) -> [Int] {
    let line = text.line(at: ByteOffset(offset))
    return [line.value + 1, offset - text.start(of: line).value]
  }

  package static func differences(_ wanted: Outcome, _ own: Outcome) -> [KeyDifference] {
    var all: [KeyDifference] = []
    if own.after != wanted.after {
      all.append(
        KeyDifference("text", String(reflecting: wanted.after), String(reflecting: own.after)))
    }
    if own.at != wanted.at { all.append(KeyDifference("cursor", "\(wanted.at)", "\(own.at)")) }
    if own.mark != wanted.mark {
      all.append(KeyDifference("mark", "\(wanted.mark ?? [])", "\(own.mark ?? [])"))
    }
    if own.isActive != wanted.isActive {
      all.append(KeyDifference("active", "\(wanted.isActive)", "\(own.isActive)"))
    }
    if own.kills != wanted.kills {
      all.append(KeyDifference("kills", "\(wanted.kills)", "\(own.kills)"))
    }
    return all
  }

  package static func members(of outcome: Outcome) -> [String] {
    [
      "\"after\": \(JSONText.quoted(outcome.after))", "\"at\": \(outcome.at)",
      "\"mark\": \(outcome.mark.map { "\($0)" } ?? "null")", "\"active\": \(outcome.isActive)",
      "\"kills\": [\(outcome.kills.map(JSONText.quoted).joined(separator: ", "))]",
    ]
  }
}

extension EmacsRow.Outcome {
  /// Nil where there is no answer in it.
  init?(_ row: JSONReader.Value) {
    guard let after = row["after"]?.text, let at = row["at"]?.position else { return nil }
    self.init(
      after: after, at: at, mark: row["mark"]?.position, isActive: row["active"]?.isTrue == true,
      kills: row["kills"]?.values.compactMap(\.text) ?? [])
  }
}
