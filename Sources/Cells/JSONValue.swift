/// A JSON value. Members are written in their order.
package enum JSONValue: Equatable, Sendable {
  case null
  case bool(Bool)
  case number(Int)
  /// A number that JSON cannot represent becomes null.
  case real(Double)
  case string(String)
  case array([JSONValue])
  case object([JSONMember])

  package static func optional(_ text: String?) -> JSONValue { text.map(Self.string) ?? .null }
}

package struct JSONMember: Equatable, Sendable {
  package var name: String
  package var value: JSONValue

  package init(_ name: String, _ value: JSONValue) {
    self.name = name
    self.value = value
  }
}

extension JSONValue {
  /// The JSON on one line. Characters that could control a terminal are escaped, even where JSON
  /// would allow them.
  package var text: String {
    var text = ""
    write(to: &text)
    return text
  }

  private func write(to text: inout String) {
    switch self {
    case .null: text += "null"
    case .bool(let value): text += value ? "true" : "false"
    case .number(let value): text += "\(value)"
    case .real(let value):
      // Writes `5` instead of `5.0`.
      text += Int(exactly: value).map(String.init) ?? (value.isFinite ? "\(value)" : "null")
    case .string(let value): JSONText.write(value, to: &text)
    case .array(let values):
      text += "["
      for (index, value) in values.enumerated() {
        if index > 0 { text += "," }
        value.write(to: &text)
      }
      text += "]"
    case .object(let members):
      text += "{"
      for (index, member) in members.enumerated() {
        if index > 0 { text += "," }
        JSONText.write(member.name, to: &text)
        text += ":"
        member.value.write(to: &text)
      }
      text += "}"
    }
  }
}
