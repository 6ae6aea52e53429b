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

  package var json: String { value.text }

  fileprivate var value: JSONValue {
    var members = [JSONMember("path", .string(path))]
    if let pathBytes { members.append(JSONMember("pathBytes", .string(pathBytes))) }
    members.append(JSONMember("title", .string(title)))
    for (name, text) in [("modified", modified), ("snippet", snippet), ("obstacle", obstacle)] {
      members.append(JSONMember(name, text.map(JSONValue.string) ?? .null))
    }
    if let line { members.append(JSONMember("line", .number(line))) }
    if let text { members.append(JSONMember("text", .string(text))) }
    return .object(members)
  }
}

extension [OwnRow] {
  package var json: String { JSONValue.array(map(\.value)).text + "\n" }
}
