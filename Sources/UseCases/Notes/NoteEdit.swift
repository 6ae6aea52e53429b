package import Bytes

/// One edit of one note, as other programs send it: the same value for agents and for commands of
/// one's own.
package struct NoteEdit: Equatable, Sendable {
  package enum Change: Equatable, Sendable {
    /// Adds lines at the end.
    case append(String)
    /// Replaces a text that the note has exactly once.
    case replace(String, by: String)
    /// Replaces the whole text, or makes the note.
    case write(String)
    /// Sets a property, or removes it.
    case property(String, PropertyWriting)
    /// Completes the task in this line, counted from 1.
    case done(line: Int)
  }

  /// The new value of a property: each text is interpreted by the property's type.
  package enum PropertyWriting: Equatable, Sendable {
    case one(String)
    case list([String])
    case none
  }

  /// The note's path in the vault, or a name that only one note has.
  package var note: String
  /// The version that the note must have, or `none` if it must not exist yet. Nil: any.
  package var version: String?
  package var change: Change

  package init(_ note: String, version: String? = nil, _ change: Change) {
    (self.note, self.version, self.change) = (note, version, change)
  }
}

/// Why JSON is no edit.
package struct NoteEditMistake: Error, Equatable, Sendable {
  /// The member with the mistake, as `edits[2].version`.
  package var member: String
  package var reason: String

  package init(_ member: String, _ reason: String) {
    (self.member, self.reason) = (member, reason)
  }

  package var message: String { "“\(member)” \(reason)." }
}

/// Reading edits from JSON:
///
/// ```json
/// {"note": "Plan.md", "version": "9c1185a5c5e9fc54", "append": "one more line"}
/// {"note": "Plan.md", "version": "9c1185a5c5e9fc54", "replace": "old words", "with": "new words"}
/// {"note": "New.md", "version": "none", "write": "# New\n"}
/// {"note": "Plan.md", "version": "9c1185a5c5e9fc54", "property": "due", "value": "2026-12-01"}
/// {"note": "Plan.md", "version": "9c1185a5c5e9fc54", "done": 12}
/// ```
extension NoteEdit {
  package static let kinds = ["append", "replace", "write", "property", "done"]

  /// Reads one edit. Members with other names are ignored.
  package init(
    json: JSONReader.Value, at member: String = ""
  ) throws(NoteEditMistake) {
    guard case .object(let members) = json else {
      throw NoteEditMistake(member.isEmpty ? "edit" : member, "must be an object")
    }
    let fields = EditFields(members: members, prefix: member.isEmpty ? "" : "\(member).")
    note = try fields.text("note")
    if note.isEmpty { throw fields.mistake("note", "must not be empty") }
    version = members["version"] == nil ? nil : try fields.version()
    let kinds = Self.kinds.filter { members[$0] != nil }
    guard kinds.count == 1 else {
      throw fields.mistake(
        kinds.dropFirst().first ?? "append",
        "is wrong: an edit has one of append, replace, write, property and done")
    }
    change = try Self.change(kinds[0], fields)
  }

  /// Reads an edit, or a list of them.
  package static func edits(
    json: JSONReader.Value, at member: String = "edits"
  ) throws(NoteEditMistake) -> [NoteEdit] {
    guard case .array(let values) = json else { return [try NoteEdit(json: json, at: member)] }
    var edits: [NoteEdit] = []
    for (index, value) in values.enumerated() {
      edits.append(try NoteEdit(json: value, at: "\(member)[\(index)]"))
    }
    return edits
  }

  private static func change(
    _ kind: String, _ fields: EditFields
  ) throws(NoteEditMistake) -> Change {
    switch kind {
    case "append": return .append(try fields.text("append"))
    case "replace":
      let old = try fields.text("replace")
      if old.isEmpty { throw fields.mistake("replace", "must not be empty") }
      return .replace(old, by: try fields.text("with"))
    case "write": return .write(try fields.text("write"))
    case "property":
      let name = try fields.text("property")
      let isName = name.contains { !$0.isWhitespace } && !name.contains(where: \.isNewline)
      guard isName else { throw fields.mistake("property", "must be a name on one line") }
      return .property(name, try fields.value())
    default: return .done(line: try fields.line())
    }
  }
}

private struct EditFields {
  let members: [String: JSONReader.Value]
  let prefix: String

  func mistake(_ name: String, _ reason: String) -> NoteEditMistake {
    NoteEditMistake(prefix + name, reason)
  }

  func text(_ name: String) throws(NoteEditMistake) -> String {
    guard let text = members[name]?.text else { throw mistake(name, "must be a text") }
    return text
  }

  func version() throws(NoteEditMistake) -> String {
    let version = try text("version")
    let isVersion =
      version.utf8.count == 16 && version.allSatisfy { "0123456789abcdef".contains($0) }
    if isVersion || version == "none" { return version }
    throw mistake("version", "must be the sixteen digits of a version, or none")
  }

  func line() throws(NoteEditMistake) -> Int {
    if case .number(let digits)? = members["done"], let line = Int(digits), line > 0 {
      return line
    }
    throw mistake("done", "must be the number of a line, from 1")
  }

  func value() throws(NoteEditMistake) -> NoteEdit.PropertyWriting {
    guard let value = members["value"] else {
      throw mistake("value", "is missing; null removes the property")
    }
    if case .null = value { return .none }
    guard case .array(let items) = value else { return .one(try word(value)) }
    var words: [String] = []
    for item in items { words.append(try word(item)) }
    return .list(words)
  }

  private func word(_ value: JSONReader.Value) throws(NoteEditMistake) -> String {
    switch value {
    case .string(let text): text
    case .number(let digits): digits
    case .bool(let isOn): isOn ? "true" : "false"
    case .null, .array, .object:
      throw mistake("value", "must be a text, a number, true, false, null or a list of these")
    }
  }
}
