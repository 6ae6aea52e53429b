package import Entities

/// A span of time: months, whose lengths differ, and the rest.
package struct DurationValue: Sendable, Equatable {
  package var months: Double
  package var milliseconds: Double
  /// The calendar months between two dates, and the rest, for display.
  package struct Between: Sendable, Equatable {
    package var months: Int
    package var milliseconds: Double
  }

  package var between: Between?
  /// Whether it is the difference of two dates, which counts as milliseconds in sums.
  package var isDifference = false

  /// The length of a month in Moment, where days are compared with months.
  private static let month = 2_629_746_000.0

  /// The length, with months as long as those from 1970 on: the first has 31 days, twelve have 365.
  package var total: Double {
    if months == 0 { return milliseconds }
    let start = Day(CivilTime(year: 1970, month: 1, day: 1))
    guard let whole = Int(exactly: months.rounded(.towardZero)), abs(whole) < 1_000_000 else {
      return months * Self.month + milliseconds
    }
    let days = Double(start.advanced(byMonths: whole).number - start.number)
    return days * 86_400_000 + (months - Double(whole)) * Self.month + milliseconds
  }

  private static let short: [String: TimeUnit] = [
    "y": .year, "mo": .month, "w": .week, "d": .day, "h": .hour, "m": .minute, "min": .minute,
    "mins": .minute, "s": .second, "sec": .second, "secs": .second, "ms": .millisecond,
  ]

  private static func unit(_ name: String) -> TimeUnit? {
    // An uppercase M means months, a lowercase one for minutes.
    if name == "M" { return .month }
    let name = name.lowercased()
    return short[name] ?? TimeUnit(word: name)
  }

  package init(months: Double = 0, milliseconds: Double, isDifference: Bool = false) {
    self.months = months
    self.milliseconds = milliseconds
    self.isDifference = isDifference
  }

  package init(_ count: Double, _ unit: TimeUnit) {
    let months = unit.span?.months ?? 0
    self.init(
      months: count * Double(months), milliseconds: months == 0 ? count * unit.milliseconds : 0)
  }

  /// Reads `1d`, `-2 weeks`, `1h 30m`; returns nil for any other text.
  package init?(_ written: String) {
    (months, milliseconds) = (0, 0)
    var rest = written.utf8.prefix(201)
    guard rest.count <= 200 else { return nil }
    var sign = 1.0
    var hasPart = false
    while true {
      rest = rest.drop { $0 == 0x20 || $0 == 0x2c }
      guard let first = rest.first else { break }
      if first == UInt8(ascii: "-") || first == UInt8(ascii: "+") {
        sign = first == UInt8(ascii: "-") ? -1 : 1
        rest = rest.dropFirst().drop { $0 == 0x20 }
      }
      let digits = rest.prefix { (0x30...0x39).contains($0) || $0 == 0x2e }
      guard let number = Double(String(Substring(digits))) else { return nil }
      rest = rest.dropFirst(digits.count).drop { $0 == 0x20 }
      let letters = rest.prefix { ($0 | 0x20) &- 0x61 < 26 }
      let name = String(Substring(letters))
      guard let unit = Self.unit(name) else { return nil }
      self = plus(DurationValue(sign * number, unit))
      rest = rest.dropFirst(letters.count)
      hasPart = true
    }
    guard hasPart else { return nil }
  }

  /// Makes the duration between two dates by the calendar.
  package init(from start: DateValue, to end: DateValue) {
    self.init(milliseconds: Double(end.milliseconds - start.milliseconds))
    let (first, last) = (min(start, end), max(start, end))
    let (one, other) = (first.civil, last.civil)
    var months = (other.year - one.year) * 12 + other.month - one.month
    var reached = first.advanced(by: DurationValue(months: Double(months), milliseconds: 0))
    if let date = reached, date > last {
      months -= 1
      reached = first.advanced(by: DurationValue(months: Double(months), milliseconds: 0))
    }
    guard let reached else { return }
    let sign = start > end ? -1 : 1
    between = Between(
      months: sign * months,
      milliseconds: Double(sign) * Double(last.milliseconds - reached.milliseconds))
  }

  package func times(_ factor: Double) -> DurationValue {
    DurationValue(months: months * factor, milliseconds: milliseconds * factor)
  }

  package func plus(_ other: DurationValue) -> DurationValue {
    DurationValue(
      months: months + other.months, milliseconds: milliseconds + other.milliseconds)
  }

  package var isFinite: Bool { total.isFinite }

  /// The approximate length in the words of Moment: `a day`, `3 months`.
  package var text: String {
    let seconds = abs(total) / 1000
    func words(_ number: Double, _ one: String, _ many: String) -> String {
      number <= 1 ? one : "\(NumberText.text(number)) \(many)"
    }
    let (minutes, hours) = ((seconds / 60).rounded(), (seconds / 3600).rounded())
    let days = (seconds / 86_400).rounded()
    let months = (seconds / 86_400 * 4800 / 146_097).rounded()
    if seconds.rounded() < 45 { return "a few seconds" }
    if minutes < 45 { return words(minutes, "a minute", "minutes") }
    if hours < 22 { return words(hours, "an hour", "hours") }
    if days < 26 { return words(days, "a day", "days") }
    if months < 11 { return words(months, "a month", "months") }
    return words((seconds / 86_400 * 400 / 146_097).rounded(), "a year", "years")
  }

  /// Returns the length in `years`, `months`, `weeks` and so on.
  package func whole(_ name: String) -> Double? {
    guard name.hasSuffix("s"), let unit = TimeUnit(word: name) else { return nil }
    guard let count = unit.span?.months, count > 0 else { return total / unit.milliseconds }
    return (months + milliseconds / Self.month) / Double(count)
  }
}
