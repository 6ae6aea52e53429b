package import Entities

/// A day, or a moment, in local time.
package struct DateValue: Sendable, Comparable {
  /// Milliseconds since 1970-01-01 00:00 in local time.
  package let milliseconds: Int64
  package var hasTime: Bool

  /// The range of JavaScript's dates.
  private static let limit = 8.64e15

  package init?(milliseconds: Double, hasTime: Bool) {
    guard abs(milliseconds) <= Self.limit else { return nil }
    self.milliseconds = Int64(milliseconds.rounded(.down))
    self.hasTime = hasTime
  }

  package init(_ time: CivilTime, milliseconds: Int = 0, hasTime: Bool = true) {
    self.milliseconds = CivilCalendar.moment(time).seconds * 1000 + Int64(milliseconds)
    self.hasTime = hasTime
  }

  package static func == (left: DateValue, right: DateValue) -> Bool {
    left.milliseconds == right.milliseconds
  }

  package static func < (left: DateValue, right: DateValue) -> Bool {
    left.milliseconds < right.milliseconds
  }

  private var seconds: Int64 { (milliseconds - Int64(millisecond)) / 1000 }

  package var millisecond: Int { Int(((milliseconds % 1000) + 1000) % 1000) }
  package var civil: CivilTime { CivilCalendar.civil(Timestamp(seconds: seconds)) }
  package var day: DateValue { DateValue(Day(civil).time, hasTime: false) }

  /// The text as `date()` reads it.
  package var text: String {
    let time = civil
    return hasTime ? "\(time.date) \(time.clock)" : time.date
  }

  package var clock: String { civil.clock }

  package func part(_ name: String) -> Double? {
    let time = civil
    switch name {
    case "year": return Double(time.year)
    case "month": return Double(time.month)
    case "day": return Double(time.day)
    case "hour": return Double(time.hour)
    case "minute": return Double(time.minute)
    case "second": return Double(time.second)
    case "millisecond": return Double(millisecond)
    default: return nil
    }
  }

  func advanced(by duration: DurationValue) -> DateValue? {
    guard let months = Int(exactly: duration.months.rounded()), abs(months) < 1_000_000 else {
      return nil
    }
    let time = civil
    let day = Day(time).advanced(byMonths: months)
    let rest = milliseconds - Int64(Day(time).number) * 86_400_000
    let total = Double(day.number) * 86_400_000 + Double(rest) + duration.milliseconds
    let isWholeDays = duration.milliseconds.truncatingRemainder(dividingBy: 86_400_000) == 0
    return DateValue(milliseconds: total, hasTime: hasTime || !isWholeDays)
  }

  /// Uses the clock time as it is written, whatever the time zone.
  package init(_ moment: WrittenMoment) {
    self.init(moment, wall: { _ in moment.time })
  }

  /// `wall`: converts UTC to local time, which is used for a moment with a time zone.
  package init(_ moment: WrittenMoment, wall: (Timestamp) -> CivilTime) {
    self.init(
      moment.zone == nil ? moment.time : wall(moment.inUTC),
      milliseconds: Int(moment.nanoseconds / 1_000_000), hasTime: moment.hasTime)
  }
}
