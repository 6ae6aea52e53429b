import Bases
import Entities
import Services
import VaultSettings

/// Works expressions out, within a budget of steps and of memory. It changes nothing.
final class DataEvaluator {
  let vault: DataVault
  let now: BaseDate
  let settings: DataviewSettings
  /// The record whose fields names mean.
  private var row: Int?
  /// Of functions that are written in place.
  private var locals: [(name: String, value: BaseValue)] = []
  private var depth = 0
  private let budget: WorkBudget

  static let mostBytes = WorkBudget.mostBytes
  private static let deepest = 400

  init(
    _ vault: DataVault, now: BaseDate, settings: DataviewSettings, within budget: WorkBudget
  ) {
    self.budget = budget
    self.vault = vault
    self.now = now
    self.settings = settings
  }

  func value(of node: DataNode, for row: Int?) throws(BlockProblem) -> BaseValue {
    self.row = row
    locals.removeAll()
    startOver()
    return try value(node)
  }

  /// Another value has a budget of its own.
  func startOver() {
    budget.startValue()
    depth = 0
  }

  /// Takes steps and memory from the budget.
  func spend(
    _ steps: Int = 1, bytes: Int = 0, at place: BlockProblem.Place
  ) throws(BlockProblem) {
    do throws(WorkBudget.Lack) {
      try budget.spend(steps, bytes: bytes)
    } catch {
      throw BlockProblem(error.rawValue.capitalisedFirst, at: place)
    }
  }

  /// The last value is part of the answer.
  func keepValue(at place: BlockProblem.Place) throws(BlockProblem) {
    do throws(WorkBudget.Lack) {
      try budget.keepValue()
    } catch {
      throw BlockProblem(error.rawValue.capitalisedFirst, at: place)
    }
  }

  /// There are more rows.
  func keepRows(_ count: Int, at place: BlockProblem.Place) throws(BlockProblem) {
    try spend(count, at: place)
    do throws(WorkBudget.Lack) {
      try budget.keep(bytes: count * 256)
    } catch {
      throw BlockProblem(error.rawValue.capitalisedFirst, at: place)
    }
  }

  var isSpent: Bool { budget.isSpent }

  func text(_ text: String, at place: BlockProblem.Place) throws(BlockProblem) -> BaseValue {
    try spend(text.utf8.count / 64, bytes: text.utf8.count, at: place)
    return .string(text)
  }

  func list(
    _ items: [BaseValue], at place: BlockProblem.Place
  ) throws(BlockProblem) -> BaseValue {
    try spend(items.count / 16, bytes: items.count * 48, at: place)
    guard items.allSatisfy({ $0.depth < BaseValue.deepest }) else {
      throw BlockProblem("Lists are nested too deep", at: place)
    }
    return .list(BaseList(items))
  }

  func value(_ node: DataNode) throws(BlockProblem) -> BaseValue {
    try spend(at: node.place)
    depth += 1
    defer { depth -= 1 }
    if depth > Self.deepest { throw BlockProblem("This is nested too deep", at: node.place) }
    switch node.kind {
    case .literal(let value): return value
    case .list(let nodes): return try list(try values(nodes), at: node.place)
    case .object(let pairs):
      var made: [(name: BaseName, value: BaseValue)] = []
      for pair in pairs { made.append((BaseName(pair.name), try value(pair.value))) }
      return try object(made, at: node.place)
    case .name(let name): return value(named: name)
    case .member(let inner, let name):
      if inner.isName("row"), let row { return vault.field(name, of: row) ?? .null }
      return try field(name, of: try value(inner), at: node.place)
    case .item(let inner, let index): return try item(index, of: inner, at: node.place)
    case .call(let name, let nodes): return try call(name, nodes, at: node.place)
    case .applied(let function, let nodes): return try apply(function, to: try values(nodes))
    case .lambda: throw BlockProblem("A function has no place here", at: node.place)
    case .not(let inner): return .boolean(!(try value(inner)).holds)
    case .binary(let operation, let left, let right):
      return try binary(operation, try value(left), try value(right), at: node.place)
    }
  }

  func values(_ nodes: [DataNode]) throws(BlockProblem) -> [BaseValue] {
    var values: [BaseValue] = []
    values.reserveCapacity(nodes.count)
    for node in nodes { values.append(try value(node)) }
    return values
  }

  func object(
    _ pairs: [(name: BaseName, value: BaseValue)], at place: BlockProblem.Place
  ) throws(BlockProblem) -> BaseValue {
    try spend(bytes: pairs.count * 64, at: place)
    guard pairs.allSatisfy({ $0.value.depth < BaseValue.deepest }) else {
      throw BlockProblem("Objects are nested too deep", at: place)
    }
    return .object(BaseObject(pairs))
  }

  private func value(named name: DataName) -> BaseValue {
    if let local = locals.last(where: { $0.name == name.text }) { return local.value }
    if name.text == "this" { return vault.this.map(BaseValue.file) ?? .null }
    guard let row else { return .null }
    return vault.field(name, of: row) ?? (name.text == "row" ? .file(row) : .null)
  }

  /// What a function that is written in place comes to.
  func apply(
    _ function: DataNode, to values: [BaseValue]
  ) throws(BlockProblem) -> BaseValue {
    guard case .lambda(let names, let body) = function.kind else {
      throw BlockProblem("A function is expected here, as in: (x) => x + 1", at: function.place)
    }
    let count = locals.count
    defer { locals.removeLast(locals.count - count) }
    for (name, value) in zip(names, values) { locals.append((name, value)) }
    return try value(body)
  }

  // MARK: - Fields

  func field(
    _ name: DataName, of value: BaseValue, at place: BlockProblem.Place
  ) throws(BlockProblem) -> BaseValue {
    try spend(at: place)
    switch value {
    case .file(let record): return vault.field(name, of: record) ?? .null
    case .object(let object):
      return object.pairs.last { $0.name.text == name.text }?.value
        ?? object.pairs.last { name.means($0.name.key) }?.value ?? .null
    case .link(let link):
      return vault.page(of: link).flatMap { vault.field(name, of: $0) } ?? .null
    case .list(let list):
      // Of all its items.
      var fields: [BaseValue] = []
      for item in list.items {
        if let field = try? field(name, of: item, at: place) { fields.append(field) }
      }
      try spend(at: place)
      return try self.list(fields, at: place)
    case .date(let date): return Self.part(name.text, of: date)
    case .duration(let duration):
      return Self.whole(name.text, of: duration).map(BaseValue.number) ?? .null
    case .string:
      throw BlockProblem("A text has no field “\(name.text)”", at: place)
    default: return .null
    }
  }

  /// In `years`, `month`, `weeks` and so on.
  private static func whole(_ name: String, of duration: BaseDuration) -> Double? {
    guard let unit = TimeUnit(word: name) else { return nil }
    let count = unit.milliseconds
    switch unit {
    case .year: return duration.months / 12 + duration.milliseconds / count
    default: return (duration.months * TimeUnit.month.milliseconds + duration.milliseconds) / count
    }
  }

  private static func part(_ name: String, of date: BaseDate) -> BaseValue {
    let time = date.civil
    func text(_ field: String) -> Double { Double(DataDateFormat(field).text(of: date)) ?? 0 }
    switch name {
    case "year": return .number(Double(time.year))
    case "month": return .number(Double(time.month))
    case "weekyear": return .number(text("W"))
    case "week": return .number(Double(time.day / 7 + 1))
    case "weekday": return .number(text("E"))
    case "day": return .number(Double(time.day))
    case "hour": return .number(Double(time.hour))
    case "minute": return .number(Double(time.minute))
    case "second": return .number(Double(time.second))
    case "millisecond": return .number(Double(date.millisecond))
    default: return .null
    }
  }

  private func item(
    _ index: DataNode, of node: DataNode, at place: BlockProblem.Place
  ) throws(BlockProblem) -> BaseValue {
    let inner = try value(node)
    // A name between brackets is that field, but for a function's own.
    if case .name(let name) = index.kind, !locals.contains(where: { $0.name == name.text }) {
      return try field(name, of: inner, at: place)
    }
    switch (inner, try value(index)) {
    case (_, .string(let name)): return try field(DataName(name), of: inner, at: place)
    case (.list(let list), .number(let number)):
      guard let index = Int(exactly: number), list.items.indices.contains(index) else {
        return .null
      }
      return list.items[index]
    case (.string(let text), .number(let number)):
      let characters = Array(text)
      try spend(characters.count / 64, at: place)
      guard let index = Int(exactly: number), characters.indices.contains(index) else {
        return .null
      }
      return .string(String(characters[index]))
    case (.null, _): return .null
    case (_, let index):
      throw BlockProblem(
        "A \(inner.dataType) has no items by a \(index.dataType)", at: place)
    }
  }
}

extension DataNode {
  func isName(_ word: String) -> Bool {
    if case .name(let name) = kind { name.text == word } else { false }
  }
}

extension BaseValue {
  /// As Dataview calls it.
  var dataType: String {
    switch self {
    case .list: "array"
    case .file: "object"
    case .pattern, .shown: "html"
    default: typeName
    }
  }

  /// What a condition takes as true.
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

  var number: Double? { if case .number(let number) = self { number } else { nil } }
  var string: String? { if case .string(let text) = self { text } else { nil } }
  var items: [BaseValue]? { if case .list(let list) = self { list.items } else { nil } }
}
