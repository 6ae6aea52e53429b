import Bytes
import Emacs
import TextEngine

/// A text, a cursor and keys, and what Emacs made of them.
package struct EmacsRow {
  package let id: String
  package let category: String
  package let text: String
  /// A line from 1 and a byte in it.
  package let cursor: [Int]
  /// As Emacs writes them: `C-x r SPC`.
  package let keys: String
  /// What Emacs says; nil where only the question is there.
  package let wanted: Outcome?

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
      let text = row["text"]?.text, let cursor = row["cursor"]?.place
    else { return nil }
    id = row["id"]?.text ?? ""
    category = row["category"]?.text ?? ""
    self.text = text
    self.cursor = cursor
    self.keys = keys
    wanted = row["after"]?.text.flatMap { after in
      row["at"]?.place.map { at in
        Outcome(
          after: after, at: at, mark: row["mark"]?.place, isActive: row["active"]?.isTrue == true,
          kills: row["kills"]?.values.compactMap(\.text) ?? [])
      }
    }
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
    // Emacs was asked by one key more, which ends a search.
    machine.cancel(in: &document)
    let after = document.text
    return Outcome(
      after: String(decoding: after.bytes, as: UTF8.self), at: Self.place(machine.point, after),
      mark: machine.mark.map { Self.place($0, after) }, isActive: machine.isRegionActive,
      kills: machine.killTexts.prefix(3).map { String(decoding: $0.bytes, as: UTF8.self) })
  }

  private static func place(_ offset: Int, _ text: Rope) -> [Int] {
    let line = text.line(at: ByteOffset(offset))
    return [line.value + 1, offset - text.start(of: line).value]
  }

  /// What differs, in the words of the rows; empty where all is as Emacs has it.
  package func differences(_ own: Outcome) -> [String] {
    guard let wanted else { return [] }
    var names: [String] = []
    if own.after != wanted.after { names.append("after") }
    if own.at != wanted.at { names.append("at") }
    if own.mark != wanted.mark { names.append("mark") }
    if own.isActive != wanted.isActive { names.append("active") }
    if own.kills != wanted.kills { names.append("kills") }
    return names
  }
}
