import Cells

/// A note, or a line of one, as JSON: with the fields that `list --json` and `search --json` print.
package struct OwnRow: Equatable, Sendable {
  package var path: String
  /// The path percent-encoded, if it is not UTF-8.
  package var pathBytes: String?
  package var title: String
  package var modified: String?
  package var snippet: String?
  package var obstacle: String?
  /// Counted from 1.
  package var line: Int?
  /// The words of a task, a card or a match.
  package var text: String?

  package init(path: String, title: String) { (self.path, self.title) = (path, title) }

  package var json: String {
    var members = ["\"path\":" + JSONText.quoted(path)]
    if let pathBytes { members.append("\"pathBytes\":" + JSONText.quoted(pathBytes)) }
    members.append("\"title\":" + JSONText.quoted(title))
    for (name, value) in [("modified", modified), ("snippet", snippet), ("obstacle", obstacle)] {
      members.append("\"\(name)\":" + (value.map(JSONText.quoted) ?? "null"))
    }
    if let line { members.append("\"line\":\(line)") }
    if let text { members.append("\"text\":" + JSONText.quoted(text)) }
    return "{" + members.joined(separator: ",") + "}"
  }
}

extension [OwnRow] {
  package var json: String { "[" + map(\.json).joined(separator: ",\n") + "]\n" }
}
