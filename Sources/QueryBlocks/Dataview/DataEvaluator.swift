import Entities
import Expressions
import VaultSettings

/// Evaluates the expressions of Dataview.
final class DataEvaluator: ExpressionEvaluator {
  let vault: DataVault
  let now: DateValue
  let settings: DataviewSettings
  /// The record whose fields names refer to.
  private var row: Int?
  /// The arguments of inline functions.
  private var locals: [(name: String, value: Value)] = []
  let budget: WorkBudget

  static let brackets = ValueBrackets(list: ("[", "]"), object: ("{ ", " }"))
  static let endsEarly = false

  init(_ vault: DataVault, now: DateValue, settings: DataviewSettings, within budget: WorkBudget) {
    self.budget = budget
    self.vault = vault
    self.now = now
    self.settings = settings
  }

  func value(of node: ExpressionNode, for row: Int?) throws(ExpressionFault) -> Value {
    self.row = row
    locals.removeAll()
    budget.startValue()
    return try value(node)
  }

  /// The last value is part of the answer.
  func chargeResult(at offset: Int) throws(ExpressionFault) {
    do throws(WorkBudget.Exhaustion) {
      try budget.chargeResult()
    } catch {
      throw ExpressionFault(error.rawValue, at: offset)
    }
  }

  /// Pays for rows that a step adds.
  func keepRows(_ count: Int, at offset: Int) throws(ExpressionFault) {
    try spend(count, at: offset)
    do throws(WorkBudget.Exhaustion) {
      try budget.keep(bytes: count * 256)
    } catch {
      throw ExpressionFault(error.rawValue, at: offset)
    }
  }

  func isTrue(_ value: Value) -> Bool { value.holds }

  // MARK: - Names and functions

  func value(named name: FieldName) -> Value {
    if let local = local(name) { return local }
    if name.text == "this" { return vault.this.map(Value.file) ?? .null }
    guard let row else { return .null }
    return vault.field(name, of: row) ?? (name.text == "row" ? .file(row) : .null)
  }

  private func local(_ name: FieldName) -> Value? {
    locals.last { $0.name == name.text }?.value
  }

  func special(_ node: ExpressionNode) throws(ExpressionFault) -> Value {
    if case .applied(let function, let nodes) = node.kind {
      return try apply(function, to: try values(nodes))
    }
    throw ExpressionFault("a function cannot be used here", at: node.offset)
  }

  /// Returns the result of an inline function.
  func apply(_ function: ExpressionNode, to values: [Value]) throws(ExpressionFault) -> Value {
    guard case .lambda(let names, let body) = function.kind else {
      throw ExpressionFault("a function is expected here, as in: (x) => x + 1", at: function.offset)
    }
    let count = locals.count
    defer { locals.removeLast(locals.count - count) }
    for (name, value) in zip(names, values) { locals.append((name, value)) }
    return try value(body)
  }

  // MARK: - Fields

  func member(
    _ name: FieldName, of inner: ExpressionNode, at offset: Int
  ) throws(ExpressionFault) -> Value {
    if inner.name?.text == "row", let row { return vault.field(name, of: row) ?? .null }
    return try field(name, of: try value(inner), at: offset)
  }

  /// A name in brackets is the name of a field, unless it is a function's argument.
  func item(
    _ index: ExpressionNode, of inner: ExpressionNode, at offset: Int
  ) throws(ExpressionFault) -> Value {
    if let name = index.name, local(name) == nil {
      return try field(name, of: try value(inner), at: offset)
    }
    return try item(try value(index), of: try value(inner), at: offset)
  }

  func field(_ name: FieldName, of value: Value, at offset: Int) throws(ExpressionFault) -> Value {
    try spend(at: offset)
    switch value {
    case .file(let record): return vault.field(name, of: record) ?? .null
    case .object(let object):
      return object.pairs.last { $0.name.text == name.text }?.value
        ?? object.pairs.last { name.means($0.name.key) }?.value ?? .null
    case .link(let link):
      return vault.page(of: link).flatMap { vault.field(name, of: $0) } ?? .null
    case .list(let list):
      // A field of a list is a list of its items' fields.
      var fields: [Value] = []
      for item in list.items {
        if let field = try? field(name, of: item, at: offset) { fields.append(field) }
      }
      try spend(at: offset)
      return try self.list(fields, at: offset)
    case .date(let date): return Self.part(name.text, of: date).map(Value.number) ?? .null
    case .duration(let duration):
      return Self.whole(name.text, of: duration).map(Value.number) ?? .null
    case .string:
      throw ExpressionFault("a text has no field “\(name.text)”", at: offset)
    default: return .null
    }
  }

  /// Returns the length in the unit that a field names: `years`, `month`, `weeks`.
  private static func whole(_ name: String, of duration: DurationValue) -> Double? {
    guard let unit = TimeUnit(word: name) else { return nil }
    let count = unit.milliseconds
    switch unit {
    case .year: return duration.months / 12 + duration.milliseconds / count
    default: return (duration.months * TimeUnit.month.milliseconds + duration.milliseconds) / count
    }
  }

  private static func part(_ name: String, of date: DateValue) -> Double? {
    func text(_ field: String) -> Double? { Double(DataDateFormat(field).text(of: date)) }
    return switch name {
    case "weekyear": text("W") ?? 0
    case "week": Double(date.civil.day / 7 + 1)
    case "weekday": text("E") ?? 0
    default: date.part(name)
    }
  }
}

extension Value {
  /// Dataview's name for the type.
  var dataType: String {
    switch self {
    case .list: "array"
    case .file: "object"
    case .pattern, .shown: "html"
    default: typeName
    }
  }

  /// Whether the value is true as a condition.
  var holds: Bool {
    switch self {
    case .null: false
    case .boolean(let isTrue): isTrue
    case .number(let number): number != 0
    case .string(let text): !text.isEmpty
    case .duration(let duration): duration.total != 0
    case .list(let list): !list.items.isEmpty
    case .object(let object): !object.pairs.isEmpty
    case .date, .link, .file, .pattern, .shown: true
    }
  }
}
