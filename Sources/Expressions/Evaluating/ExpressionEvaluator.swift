/// Works expressions out, within a budget of steps and of memory. It changes nothing.
///
/// What all languages have in common is here; a language says the rest.
package protocol ExpressionEvaluator: AnyObject {
  static var functions: [String: ExpressionFunction<Self>] { get }
  static var brackets: ValueBrackets { get }
  /// What is behind `and` and `or` is left where what is before them decides.
  static var endsEarly: Bool { get }
  var budget: WorkBudget { get }

  func value(named name: BaseName) throws(ExpressionFault) -> BaseValue
  func member(
    _ name: BaseName, of inner: ExpressionNode, at offset: Int
  ) throws(ExpressionFault) -> BaseValue
  func field(
    _ name: BaseName, of value: BaseValue, at offset: Int
  ) throws(ExpressionFault) -> BaseValue
  func item(
    _ index: ExpressionNode, of inner: ExpressionNode, at offset: Int
  ) throws(ExpressionFault) -> BaseValue
  /// A part that not all languages have.
  func special(_ node: ExpressionNode) throws(ExpressionFault) -> BaseValue

  func isTrue(_ value: BaseValue) -> Bool
  func areEqual(
    _ left: BaseValue, _ right: BaseValue, at offset: Int
  ) throws(ExpressionFault) -> Bool
  /// Below 0 where the first comes before the second; nil where they have no order, and no comparison
  /// holds.
  func order(
    _ left: BaseValue, _ right: BaseValue, at offset: Int
  ) throws(ExpressionFault) -> Int?
  /// Sums and products of what is not alike.
  func arithmetic(
    _ operation: ExpressionOperator, _ left: BaseValue, _ right: BaseValue, at offset: Int
  ) throws(ExpressionFault) -> BaseValue
  /// A value that is no list and no object, as text.
  func words(for value: BaseValue) -> String
}

extension ExpressionEvaluator {
  package static var mostBytes: Int { WorkBudget.mostBytes }

  // MARK: - What it costs

  /// Takes steps and memory from the budget.
  package func spend(
    _ steps: Int = 1, bytes: Int = 0, at offset: Int
  ) throws(ExpressionFault) {
    try pay(at: offset) { (budget) throws(WorkBudget.Lack) in
      try budget.spend(steps, bytes: bytes)
    }
  }

  package func pay(
    at offset: Int, _ cost: (WorkBudget) throws(WorkBudget.Lack) -> Void
  ) throws(ExpressionFault) {
    do throws(WorkBudget.Lack) {
      try cost(budget)
    } catch {
      throw ExpressionFault(error.rawValue, at: offset)
    }
  }

  package func text(_ text: String, at offset: Int) throws(ExpressionFault) -> BaseValue {
    try spend(text.utf8.count / 64, bytes: text.utf8.count, at: offset)
    return .string(text)
  }

  package func list(_ items: [BaseValue], at offset: Int) throws(ExpressionFault) -> BaseValue {
    try spend(items.count / 16, bytes: items.count * 48, at: offset)
    guard items.allSatisfy({ $0.depth < BaseValue.deepest }) else {
      throw ExpressionFault("lists are nested too deep", at: offset)
    }
    return .list(BaseList(items))
  }

  package func object(
    _ pairs: [(name: BaseName, value: BaseValue)], at offset: Int
  ) throws(ExpressionFault) -> BaseValue {
    try spend(bytes: pairs.count * 64, at: offset)
    guard pairs.allSatisfy({ $0.value.depth < BaseValue.deepest }) else {
      throw ExpressionFault("objects are nested too deep", at: offset)
    }
    return .object(BaseObject(pairs))
  }

  // MARK: - Parts

  package func value(_ node: ExpressionNode) throws(ExpressionFault) -> BaseValue {
    try spend(at: node.offset)
    guard budget.enter() else {
      throw ExpressionFault("this is nested too deep", at: node.offset)
    }
    defer { budget.leave() }
    switch node.kind {
    case .literal(let value): return value
    case .list(let nodes): return try list(try values(nodes), at: node.offset)
    case .object(let pairs):
      var made: [(name: BaseName, value: BaseValue)] = []
      for pair in pairs { made.append((BaseName(pair.name), try value(pair.value))) }
      return try object(made, at: node.offset)
    case .name(let name): return try value(named: name)
    case .member(let inner, let name): return try member(name, of: inner, at: node.offset)
    case .item(let inner, let index): return try item(index, of: inner, at: node.offset)
    case .call(let name, let nodes): return try call(name, nodes, at: node.offset)
    case .not(let inner): return .boolean(!isTrue(try value(inner)))
    case .binary(let operation, let left, let right):
      let first = try value(left)
      if Self.endsEarly, operation == .or || operation == .and,
        isTrue(first) == (operation == .or)
      {
        return .boolean(operation == .or)
      }
      return try binary(operation, first, try value(right), at: node.offset)
    case .method, .lambda, .applied, .negative: return try special(node)
    }
  }

  package func values(_ nodes: [ExpressionNode]) throws(ExpressionFault) -> [BaseValue] {
    var values: [BaseValue] = []
    values.reserveCapacity(nodes.count)
    for node in nodes { values.append(try value(node)) }
    return values
  }

  package func item(
    _ index: ExpressionNode, of inner: ExpressionNode, at offset: Int
  ) throws(ExpressionFault) -> BaseValue {
    try item(try value(index), of: try value(inner), at: offset)
  }

  package func item(
    _ index: BaseValue, of value: BaseValue, at offset: Int
  ) throws(ExpressionFault) -> BaseValue {
    switch (value, index) {
    case (.null, _): return .null
    case (_, .string(let name)): return try field(BaseName(name), of: value, at: offset)
    case (.list(let list), .number(let number)):
      guard let index = Int(exactly: number), list.items.indices.contains(index) else {
        return .null
      }
      return list.items[index]
    case (.string(let text), .number(let number)):
      let characters = Array(text.utf16)
      try spend(characters.count / 64, at: offset)
      guard let index = Int(exactly: number), characters.indices.contains(index) else {
        return .null
      }
      return .string(String(decoding: [characters[index]], as: UTF16.self))
    default:
      throw ExpressionFault(
        "a \(value.typeName) has no items by a \(index.typeName)", at: offset)
    }
  }
}
