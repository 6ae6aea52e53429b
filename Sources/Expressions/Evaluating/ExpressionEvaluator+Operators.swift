extension ExpressionEvaluator {
  package func areEqual(
    _ left: Value, _ right: Value, at offset: Int
  ) throws(ExpressionFault) -> Bool {
    try order(left, right, at: offset) == 0
  }

  /// As orders say it: below 0 where the first comes first.
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
