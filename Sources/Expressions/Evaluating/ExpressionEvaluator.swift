/// Evaluates expressions within a budget of steps and memory, without side effects.
///
/// The extension implements what all languages have in common; each language implements the rest.
package protocol ExpressionEvaluator: AnyObject {
  static var functions: [String: ExpressionFunction<Self>] { get }
  static var brackets: ValueBrackets { get }
  /// Whether `and` and `or` skip their right side if the left one decides.
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
  /// Evaluates a node that only some languages have.
  func special(_ node: ExpressionNode) throws(ExpressionFault) -> Value

  func isTrue(_ value: Value) -> Bool
  func areEqual(
    _ left: Value, _ right: Value, at offset: Int
  ) throws(ExpressionFault) -> Bool
  /// Returns a negative number where the first comes before the second; nil if the values have no
  /// order and every comparison is false.
  func order(
    _ left: Value, _ right: Value, at offset: Int
  ) throws(ExpressionFault) -> Int?
  /// Calculates with values of different types.
  func arithmetic(
    _ operation: ExpressionOperator, _ left: Value, _ right: Value, at offset: Int
  ) throws(ExpressionFault) -> Value
  /// Returns the text of a value that is neither a list nor an object.
  func words(for value: Value) -> String
}

extension ExpressionEvaluator {
  package static var mostBytes: Int { WorkBudget.mostBytes }

  // MARK: - Cost

  /// Charges steps and memory to the budget.
  package func spend(_ steps: Int = 1, bytes: Int = 0, at offset: Int) throws(ExpressionFault) {
    do throws(WorkBudget.Exhaustion) {
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

  package func areEqual(
    _ left: Value, _ right: Value, at offset: Int
  ) throws(ExpressionFault) -> Bool {
    try order(left, right, at: offset) == 0
  }

  /// Returns -1, 0 or 1, as sort orders need it.
  package static func order<Item: Comparable>(_ left: Item, _ right: Item) -> Int {
    left < right ? -1 : left == right ? 0 : 1
  }

  package func binary(
    _ operation: ExpressionOperator, _ left: Value, _ right: Value, at offset: Int
  ) throws(ExpressionFault) -> Value {
    func isOrdered(_ fits: (Int) -> Bool) throws(ExpressionFault) -> Value {
      .boolean(try order(left, right, at: offset).map(fits) ?? false)
    }
    switch operation {
    case .and: return .boolean(isTrue(left) && isTrue(right))
    case .or: return .boolean(isTrue(left) || isTrue(right))
    case .equal: return .boolean(try areEqual(left, right, at: offset))
    case .different: return .boolean(!(try areEqual(left, right, at: offset)))
    case .less: return try isOrdered { $0 < 0 }
    case .greater: return try isOrdered { $0 > 0 }
    case .lessOrEqual: return try isOrdered { $0 <= 0 }
    case .greaterOrEqual: return try isOrdered { $0 >= 0 }
    case .plus, .minus, .times, .over, .remainder: break
    }
    switch (operation, left, right) {
    case (.plus, .number(let left), .number(let right)): return .number(left + right)
    case (.minus, .number(let left), .number(let right)): return .number(left - right)
    case (.times, .number(let left), .number(let right)): return .number(left * right)
    case (.over, .number(let left), .number(let right)): return .number(left / right)
    case (.remainder, .number(let left), .number(let right)):
      return .number(left.truncatingRemainder(dividingBy: right))
    case (.plus, .date(let date), .duration(let span)),
      (.plus, .duration(let span), .date(let date)):
      return try shifted(date, by: span, at: offset)
    case (.minus, .date(let date), .duration(let span)):
      return try shifted(date, by: span.times(-1), at: offset)
    case (.plus, .duration(let left), .duration(let right)): return .duration(left.plus(right))
    case (.minus, .duration(let left), .duration(let right)):
      return .duration(left.plus(right.times(-1)))
    case (.times, .duration(let span), .number(let number)) where !span.isDifference,
      (.times, .number(let number), .duration(let span)) where !span.isDifference:
      return .duration(span.times(number))
    case (.over, .duration(let span), .number(let number)) where !span.isDifference:
      return .duration(span.times(1 / number))
    case (.plus, .list(let left), .list(let right)):
      return try list(left.items + right.items, at: offset)
    default: return try arithmetic(operation, left, right, at: offset)
    }
  }

  package func shifted(
    _ date: DateValue, by span: DurationValue, at offset: Int
  ) throws(ExpressionFault) -> Value {
    guard span.isFinite, let date = date.advanced(by: span) else {
      throw ExpressionFault("no calendar reaches that far", at: offset)
    }
    return .date(date)
  }
}
