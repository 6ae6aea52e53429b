/// Works expressions out, within a budget of steps and of memory. It changes nothing.
///
/// What all languages have in common is here; a language says the rest.
package protocol ExpressionEvaluator: AnyObject {
  static var functions: [String: ExpressionFunction<Self>] { get }
  static var brackets: ValueBrackets { get }
  /// What is behind `and` and `or` is left where what is before them decides.
  static var endsEarly: Bool { get }
  var budget: WorkBudget { get }

  func value(named name: FieldName) throws(ExpressionFault) -> Value
  func member(
    _ name: FieldName, of inner: ExpressionNode, at offset: Int
  ) throws(ExpressionFault) -> Value
  func field(
    _ name: FieldName, of value: Value, at offset: Int
  ) throws(ExpressionFault) -> Value
  func item(
    _ index: ExpressionNode, of inner: ExpressionNode, at offset: Int
  ) throws(ExpressionFault) -> Value
  /// A part that not all languages have.
  func special(_ node: ExpressionNode) throws(ExpressionFault) -> Value

  func isTrue(_ value: Value) -> Bool
  func areEqual(
    _ left: Value, _ right: Value, at offset: Int
  ) throws(ExpressionFault) -> Bool
  /// Below 0 where the first comes before the second; nil where they have no order, and no comparison
  /// holds.
  func order(
    _ left: Value, _ right: Value, at offset: Int
  ) throws(ExpressionFault) -> Int?
  /// Sums and products of what is not alike.
  func arithmetic(
    _ operation: ExpressionOperator, _ left: Value, _ right: Value, at offset: Int
  ) throws(ExpressionFault) -> Value
  /// A value that is no list and no object, as text.
  func words(for value: Value) -> String
}

extension ExpressionEvaluator {
  package static var mostBytes: Int { WorkBudget.mostBytes }

  // MARK: - What it costs

  /// Takes steps and memory from the budget.
  package func spend(_ steps: Int = 1, bytes: Int = 0, at offset: Int) throws(ExpressionFault) {
    do throws(WorkBudget.Lack) {
      try budget.spend(steps, bytes: bytes)
    } catch {
      throw ExpressionFault(error.rawValue, at: offset)
    }
  }

  package func text(_ text: String, at offset: Int) throws(ExpressionFault) -> Value {
    try spend(text.utf8.count / 64, bytes: text.utf8.count, at: offset)
    return .string(text)
  }

  package func list(_ items: [Value], at offset: Int) throws(ExpressionFault) -> Value {
    try spend(items.count / 16, bytes: items.count * 48, at: offset)
    guard items.allSatisfy({ $0.depth < Value.deepest }) else {
      throw ExpressionFault("lists are nested too deep", at: offset)
    }
    return .list(ListValue(items))
  }

  package func object(
    _ pairs: [(name: FieldName, value: Value)], at offset: Int
  ) throws(ExpressionFault) -> Value {
    try spend(bytes: pairs.count * 64, at: offset)
    guard pairs.allSatisfy({ $0.value.depth < Value.deepest }) else {
      throw ExpressionFault("objects are nested too deep", at: offset)
    }
    return .object(ObjectValue(pairs))
  }

  // MARK: - Parts

  package func value(_ node: ExpressionNode) throws(ExpressionFault) -> Value {
    try spend(at: node.offset)
    guard budget.enter() else {
      throw ExpressionFault("this is nested too deep", at: node.offset)
    }
    defer { budget.leave() }
    switch node.kind {
    case .literal(let value): return value
    case .list(let nodes): return try list(try values(nodes), at: node.offset)
    case .object(let pairs):
      var made: [(name: FieldName, value: Value)] = []
      for pair in pairs { made.append((FieldName(pair.name), try value(pair.value))) }
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

  package func values(_ nodes: [ExpressionNode]) throws(ExpressionFault) -> [Value] {
    var values: [Value] = []
    values.reserveCapacity(nodes.count)
    for node in nodes { values.append(try value(node)) }
    return values
  }

  package func item(
    _ index: ExpressionNode, of inner: ExpressionNode, at offset: Int
  ) throws(ExpressionFault) -> Value {
    try item(try value(index), of: try value(inner), at: offset)
  }

  package func item(
    _ index: Value, of value: Value, at offset: Int
  ) throws(ExpressionFault) -> Value {
    switch (value, index) {
    case (.null, _): return .null
    case (_, .string(let name)): return try field(FieldName(name), of: value, at: offset)
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
