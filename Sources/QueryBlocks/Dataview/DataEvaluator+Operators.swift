import Bases
import Entities
import Services
import VaultSettings

extension DataEvaluator {
  func binary(
    _ operation: DataOperator, _ left: BaseValue, _ right: BaseValue,
    at place: BlockProblem.Place
  ) throws(BlockProblem) -> BaseValue {
    switch operation {
    case .and: return .boolean(left.holds && right.holds)
    case .or: return .boolean(left.holds || right.holds)
    case .equal: return .boolean(try order(left, right, at: place) == 0)
    case .different: return .boolean(try order(left, right, at: place) != 0)
    case .less: return .boolean(try order(left, right, at: place) < 0)
    case .greater: return .boolean(try order(left, right, at: place) > 0)
    case .lessOrEqual: return .boolean(try order(left, right, at: place) <= 0)
    case .greaterOrEqual: return .boolean(try order(left, right, at: place) >= 0)
    default: break
    }
    switch (operation, left, right) {
    case (_, .null, .null): return .null
    case (.plus, .number(let left), .number(let right)): return .number(left + right)
    case (.minus, .number(let left), .number(let right)): return .number(left - right)
    case (.times, .number(let left), .number(let right)): return .number(left * right)
    case (.over, .number(let left), .number(let right)): return .number(left / right)
    case (.remainder, .number(let left), .number(let right)):
      return .number(left.truncatingRemainder(dividingBy: right))
    case (.plus, .string(let first), _):
      return try text(first + (try shown(right, at: place)), at: place)
    case (.plus, _, .string(let second)):
      return try text(try shown(left, at: place) + second, at: place)
    case (.times, .string(let text), .number(let count)),
      (.times, .number(let count), .string(let text)):
      let count = max(0, min(count, Double(Self.mostBytes)))
      try spend(bytes: Int(count) * max(1, text.utf8.count), at: place)
      return .string(String(repeating: text, count: Int(count)))
    case (.minus, .date(let first), .date(let second)):
      return .duration(BaseDuration(from: second, to: first))
    case (.plus, .date(let date), .duration(let span)),
      (.plus, .duration(let span), .date(let date)):
      return try shifted(date, by: span, at: place)
    case (.minus, .date(let date), .duration(let span)):
      return try shifted(date, by: span.times(-1), at: place)
    case (.plus, .date, .null), (.plus, .null, .date), (.minus, .date, .null),
      (.minus, .null, .date):
      return .null
    case (.plus, .duration(let left), .duration(let right)): return .duration(left.plus(right))
    case (.minus, .duration(let left), .duration(let right)):
      return .duration(left.plus(right.times(-1)))
    case (.times, .duration(let span), .number(let number)),
      (.times, .number(let number), .duration(let span)):
      return .duration(span.times(number))
    case (.over, .duration(let span), .number(let number)): return .duration(span.times(1 / number))
    case (.plus, .list(let left), .list(let right)):
      return try list(left.items + right.items, at: place)
    case (.plus, .object(let left), .object(let right)):
      return try object(
        left.pairs.filter { right[$0.name] == nil } + right.pairs, at: place)
    default:
      throw BlockProblem(
        "“\(operation.rawValue)” cannot take \(Self.named(left)) and \(Self.named(right))",
        at: place)
    }
  }

  static func named(_ value: BaseValue) -> String {
    switch value.dataType {
    case "null": "null"
    case "array": "a list"
    case "object": "an object"
    case "string": "a text"
    default: "a \(value.dataType)"
    }
  }

  private func shifted(
    _ date: BaseDate, by span: BaseDuration, at place: BlockProblem.Place
  ) throws(BlockProblem) -> BaseValue {
    guard span.isFinite, let date = date.advanced(by: span) else {
      throw BlockProblem("No calendar reaches that far", at: place)
    }
    return .date(date)
  }

  /// Below 0 where the first comes before the second. Null is less than all else; values of two kinds
  /// come in the order of their kinds' names.
  func order(
    _ left: BaseValue, _ right: BaseValue, at place: BlockProblem.Place
  ) throws(BlockProblem) -> Int {
    try spend(at: place)
    switch (left, right) {
    case (.null, .null): return 0
    case (.null, _): return -1
    case (_, .null): return 1
    case (.number(let left), .number(let right)): return Self.sign(left, right)
    case (.boolean(let left), .boolean(let right)): return Self.sign(left ? 1 : 0, right ? 1 : 0)
    case (.date(let left), .date(let right)):
      return Self.sign(left.milliseconds, right.milliseconds)
    case (.duration(let left), .duration(let right)): return Self.sign(left.total, right.total)
    case (.string(let left), .string(let right)):
      try spend((left.utf8.count + right.utf8.count) / 8, at: place)
      return Self.order(left, right)
    case (.link(let left), .link(let right)):
      let (one, other) = (vault.key(of: left), vault.key(of: right))
      let first = Self.order(one.path, other.path)
      return first != 0 ? first : Self.order(one.part, other.part)
    case (.list(let left), .list(let right)):
      for (one, other) in zip(left.items, right.items) {
        let order = try order(one, other, at: place)
        if order != 0 { return order }
      }
      return Self.sign(left.items.count, right.items.count)
    case (.object(let left), .object(let right)):
      let (first, second) = (left.sorted, right.sorted)
      for (one, other) in zip(first, second) where one.name.text != other.name.text {
        return Self.order(one.name.text, other.name.text)
      }
      for (one, other) in zip(first, second) {
        let order = try order(one.value, other.value, at: place)
        if order != 0 { return order }
      }
      return Self.sign(first.count, second.count)
    case (.file(let left), .file(let right)): return Self.sign(left, right)
    default: return Self.order(left.dataType, right.dataType)
    }
  }

  private static func sign<Value: Comparable>(_ left: Value, _ right: Value) -> Int {
    left < right ? -1 : left == right ? 0 : 1
  }

  /// Without case first; then small letters come before large ones.
  private static func order(_ left: String, _ right: String) -> Int {
    if left == right { return 0 }
    let (one, other) = (BaseName(left).key, BaseName(right).key)
    if one != other { return one.lexicographicallyPrecedes(other) ? -1 : 1 }
    return left > right ? -1 : 1
  }

  // MARK: - As text

  /// A value as text, paid for.
  func shown(_ value: BaseValue, at place: BlockProblem.Place) throws(BlockProblem) -> String {
    var out = ""
    try write(value, to: &out, isInner: false, at: place)
    return out
  }

  private func write(
    _ value: BaseValue, to out: inout String, isInner: Bool, at place: BlockProblem.Place
  ) throws(BlockProblem) {
    try spend(at: place)
    switch value {
    case .list(let list):
      if isInner { out += "[" }
      for (index, item) in list.items.enumerated() {
        if index > 0 { out += ", " }
        try write(item, to: &out, isInner: true, at: place)
      }
      if isInner { out += "]" }
    case .object(let object):
      out += "{ "
      for (index, pair) in object.pairs.enumerated() {
        if index > 0 { out += ", " }
        out += pair.name.text + ": "
        try write(pair.value, to: &out, isInner: true, at: place)
      }
      out += " }"
    default:
      let text = plain(value)
      try spend(text.utf8.count / 64, bytes: text.utf8.count, at: place)
      out += text
    }
  }

  /// A value that is no list and no object.
  func plain(_ value: BaseValue) -> String {
    switch value {
    case .null: settings.null == DataviewSettings().null ? "-" : settings.null
    case .boolean(let isTrue): isTrue ? "true" : "false"
    case .number(let number): BaseNumber.text(number)
    case .string(let text): text
    case .date(let date): DataText.text(date, settings)
    case .duration(let duration): DataText.text(duration)
    case .link(let link): text(of: link)
    case .file(let record):
      vault.words(of: record) ?? vault.link(to: record).map(text(of:)) ?? ""
    default: ""
    }
  }

  private func text(of link: BaseLink) -> String {
    if link.isExternal { return link.text }
    let key = vault.key(of: link)
    return "[[\(key.path)\(key.part)|\(words(of: link))]]"
  }

  /// What is shown for a link.
  func words(of link: BaseLink) -> String {
    if let display = link.display { return display }
    if link.isExternal { return link.target }
    let key = vault.key(of: link)
    let name = key.path.split(separator: "/").last.map(String.init) ?? key.path
    let stem = name.hasSuffix(".md") ? String(name.dropLast(3)) : name
    let part = key.part.drop { $0 == "#" }
    return part.isEmpty ? stem : stem.isEmpty ? String(part) : "\(stem) > \(part)"
  }
}

extension BaseObject {
  fileprivate var sorted: [(name: BaseName, value: BaseValue)] {
    pairs.sorted { $0.name.text < $1.name.text }
  }
}
