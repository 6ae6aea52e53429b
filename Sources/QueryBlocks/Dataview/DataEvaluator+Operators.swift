import Expressions
import VaultSettings

extension DataEvaluator {
  func arithmetic(
    _ operation: ExpressionOperator, _ left: Value, _ right: Value, at offset: Int
  ) throws(ExpressionFault) -> Value {
    switch (operation, left, right) {
    case (_, .null, .null): return .null
    case (.plus, .string(let first), _):
      return try text(first + (try shownText(right, at: offset)), at: offset)
    case (.plus, _, .string(let second)):
      return try text(try shownText(left, at: offset) + second, at: offset)
    case (.times, .string(let text), .number(let count)),
      (.times, .number(let count), .string(let text)):
      let count = max(0, min(count, Double(Self.mostBytes)))
      try spend(bytes: Int(count) * max(1, text.utf8.count), at: offset)
      return .string(String(repeating: text, count: Int(count)))
    case (.minus, .date(let first), .date(let second)):
      return .duration(DurationValue(from: second, to: first))
    case (.plus, .date, .null), (.plus, .null, .date), (.minus, .date, .null),
      (.minus, .null, .date):
      return .null
    case (.plus, .object(let left), .object(let right)):
      return try object(
        left.pairs.filter { right[$0.name] == nil } + right.pairs, at: offset)
    default:
      throw ExpressionFault(
        "“\(operation.rawValue)” cannot take \(Self.named(left)) and \(Self.named(right))",
        at: offset)
    }
  }

  /// The kind of a value, as in a sentence.
  static func named(_ value: Value) -> String {
    switch value.dataType {
    case "null": "null"
    case "array": "a list"
    case "object": "an object"
    case "string": "a text"
    default: "a \(value.dataType)"
    }
  }

  /// Returns a number below 0 if the first value comes before the second. Null comes before all else, and
  /// values of two kinds are in the order of the kinds' names.
  func compare(_ left: Value, _ right: Value, at offset: Int) throws(ExpressionFault) -> Int {
    try spend(at: offset)
    switch (left, right) {
    case (.null, .null): return 0
    case (.null, _): return -1
    case (_, .null): return 1
    case (.number(let left), .number(let right)): return Self.order(left, right)
    case (.boolean(let left), .boolean(let right)): return Self.order(left ? 1 : 0, right ? 1 : 0)
    case (.date(let left), .date(let right)):
      return Self.order(left.milliseconds, right.milliseconds)
    case (.duration(let left), .duration(let right)): return Self.order(left.total, right.total)
    case (.string(let left), .string(let right)):
      try spend((left.utf8.count + right.utf8.count) / 8, at: offset)
      return Self.compare(left, right)
    case (.link(let left), .link(let right)):
      let (one, other) = (vault.key(of: left), vault.key(of: right))
      let first = Self.compare(one.path, other.path)
      return first != 0 ? first : Self.compare(one.part, other.part)
    case (.list(let left), .list(let right)):
      for (one, other) in zip(left.items, right.items) {
        let order = try compare(one, other, at: offset)
        if order != 0 { return order }
      }
      return Self.order(left.items.count, right.items.count)
    case (.object(let left), .object(let right)):
      let (first, second) = (left.sorted, right.sorted)
      for (one, other) in zip(first, second) where one.name.text != other.name.text {
        return Self.compare(one.name.text, other.name.text)
      }
      for (one, other) in zip(first, second) {
        let order = try compare(one.value, other.value, at: offset)
        if order != 0 { return order }
      }
      return Self.order(first.count, second.count)
    case (.file(let left), .file(let right)): return Self.order(left, right)
    default: return Self.compare(left.dataType, right.dataType)
    }
  }

  func order(_ left: Value, _ right: Value, at offset: Int) throws(ExpressionFault) -> Int? {
    try compare(left, right, at: offset)
  }

  /// Compares texts without case; if they are equal, lower case comes first.
  private static func compare(_ left: String, _ right: String) -> Int {
    if left == right { return 0 }
    let (one, other) = (FieldName(left).key, FieldName(right).key)
    if one != other { return one.lexicographicallyPrecedes(other) ? -1 : 1 }
    return left > right ? -1 : 1
  }

  // MARK: - As text

  func words(for value: Value) -> String {
    switch value {
    case .null: settings.null == DataviewSettings().null ? "-" : settings.null
    case .boolean(let isTrue): isTrue ? "true" : "false"
    case .number(let number): NumberText.text(number)
    case .string(let text): text
    case .date(let date): DataText.text(date, settings)
    case .duration(let duration): DataText.text(duration)
    case .link(let link): text(of: link)
    case .file(let record):
      vault.words(of: record) ?? vault.link(to: record).map(text(of:)) ?? ""
    default: ""
    }
  }

  private func text(of link: LinkValue) -> String {
    if link.isExternal { return link.text }
    let key = vault.key(of: link)
    return "[[\(key.path)\(key.part)|\(words(of: link))]]"
  }

  /// The text of a link.
  func words(of link: LinkValue) -> String {
    if let display = link.display { return display }
    if link.isExternal { return link.target }
    let key = vault.key(of: link)
    let name = key.path.split(separator: "/").last.map(String.init) ?? key.path
    let stem = name.hasSuffix(".md") ? String(name.dropLast(3)) : name
    let part = key.part.drop { $0 == "#" }
    return part.isEmpty ? stem : stem.isEmpty ? String(part) : "\(stem) > \(part)"
  }
}

extension ObjectValue {
  fileprivate var sorted: [(name: FieldName, value: Value)] {
    pairs.sorted { $0.name.text < $1.name.text }
  }
}
