/// A calendar day without a time or a time zone.
package struct Day: Hashable, Comparable, Sendable {
  /// Days since 1970-01-01, which is 0.
  package var number: Int

  package init(_ number: Int) { self.number = number }

  /// The day of a civil time.
  package init(_ time: CivilTime) { number = CivilCalendar.day(of: time) }

  /// Fails if the calendar has no such day.
  package init?(year: Int, month: Int, day: Int) {
    let time = CivilTime(year: year, month: month, day: day)
    guard CivilCalendar.exists(time) else { return nil }
    number = CivilCalendar.day(of: time)
  }

  package static func < (left: Day, right: Day) -> Bool { left.number < right.number }

  /// The day's midnight.
  package var time: CivilTime { CivilCalendar.civil(ofDay: number) }

  package var startOfMonth: Day { advanced(by: 1 - time.day) }

  /// Whether the year has at most four digits, as notes write it.
  package var isWritable: Bool { (1...9999).contains(time.year) }

  package var weekday: Weekday {
    // 1970 began on a Thursday.
    Weekday.allCases[((number + 3) % 7 + 7) % 7]
  }

  package func advanced(by days: Int) -> Day { Day(number + days) }

  /// Returns the same day of the month `months` later, or the last day of a shorter month.
  package func advanced(byMonths months: Int) -> Day {
    let time = time
    let month = time.year * 12 + time.month - 1 + months
    let year = month >= 0 ? month / 12 : (month - 11) / 12
    let first = CivilCalendar.day(of: CivilTime(year: year, month: month - year * 12 + 1, day: 1))
    return Day(first + min(time.day, Day(first).daysInMonth) - 1)
  }

  package var daysInMonth: Int {
    let time = time
    let next =
      time.month == 12
      ? CivilTime(year: time.year + 1, month: 1, day: 1)
      : CivilTime(year: time.year, month: time.month + 1, day: 1)
    return CivilCalendar.day(of: next)
      - CivilCalendar.day(of: CivilTime(year: time.year, month: time.month, day: 1))
  }

  /// Returns the first day of the week that contains this day.
  package func startOfWeek(_ first: Weekday) -> Day {
    let behind = (weekday.rawValue - first.rawValue + 7) % 7
    return Day(number - behind)
  }

  /// The day in ISO format: `2026-03-02`.
  package var text: String { time.date }
}

package enum Weekday: Int, CaseIterable, Hashable, Sendable {
  case monday, tuesday, wednesday, thursday, friday, saturday, sunday

  package var name: String {
    switch self {
    case .monday: "Monday"
    case .tuesday: "Tuesday"
    case .wednesday: "Wednesday"
    case .thursday: "Thursday"
    case .friday: "Friday"
    case .saturday: "Saturday"
    case .sunday: "Sunday"
    }
  }

  /// Finds a weekday by its name or the start of it: `fri`, `Friday`, `tues`.
  package init?(word: String) {
    let word = word.lowercased()
    let found = Weekday.allCases.first { day in
      let name = day.name.lowercased()
      return word == name || word == name + "s"
        || word.utf8.count >= 3 && word.utf8.count <= 5 && name.hasPrefix(word)
    }
    guard let found else { return nil }
    self = found
  }
}

/// A range of days. A nil end is open.
package struct DaySpan: Hashable, Sendable {
  package var first: Day?
  package var last: Day?

  package init(_ first: Day?, _ last: Day?) {
    self.first = first
    self.last = last
  }

  package func contains(_ day: Day) -> Bool {
    (first.map { $0 <= day } ?? true) && (last.map { day <= $0 } ?? true)
  }
}

/// A unit of time spans.
package enum TimeUnit: String, CaseIterable, Sendable {
  case year, month, week, day, hour, minute, second, millisecond

  /// Finds a unit by its name, singular or plural: `week`, `weeks`.
  package init?(word: String) {
    self.init(rawValue: word.hasSuffix("s") ? String(word.dropLast()) : word)
  }

  /// Finds a unit of a day or longer by its letter: `d`, `w`, `m` or `y`.
  package init?(letter: String) {
    let unit = Self.allCases.first { $0.span != nil && $0.rawValue.prefix(1) == letter }
    guard let unit else { return nil }
    self = unit
  }

  /// The unit in months and days; nil if it is shorter than a day.
  package var span: (months: Int, days: Int)? {
    switch self {
    case .year: (12, 0)
    case .month: (1, 0)
    case .week: (0, 7)
    case .day: (0, 1)
    default: nil
    }
  }

  /// The unit's average length, as Luxon has it: a year is 365 days, a month 30.
  package var milliseconds: Double {
    switch self {
    case .year: 365 * 86_400_000
    case .month: 30 * 86_400_000
    case .week: 7 * 86_400_000
    case .day: 86_400_000
    case .hour: 3_600_000
    case .minute: 60_000
    case .second: 1000
    case .millisecond: 1
    }
  }
}

extension Day {
  /// Returns the day `count` units later, or nil if the unit is shorter than a day.
  package func advanced(by count: Int, _ unit: TimeUnit) -> Day? {
    unit.span.map {
      $0.months == 0 ? advanced(by: count * $0.days) : advanced(byMonths: count * $0.months)
    }
  }
}
