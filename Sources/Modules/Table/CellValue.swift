import Entities
import Services

/// What typed words mean as the value of a property.
struct CellValue {
  let change: PropertyChange

  /// No words take the property away. `day` reads a day in plain words.
  init(
    _ words: String, of name: String, as type: PropertyType, day: (String) -> Day?
  ) throws(NoteTextProblem) {
    let text = Self.trimmed(words)
    if text.isEmpty {
      change = .unset(name: name)
      return
    }
    let values: [String]
    switch type {
    case .text: values = [text]
    case .multitext, .tags, .aliases:
      values = text.split(separator: ",").map { Self.trimmed(String($0)) }.filter { !$0.isEmpty }
    case .number:
      guard PropertyValue.number(in: text) != nil else {
        throw NoteTextProblem(TableWords.isNo("a number", text, name))
      }
      values = [text]
    case .checkbox:
      guard case .checkbox(let isOn) = PropertyValue(plain: text.lowercased()) else {
        throw NoteTextProblem(TableWords.isNo("true or false", text, name))
      }
      values = [isOn ? "true" : "false"]
    case .date:
      guard let day = day(text) else {
        throw NoteTextProblem(TableWords.isNo("a day", text, name))
      }
      values = [day.text]
    case .datetime:
      let parts = text.split(separator: " ")
      let time = parts.last.map(String.init) ?? ""
      if PropertyMoment(text) != nil {
        values = [text]
      } else if let day = day(parts.dropLast().joined(separator: " ")),
        PropertyMoment("\(day.text)T\(time)") != nil
      {
        values = ["\(day.text)T\(time)"]
      } else {
        throw NoteTextProblem(
          TableWords.isNo("a day with a time, as 2026-12-01T10:30,", text, name))
      }
    }
    change = .set(name: name, values: values, type: type)
  }

  private static func trimmed(_ text: String) -> String {
    String(text.drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
  }
}

extension NoteChange {
  /// What makes one text of another, from the first byte on: a note that others changed there in the
  /// meantime is not taken for the same.
  init(_ note: NoteID, from old: [UInt8], to new: [UInt8]) {
    var same = 0
    while same < min(old.count, new.count), old[old.count - 1 - same] == new[new.count - 1 - same] {
      same += 1
    }
    // To the end of a line, which may be the text's.
    let end = old[(old.count - same)...].firstIndex(of: 0x0a).map { $0 + 1 } ?? old.count
    let kept = old.count - end
    self.init(
      note: note, title: note.path.stem.text,
      pieces: [
        Piece(
          range: 0..<end, old: Array(old[..<end]), new: Array(new[..<(new.count - kept)]), line: 1,
          context: "", place: 0..<0)
      ])
  }
}
