package import Bytes
package import Cells

/// The shape of a JSON value: it is published as a schema (JSON Schema 2020-12), and arguments are
/// checked by it.
package indirect enum McpShape: Sendable {
  case text
  /// One of these words.
  case word([String])
  case count(ClosedRange<Int>)
  case number
  case flag
  case list(McpShape)
  case object([McpField])
  /// Nil in the JSON is allowed too.
  case optional(McpShape)
  case any

  package var schema: JSONValue { .object(members(isOptional: false)) }

  private func members(isOptional: Bool) -> [JSONMember] {
    func type(_ name: String) -> JSONMember {
      let type = JSONValue.string(name)
      return JSONMember("type", isOptional ? .array([type, .string("null")]) : type)
    }
    switch self {
    case .text: return [type("string")]
    case .word(let words):
      return [type("string"), JSONMember("enum", .array(words.map(JSONValue.string)))]
    case .count(let range):
      var members = [type("integer"), JSONMember("minimum", .number(range.lowerBound))]
      if range.upperBound < .max {
        members.append(JSONMember("maximum", .number(range.upperBound)))
      }
      return members
    case .number: return [type("number")]
    case .flag: return [type("boolean")]
    case .list(let item): return [type("array"), JSONMember("items", item.schema)]
    case .object(let fields):
      let required = fields.filter(\.isRequired).map { JSONValue.string($0.name) }
      return [
        type("object"),
        JSONMember("properties", .object(fields.map { JSONMember($0.name, $0.schema) })),
        JSONMember("required", .array(required)), JSONMember("additionalProperties", .bool(false)),
      ]
    case .optional(let shape): return shape.members(isOptional: true)
    case .any: return []
    }
  }

  /// Returns what is wrong with a value, as the end of a sentence; nil if it fits.
  package func mistake(_ value: JSONReader.Value) -> String? {
    switch (self, value) {
    case (.text, .string), (.number, .number), (.flag, .bool), (.any, _), (.optional, .null):
      return nil
    case (.text, _): return "must be a text"
    case (.word(let words), _):
      if let text = value.text, words.contains(text) { return nil }
      return "must be one of: \(words.joined(separator: ", "))"
    case (.count(let range), .number(let digits)):
      if let number = Int(digits), range.contains(number) { return nil }
      return Self.mustBe(range)
    case (.count(let range), _): return Self.mustBe(range)
    case (.number, _): return "must be a number"
    case (.flag, _): return "must be true or false"
    case (.list(let item), .array(let values)):
      return values.lazy.compactMap(item.mistake).first.map { "has an item that \($0)" }
    case (.list, _): return "must be a list"
    case (.object(let fields), .object(let members)):
      return Self.mistake(in: members, fields).map { "is wrong: \($0)" }
    case (.object, _): return "must be an object"
    case (.optional(let shape), _): return shape.mistake(value)
    }
  }

  private static func mustBe(_ range: ClosedRange<Int>) -> String {
    range.upperBound < .max
      ? "must be a whole number from \(range.lowerBound) to \(range.upperBound)"
      : "must be a whole number from \(range.lowerBound)"
  }

  /// Returns what is wrong with an object, as a sentence without its period; nil if it fits.
  static func mistake(
    in members: [String: JSONReader.Value], _ fields: [McpField]
  ) -> String? {
    for field in fields {
      guard let value = members[field.name] else {
        if field.isRequired { return "“\(field.name)” is missing" }
        continue
      }
      if let mistake = field.shape.mistake(value) { return "“\(field.name)” \(mistake)" }
    }
    let names = Set(fields.map(\.name))
    return members.keys.sorted().first { !names.contains($0) }.map { name in
      "there is no “\(Cells.visible(String(name.prefix(60))))”; there are: "
        + fields.map(\.name).joined(separator: ", ")
    }
  }
}

/// A member of an object.
package struct McpField: Sendable {
  package var name: String
  package var shape: McpShape
  var isRequired: Bool
  /// For models: a phrase; empty if the name says it all.
  var summary: String

  package init(
    _ name: String, _ shape: McpShape, isRequired: Bool = true, _ summary: String = ""
  ) {
    (self.name, self.shape, self.isRequired, self.summary) = (name, shape, isRequired, summary)
  }

  var schema: JSONValue {
    guard !summary.isEmpty, case .object(let members) = shape.schema else { return shape.schema }
    return .object(members + [JSONMember("description", .string(summary))])
  }
}
