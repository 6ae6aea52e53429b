extension BaseEvaluator {
  func binary(
    _ operation: BaseOperator, _ leftNode: BaseNode, _ rightNode: BaseNode, at offset: Int
  ) throws(BaseFault) -> BaseValue {
    let left = try value(leftNode)
    switch operation {
    case .or: return .boolean(left.isTruthy ? true : try value(rightNode).isTruthy)
    case .and: return .boolean(left.isTruthy ? try value(rightNode).isTruthy : false)
    default: break
    }
    let right = try value(rightNode)
    switch operation {
    case .equal: return .boolean(try areEqual(left, right, at: offset))
    case .different: return .boolean(!(try areEqual(left, right, at: offset)))
    case .less: return .boolean(try order(left, right, at: offset).map { $0 < 0 } ?? false)
    case .greater: return .boolean(try order(left, right, at: offset).map { $0 > 0 } ?? false)
    case .lessOrEqual: return .boolean(try order(left, right, at: offset).map { $0 <= 0 } ?? false)
    case .greaterOrEqual:
      return .boolean(try order(left, right, at: offset).map { $0 >= 0 } ?? false)
    case .plus: return try sum(left, right, at: offset)
    case .minus: return try difference(left, right, at: offset)
    case .times, .over, .remainder: return try product(operation, left, right, at: offset)
    case .or, .and: return right
    }
  }

  func negative(_ value: BaseValue, at offset: Int) throws(BaseFault) -> BaseValue {
    if value.isNull { return .null }
    if case .duration(let duration) = value, !duration.isDifference {
      return .duration(duration.times(-1))
    }
    return .number(-(try number(value, for: "-", at: offset)))
  }

  /// As JavaScript makes a number of it; a text that is none is an error.
  func number(_ value: BaseValue, for operation: String, at offset: Int) throws(BaseFault) -> Double
  {
    switch value {
    case .null: return 0
    case .boolean(let isTrue): return isTrue ? 1 : 0
    case .number(let number): return number
    case .duration(let duration): return duration.total
    case .date(let date): return moment.milliseconds(of: date)
    case .string(let text):
      if let number = BaseNumber.read(text) { return number }
      throw BaseFault(
        offset: offset, reason: "\(operation) needs a number, and “\(text.prefix(40))” is none")
    default:
      throw BaseFault(
        offset: offset, reason: "\(operation) needs a number, and this is a \(value.typeName)")
    }
  }

  private func shifted(
    _ date: BaseDate, by duration: BaseDuration, at offset: Int
  ) throws(BaseFault) -> BaseValue {
    guard duration.isFinite, let date = date.advanced(by: duration) else {
      throw BaseFault(offset: offset, reason: "no calendar reaches that far")
    }
    return .date(date)
  }

  /// What may be added to a date.
  private func span(_ value: BaseValue) -> BaseDuration? {
    switch value {
    case .duration(let duration): duration
    case .number(let number): BaseDuration(milliseconds: number)
    case .string(let text): BaseDuration(text)
    default: nil
    }
  }

  private func sum(
    _ left: BaseValue, _ right: BaseValue, at offset: Int
  ) throws(BaseFault) -> BaseValue {
    switch (left, right) {
    case (.number(let left), .number(let right)): return .number(left + right)
    case (.null, .list): return right
    case (.list, .null): return left
    // What is not there counts for nothing among texts only.
    case (.null, let other), (let other, .null):
      if case .string = other { return other }
      return .null
    case (.date(let date), _):
      if let span = span(right) { return try shifted(date, by: span, at: offset) }
    case (_, .date(let date)):
      if let span = span(left) { return try shifted(date, by: span, at: offset) }
    case (.list(let left), .list(let right)):
      return try list(left.items + right.items, at: offset)
    case (.duration(let left), .duration(let right)):
      return .duration(left.plus(right))
    case (.duration(let duration), .string(let text)) where !duration.isDifference:
      if let other = BaseDuration(text) { return .duration(duration.plus(other)) }
    case (.string(let text), .duration(let duration)) where !duration.isDifference:
      // A day that is written as text.
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
    _ left: BaseValue, _ right: BaseValue, at offset: Int
  ) throws(BaseFault) -> BaseValue {
    if left.isNull || right.isNull { return .null }
    if case .date(let first) = left {
      if let second = asDate(right) {
        return .duration(
          BaseDuration(
            milliseconds: Double(first.milliseconds - second.milliseconds), isDifference: true))
      }
      if let span = span(right) { return try shifted(first, by: span.times(-1), at: offset) }
    }
    if case .date(let second) = right, let first = asDate(left) {
      return .duration(
        BaseDuration(
          milliseconds: Double(first.milliseconds - second.milliseconds), isDifference: true))
    }
    if case .duration(let first) = left, case .duration(let second) = right {
      return .duration(first.plus(second.times(-1)))
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
    _ operation: BaseOperator, _ left: BaseValue, _ right: BaseValue, at offset: Int
  ) throws(BaseFault) -> BaseValue {
    if left.isNull || right.isNull { return .null }
    let sign = operation.rawValue
    if operation == .times || operation == .over, case .duration(let duration) = left,
      !duration.isDifference, case .number(let number) = right
    {
      return .duration(duration.times(operation == .times ? number : 1 / number))
    }
    if operation == .times, case .number(let number) = left, case .duration(let duration) = right,
      !duration.isDifference
    {
      return .duration(duration.times(number))
    }
    let first = try number(left, for: sign, at: offset)
    let second = try number(right, for: sign, at: offset)
    switch operation {
    case .times: return .number(first * second)
    case .over: return .number(first / second)
    default: return .number(first.truncatingRemainder(dividingBy: second))
    }
  }

  func asDate(_ value: BaseValue) -> BaseDate? {
    switch value {
    case .date(let date): date
    case .string(let text): date(text)
    default: nil
    }
  }
}

extension BaseValue {
  /// As JavaScript has it, but that an empty list is nothing.
  package var isTruthy: Bool {
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

  /// What is added as numbers are.
  var isNumeric: Bool {
    switch self {
    case .boolean, .number: true
    case .duration(let duration): duration.isDifference
    default: false
    }
  }
}
