package import Entities
import Folding

/// The value of an expression. Files are numbers known to the evaluator.
package enum Value: Sendable {
  case null
  case boolean(Bool)
  case number(Double)
  case string(String)
  case date(DateValue)
  case duration(DurationValue)
  case list(ListValue)
  case object(ObjectValue)
  case link(LinkValue)
  case file(Int)
  case pattern(RegexValue)
  case shown(ShownValue)

  /// The type's name for `isType`.
  package var typeName: String {
    switch self {
    case .null: "null"
    case .boolean: "boolean"
    case .number: "number"
    case .string: "string"
    case .date: "date"
    case .duration: "duration"
    case .list: "list"
    case .object: "object"
    case .link: "link"
    case .file: "file"
    case .pattern: "regexp"
    case .shown(let shown): shown.kind.rawValue
    }
  }

  /// The depth of nested lists and objects.
  package var depth: Int {
    switch self {
    case .list(let list): list.depth
    case .object(let object): object.depth
    default: 0
    }
  }

  /// The deepest nesting, since values are walked recursively.
  static let deepest = 64

  /// Whether it is a link or a file, or a list that contains one.
  package var hasLink: Bool {
    switch self {
    case .link, .file: true
    case .list(let list): list.items.contains(where: \.hasLink)
    default: false
    }
  }

  package var number: Double? { if case .number(let number) = self { number } else { nil } }
  package var string: String? { if case .string(let text) = self { text } else { nil } }
  package var items: [Value]? { if case .list(let list) = self { list.items } else { nil } }
  package var isNull: Bool { if case .null = self { true } else { false } }
}

package struct ListValue: Sendable {
  package let items: [Value]
  let depth: Int

  /// Drops all items if they are nested too deeply.
  package init(_ items: [Value]) {
    let inner = items.reduce(0) { max($0, $1.depth) }
    self.items = inner < Value.deepest ? items : []
    depth = inner < Value.deepest ? inner + 1 : 1
  }
}

package struct ObjectValue: Sendable {
  package let pairs: [(name: FieldName, value: Value)]
  let depth: Int

  package init(_ pairs: [(name: FieldName, value: Value)]) {
    let inner = pairs.reduce(0) { max($0, $1.value.depth) }
    self.pairs = inner < Value.deepest ? pairs : []
    depth = inner < Value.deepest ? inner + 1 : 1
  }

  package subscript(name: FieldName) -> Value? { pairs.first { $0.name == name }?.value }
}

/// A link as it is written: `[[target|display]]`, or a web address.
package struct LinkValue: Sendable {
  package var target: String
  package var display: String?
  package var isExternal: Bool
  package var isEmbed = false
  /// The file that contains the link, which decides between notes of the same name.
  package var source: Int?
  /// The file that the link was made from, if any.
  package var known: Int?

  package init(_ target: String, display: String? = nil, source: Int? = nil) {
    self.target = target
    self.display = display
    self.source = source
    isExternal = Self.isAddress(target.utf8)
  }

  /// Whether it is a web address. Works on bytes for speed: a query may check every note.
  private static func isAddress(_ target: String.UTF8View) -> Bool {
    if target.starts(with: "mailto:".utf8) { return true }
    var rest = target[...]
    while let colon = rest.firstIndex(of: UInt8(ascii: ":")) {
      rest = rest[rest.index(after: colon)...]
      if rest.starts(with: "//".utf8) { return true }
    }
    return false
  }

  /// Reads a text that is only `[[Note]]`, `[[Note|words]]` or `[words](address)`; nil for others.
  package init?(written text: String, source: Int?) {
    if text.hasPrefix("[["), text.hasSuffix("]]") {
      let inner = text.dropFirst(2).dropLast(2)
      guard !inner.isEmpty, !inner.contains("[["), !inner.contains("]]") else { return nil }
      let parts = inner.split(separator: "|", maxSplits: 1, omittingEmptySubsequences: false)
      self.init(
        String(parts[0]), display: parts.count > 1 ? String(parts[1]) : nil, source: source)
    } else if text.hasPrefix("["), text.hasSuffix(")"), let middle = text.firstRange(of: "](") {
      let words = text[text.index(after: text.startIndex)..<middle.lowerBound]
      let target = text[middle.upperBound...].dropLast()
      guard !target.isEmpty, !words.contains("["), !target.contains("(") else { return nil }
      self.init(String(target), display: String(words), source: source)
    } else {
      return nil
    }
  }

  /// The target without the part after the first `#`.
  package var file: String {
    isExternal ? target : String(target.prefix { $0 != "#" })
  }

  /// The link's words for display.
  package var shown: String {
    display ?? (known == nil ? target : NotePath(target).shortName)
  }

  package var text: String {
    if isExternal { return display.map { "[\($0)](\(target))" } ?? target }
    return display.map { "[[\(target)|\($0)]]" } ?? "[[\(target)]]"
  }
}

/// A value that exists only for display.
package struct ShownValue: Sendable, Equatable {
  package enum Kind: String, Sendable { case html, image, icon }

  package var kind: Kind
  package var text: String

  package init(_ kind: Kind, _ text: String) { (self.kind, self.text) = (kind, text) }
}

extension NotePath {
  package var ending: String {
    let name = name.text
    return name.lastIndex(of: ".").map { String(name[name.index(after: $0)...]) } ?? ""
  }

  /// The name of a note without its extension; of any other file with it.
  package var shortName: String { ending.lowercased() == "md" ? stem.text : name.text }
}

extension Value {
  /// Makes the value of a property in a note. `type`: the property's declared type, to which the
  /// value is converted if possible.
  package init(
    _ value: PropertyValue, as type: PropertyType? = nil, written: String = "", of file: Int,
    _ wall: (Timestamp) -> CivilTime
  ) {
    switch (type, value) {
    case (.text?, .number), (.text?, .checkbox):
      self = .string(written)
      return
    case (.text?, .text(let text)):
      self = Self.link(text, of: file) ?? .string(text)
      return
    case (.number?, .text(let text)), (.checkbox?, .text(let text)):
      self = Value(PropertyValue(plain: text), of: file, wall)
      return
    case (let type?, .text), (let type?, .number), (let type?, .checkbox):
      if type.isList {
        self = Value(.list([value]), of: file, wall)
        return
      }
    default: break
    }
    switch value {
    case .null: self = .null
    case .checkbox(let isOn): self = .boolean(isOn)
    case .number(let number): self = .number(number)
    case .text(let text): self = Value(text, of: file, wall)
    case .list(let items):
      // An unquoted `[[Note]]` is a list within a list in YAML, but users mean a link.
      if items.count == 1, case .list(let inner) = items[0], inner.count == 1,
        case .text(let name) = inner[0]
      {
        self = .link(LinkValue(name, source: file))
      } else {
        self = .list(ListValue(items.map { Value($0, of: file, wall) }))
      }
    case .object(let pairs):
      self = .object(
        ObjectValue(pairs.map { (FieldName($0.name), Value($0.value, of: file, wall)) }))
    }
  }

  /// Reads a wiki link. A Markdown link in a property is just text.
  private static func link(_ text: String, of file: Int) -> Value? {
    text.hasPrefix("[[") ? LinkValue(written: text, source: file).map(Value.link) : nil
  }

  /// Makes a link, a date, or else a text.
  private init(_ text: String, of file: Int, _ wall: (Timestamp) -> CivilTime) {
    if let link = Self.link(text, of: file) {
      self = link
    } else if let moment = WrittenMoment(property: text) {
      self = .date(DateValue(moment, wall: wall))
    } else {
      self = .string(text)
    }
  }
}

/// A name as it is written, and the key that its other spellings share.
package struct FieldName: Hashable, Sendable {
  package let text: String
  package let key: [UInt8]

  package init(_ text: String) {
    self.text = text
    key = Folding.name(text.utf8)
  }

  package static func == (left: FieldName, right: FieldName) -> Bool { left.key == right.key }
  package func hash(into hasher: inout Hasher) { hasher.combine(key) }
}
