import Entities
import Expressions

/// The functions of dates and durations.
extension DataEvaluator {
  static let ofDates: [ExpressionFunction<DataEvaluator>] = [
    .init("date", 1...2, each: [0]) { evaluator, call in
      switch call.first {
      case .null, .date: return call.first
      case .string(let text):
        if call.values.count > 1 {
          return DataDateFormat(try call.text(1)).date(text).map(Value.date) ?? .null
        }
        return DataText.date(text, now: evaluator.now).map(Value.date) ?? .null
      case .link(let link): return try evaluator.day(of: link, at: call.offset)
      default: throw call.refused
      }
    },
    .init("dur", 1, each: [0]) { _, call in
      switch call.first {
      case .null, .duration: return call.first
      case .string(let text): return DataText.duration(text).map(Value.duration) ?? .null
      default: throw call.refused
      }
    },
    .init("striptime", 1, each: [0]) { _, call in
      try DataEvaluator.date(call).map { .date($0.day) } ?? .null
    },
    .init("localtime", 1, each: [0]) { _, call in
      try DataEvaluator.date(call).map(Value.date) ?? .null
    },
    .init("dateformat", 2, each: [0]) { evaluator, call in
      guard let date = try DataEvaluator.date(call) else { return .null }
      let format = try call.text(1)
      try evaluator.spend(bytes: format.utf8.count * 16, at: call.offset)
      return try evaluator.text(DataDateFormat(format).text(of: date), at: call.offset)
    },
    .init("durationformat", 2, each: [0]) { evaluator, call in
      if call.first.isNull { return .null }
      guard case .duration(let duration) = call.first else { throw call.refused }
      return try evaluator.text(DataEvaluator.text(duration, try call.text(1)), at: call.offset)
    },
  ]

  private static func date(_ call: ExpressionCall) throws(ExpressionFault) -> DateValue? {
    if call.first.isNull { return nil }
    guard case .date(let date) = call.first else { throw call.refused }
    return date
  }

  private func day(of link: LinkValue, at offset: Int) throws(ExpressionFault) -> Value {
    if let date = link.display.flatMap(DataText.date(iso:)) { return .date(date) }
    if let date = DataText.date(iso: link.file) { return .date(date) }
    guard let page = vault.page(of: link), let file = vault.field(FieldName("file"), of: page)
    else { return .null }
    return try field(FieldName("day"), of: file, at: offset)
  }

  /// Writes a duration as Luxon does: each field has the part that larger fields leave.
  private static func text(_ duration: DurationValue, _ format: String) -> String {
    var rest = abs(duration.months * TimeUnit.month.milliseconds + duration.milliseconds)
    var isQuoted = false
    var used: Set<Character> = []
    for character in format {
      if character == "'" { isQuoted.toggle() } else if !isQuoted { used.insert(character) }
    }
    var counts: [Character: Double] = [:]
    for (sign, unit) in zip("yMwdhmsS", TimeUnit.allCases) where used.contains(sign) {
      counts[sign] = (rest / unit.milliseconds).rounded(.down)
      rest = rest.truncatingRemainder(dividingBy: unit.milliseconds)
    }
    var out = ""
    var left = format[...]
    while let first = left.first {
      if first == "'" {
        let inner = left.dropFirst().prefix { $0 != "'" }
        out += inner
        left = left.dropFirst(inner.count + 2)
      } else if let count = counts[first] {
        let run = left.prefix { $0 == first }
        let digits = NumberText.text(count)
        out += String(repeating: "0", count: max(0, run.count - digits.count)) + digits
        left = left.dropFirst(run.count)
      } else {
        out.append(first)
        left = left.dropFirst()
      }
    }
    return out
  }
}
