import Bases
import Entities

/// The functions that are about days and times.
extension DataEvaluator {
  func makeDate(_ call: DataCall) throws(BlockProblem) -> BaseValue {
    switch call.first {
    case .null, .date: return call.first
    case .string(let text):
      if call.values.count > 1 {
        guard let format = call.second.string else { throw call.refused }
        return DataDateFormat(format).date(text).map(BaseValue.date) ?? .null
      }
      return DataText.date(text, now: now).map(BaseValue.date) ?? .null
    case .link(let link):
      if let date = link.display.flatMap(DataText.date(iso:)) { return .date(date) }
      if let date = DataText.date(iso: link.file) { return .date(date) }
      guard let page = vault.page(of: link),
        let file = vault.field(DataName("file"), of: page)
      else { return .null }
      return try field(DataName("day"), of: file, at: call.place)
    default: throw call.refused
    }
  }

  func dated(_ call: DataCall) throws(BlockProblem) -> BaseValue {
    switch (call.name, call.first, call.second) {
    case (_, .null, _): return .null
    case ("striptime", .date(let date), _): return .date(date.day)
    case ("localtime", .date, _): return call.first
    case ("dateformat", .date(let date), .string(let format)):
      try spend(bytes: format.utf8.count * 16, at: call.place)
      return try text(DataDateFormat(format).text(of: date), at: call.place)
    case ("durationformat", .duration(let duration), .string(let format)):
      return try text(Self.text(duration, format), at: call.place)
    default: throw call.refused
    }
  }

  /// As Luxon writes durations: the largest field takes what no larger one has.
  private static func text(_ duration: BaseDuration, _ format: String) -> String {
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
        let digits = BaseNumber.text(count)
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
