import Expressions

extension BaseEvaluator {
  func arithmetic(
    _ operation: ExpressionOperator, _ left: Value, _ right: Value, at offset: Int
  ) throws(ExpressionFault) -> Value {
    switch operation {
    case .plus: try sum(left, right, at: offset)
    case .minus: try difference(left, right, at: offset)
    default: try product(operation, left, right, at: offset)
    }
  }

  func negative(_ value: Value, at offset: Int) throws(ExpressionFault) -> Value {
    if value.isNull { return .null }
    if case .duration(let duration) = value, !duration.isDifference {
      return .duration(duration.times(-1))
    }
    return .number(-(try number(value, for: "-", at: offset)))
  }

  /// Converts a value to a number like JavaScript; a text that is not a number is an error.
  func number(_ value: Value, for operation: String, at offset: Int) throws(ExpressionFault)
    -> Double
  {
    switch value {
    case .null: return 0
    case .boolean(let isTrue): return isTrue ? 1 : 0
    case .number(let number): return number
    case .duration(let duration): return duration.total
    case .date(let date): return moment.milliseconds(of: date)
    case .string(let text):
      if let number = NumberText.read(text) { return number }
      throw ExpressionFault(
        "\(operation) needs a number, and “\(text.prefix(40))” is none", at: offset)
    default:
      throw ExpressionFault(
        "\(operation) needs a number, and this is a \(value.typeName)", at: offset)
    }
  }

  /// Returns a value as a duration for addition to a date.
  private func span(_ value: Value) -> DurationValue? {
    switch value {
    case .duration(let duration): duration
    case .number(let number): DurationValue(milliseconds: number)
    case .string(let text): DurationValue(text)
    default: nil
    }
  }

  private func sum(_ left: Value, _ right: Value, at offset: Int) throws(ExpressionFault) -> Value {
    switch (left, right) {
    case (.null, .list): return right
    case (.list, .null): return left
    // A missing value is an empty text when added to a text.
    case (.null, let other), (let other, .null):
      if case .string = other { return other }
      return .null
    case (.date(let date), _):
      if let span = span(right) { return try shifted(date, by: span, at: offset) }
    case (_, .date(let date)):
      if let span = span(left) { return try shifted(date, by: span, at: offset) }
    case (.duration(let duration), .string(let text)) where !duration.isDifference:
      if let other = DurationValue(text) { return .duration(duration.plus(other)) }
    case (.string(let text), .duration(let duration)) where !duration.isDifference:
      // The text is a date.
      if let date = date(text) { return try shifted(date, by: duration, at: offset) }
    default: break
    }
    let areNumbers = left.isNumeric && right.isNumeric
    if areNumbers {
      return .number(
        try number(left, for: "+", at: offset) + number(right, for: "+", at: offset))
    }
    let (first, second) = (try shownText(left, at: offset), try shownText(right, at: offset))
    return try text(first + second, at: offset)
  }

  private func difference(
    _ left: Value, _ right: Value, at offset: Int
  ) throws(ExpressionFault) -> Value {
    if left.isNull || right.isNull { return .null }
    if left.isDate || right.isDate, let first = asDate(left), let second = asDate(right) {
      return .duration(
        DurationValue(
          milliseconds: Double(first.milliseconds - second.milliseconds), isDifference: true))
    }
    if case .date(let first) = left, let span = span(right) {
      return try shifted(first, by: span.times(-1), at: offset)
    }
    if case .string(let text) = left, case .duration(let duration) = right,
      let date = date(text)
    {
      return try shifted(date, by: duration.times(-1), at: offset)
    }
    return .number(
      try number(left, for: "-", at: offset) - number(right, for: "-", at: offset))
  }

  private func product(
    _ operation: ExpressionOperator, _ left: Value, _ right: Value, at offset: Int
  ) throws(ExpressionFault) -> Value {
    if left.isNull || right.isNull { return .null }
    let sign = operation.rawValue
    let first = try number(left, for: sign, at: offset)
    let second = try number(right, for: sign, at: offset)
    switch operation {
    case .times: return .number(first * second)
    case .over: return .number(first / second)
    default: return .number(first.truncatingRemainder(dividingBy: second))
    }
  }

  func asDate(_ value: Value) -> DateValue? {
    switch value {
    case .date(let date): date
    case .string(let text): date(text)
    default: nil
    }
  }
}

extension Value {
  /// Whether the value is true as in JavaScript, except that an empty list is false.
  var isTruthy: Bool {
    switch self {
    case .null: false
    case .boolean(let isTrue): isTrue
    case .number(let number): number != 0 && !number.isNaN
    case .string(let text): !text.isEmpty
    case .duration(let duration): !duration.isDifference || duration.total != 0
    case .list(let list): !list.items.isEmpty
    case .date, .object, .link, .file, .pattern, .shown: true
    }
  }

  fileprivate var isDate: Bool { if case .date = self { true } else { false } }

  /// Values that are added like numbers.
  var isNumeric: Bool {
    switch self {
    case .boolean, .number: true
    case .duration(let duration): duration.isDifference
    default: false
    }
  }
}
