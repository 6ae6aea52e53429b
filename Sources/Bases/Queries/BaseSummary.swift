import Expressions

/// The built-in summaries of a column.
enum BaseSummary: String, CaseIterable {
  case average, min, max, sum, range, median, stddev, earliest, latest, checked, unchecked, empty
  case filled, unique

  init?(_ name: String) { self.init(rawValue: name.lowercased()) }

  func value(of values: [Value], by evaluator: BaseEvaluator) -> Value {
    switch self {
    case .checked: return count(values) { if case .boolean(true) = $0 { true } else { false } }
    case .unchecked: return count(values) { if case .boolean(false) = $0 { true } else { false } }
    case .empty: return count(values) { $0.isNothing }
    case .filled: return count(values) { !$0.isNothing }
    case .unique:
      var texts: Set<String> = []
      for value in values where !value.isNothing { texts.insert(evaluator.shownPlainly(value)) }
      return .number(Double(texts.count))
    case .earliest: return dates(values, evaluator).min().map(Value.date) ?? .null
    case .latest: return dates(values, evaluator).max().map(Value.date) ?? .null
    case .range:
      let dates = dates(values, evaluator)
      if let first = dates.min(), let last = dates.max() {
        return .duration(
          DurationValue(milliseconds: Double(last.milliseconds - first.milliseconds)))
      }
    default: break
    }
    let numbers = values.compactMap { value -> Double? in
      switch value {
      case .number(let number): number.isNaN ? nil : number
      case .duration(let duration): duration.total
      default: nil
      }
    }
    guard let least = numbers.min(), let most = numbers.max() else {
      return self == .sum ? .number(0) : .null
    }
    let sum = numbers.reduce(0, +)
    let mean = sum / Double(numbers.count)
    switch self {
    case .average: return .number(mean)
    case .min: return .number(least)
    case .max: return .number(most)
    case .sum: return .number(sum)
    case .range: return .number(most - least)
    case .median:
      let sorted = numbers.sorted()
      let middle = sorted.count / 2
      return .number(
        sorted.count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2)
    case .stddev:
      let squares = numbers.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
      return .number((squares / Double(numbers.count)).squareRoot())
    default: return .null
    }
  }

  private func count(_ values: [Value], _ isOne: (Value) -> Bool) -> Value {
    .number(Double(values.count(where: isOne)))
  }

  private func dates(_ values: [Value], _ evaluator: BaseEvaluator) -> [DateValue] {
    values.compactMap { evaluator.asDate($0) }
  }
}

extension Value {
  /// Whether the value is null, an empty text, or a list or object without items.
  var isNothing: Bool {
    switch self {
    case .null: true
    case .string(let text): text.isEmpty
    case .list(let list): list.items.isEmpty
    case .object(let object): object.pairs.isEmpty
    default: false
    }
  }
}
