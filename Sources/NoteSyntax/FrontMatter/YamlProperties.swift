import Entities
import Yaml

/// Reads front matter as names and the texts of their values. Nested values are flattened: each
/// pair of a nested mapping becomes a text, `name: value`.
struct YamlProperties {
  private struct Value {
    var text: String
    var line: Int
  }

  /// The number and size of the texts made so far, including those that became parts of others.
  private var count = 0
  private var size = 0

  static func read(_ bytes: [UInt8]) -> FrontMatterContent {
    do throws(YamlProblem) {
      guard let root = try Yaml.read(bytes) else { return FrontMatterContent() }
      var reader = YamlProperties()
      return try reader.content(root)
    } catch {
      var content = FrontMatterContent()
      // The bytes do not include the first line, `---`.
      content.problem = "line \(error.line + 1): \(error.reason)"
      return content
    }
  }

  private mutating func content(_ root: YamlNode) throws(YamlProblem) -> FrontMatterContent {
    guard case .mapping(let pairs) = root.value else {
      throw Self.problem("“name: value” is expected here", root.line)
    }
    var content = FrontMatterContent()
    content.isFlow = root.isFlow
    for pair in pairs {
      guard let name = pair.key.text, !pair.key.isAlias else {
        throw Self.problem("a property's name must be plain text", pair.key.line)
      }
      guard content.properties.count < FrontMatterReader.mostKeys else {
        let reason = "there are more than \(FrontMatterReader.mostKeys) properties"
        throw Self.problem(reason, pair.key.line)
      }
      let values = try values(pair.value)
      content.keyLines.append(pair.key.line + 1)
      content.keys.append(pair.key.range)
      content.properties.append(
        NoteProperty(
          name: name, values: values.map(\.text), value: PropertyValue(pair.value)))
      content.isMarked.append(pair.value.hasMarks)
      content.lines.append(values.map { $0.line + 1 })
    }
    return content
  }

  /// Returns a node's texts with their lines; within an alias, the line is the alias's.
  private mutating func values(
    _ node: YamlNode, alias: Int? = nil
  ) throws(YamlProblem) -> [Value] {
    let alias = alias ?? (node.isAlias ? node.line : nil)
    var values: [Value] = []
    switch node.value {
    case .scalar(let text, _):
      if !node.isNull { values.append(try made(text, alias ?? node.line)) }
    case .sequence(let items):
      for item in items { values += try self.values(item, alias: alias) }
    case .mapping(let pairs):
      for pair in pairs {
        let name = try self.values(pair.key).map(\.text).joined(separator: ", ")
        let value = try self.values(pair.value).map(\.text).joined(separator: ", ")
        values.append(try made("\(name): \(value)", alias ?? pair.key.line))
      }
    }
    return values
  }

  private mutating func made(_ text: String, _ line: Int) throws(YamlProblem) -> Value {
    count += 1
    size += text.utf8.count
    guard count <= FrontMatterReader.mostValues, size <= 2 * FrontMatterReader.mostBytes else {
      throw Self.problem("the values are too many or too large", line)
    }
    return Value(text: text, line: line)
  }

  private static func problem(_ reason: String, _ line: Int) -> YamlProblem {
    YamlProblem(line: line, column: 1, reason: reason)
  }
}

extension PropertyValue {
  init(_ node: YamlNode) {
    switch node.value {
    case .scalar(let text, isPlain: true): self = PropertyValue(plain: text)
    case .scalar(let text, isPlain: false): self = .text(text)
    case .sequence(let items): self = .list(items.map(PropertyValue.init))
    case .mapping(let pairs):
      self = .object(
        pairs.map { Pair(name: $0.key.text ?? "", value: PropertyValue($0.value)) })
    }
  }
}

extension YamlNode {
  /// Whether the node contains an anchor, an alias or a tag, which its text does not show.
  fileprivate var hasMarks: Bool {
    isAlias || isMarked || items.contains(where: \.hasMarks)
      || pairs.contains { $0.key.hasMarks || $0.value.hasMarks }
  }
}
