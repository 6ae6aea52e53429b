import Cells

extension KeyRow {
  /// What the keys made of the text, as JSON.
  package func answer(_ own: Outcome) -> String {
    "{\((["\"id\": \(JSONText.quoted(id))"] + Self.members(of: own)).joined(separator: ", "))}"
  }

  /// The row as `init(_:)` reads it.
  package var line: String {
    let members =
      [
        "\"id\": \(JSONText.quoted(id))", "\"category\": \(JSONText.quoted(category))",
        "\"text\": \(JSONText.quoted(text))", "\"cursor\": \(cursor)",
        "\"keys\": \(JSONText.quoted(keys))",
      ] + (wanted.map(Self.members) ?? [])
    return "{\(members.joined(separator: ", "))}"
  }
}
