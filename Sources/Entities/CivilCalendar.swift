/// Days and clock times in UTC by the Gregorian calendar, which is extended into the past.
package enum CivilCalendar {
  /// Returns the calendar and clock time of a moment in UTC.
  package static func civil(_ moment: Timestamp) -> CivilTime {
    let days = floorDivide(moment.seconds, 86_400)
    // Not computed from the days: for the earliest second they would overflow 64 bits.
    let rest = Int((moment.seconds % 86_400 + 86_400) % 86_400)
    let date = date(ofDay: Int(days))
    return CivilTime(
      year: date.year, month: date.month, day: date.day, hour: rest / 3600,
      minute: rest / 60 % 60, second: rest % 60)
  }

  /// Returns the moment of a calendar and clock time in UTC.
  package static func moment(_ civil: CivilTime) -> Timestamp {
    let seconds = civil.hour * 3600 + civil.minute * 60 + civil.second
    let days = day(year: civil.year, month: civil.month, day: civil.day)
    return Timestamp(seconds: Int64(days) * 86_400 + Int64(seconds))
  }

  /// Whether the date and the time are valid.
  package static func exists(_ civil: CivilTime) -> Bool {
    guard (1...12).contains(civil.month), civil.day >= 1, (0..<24).contains(civil.hour),
      (0..<60).contains(civil.minute), (0..<60).contains(civil.second)
    else { return false }
    return self.civil(moment(civil)) == civil
  }

  /// Returns the number of days since 1970-01-01, which is day 0.
  package static func day(of time: CivilTime) -> Int {
    day(year: time.year, month: time.month, day: time.day)
  }

  /// Returns the midnight at which a day begins.
  package static func civil(ofDay day: Int) -> CivilTime {
    let date = date(ofDay: day)
    return CivilTime(year: date.year, month: date.month, day: date.day)
  }

  // Both count years from March, so that the leap day is a year's last and months need no table:
  // from March on, month m begins on day (153m + 2) / 5.

  private static func day(year: Int, month: Int, day: Int) -> Int {
    let marchYear = month > 2 ? year : year - 1
    let marchMonth = (month + 9) % 12
    let leapDays =
      Int(floorDivide(Int64(marchYear), 4)) - Int(floorDivide(Int64(marchYear), 100))
      + Int(floorDivide(Int64(marchYear), 400))
    return marchYear * 365 + leapDays + (153 * marchMonth + 2) / 5 + day - 1 - 719_468
  }

  private static func date(ofDay days: Int) -> (year: Int, month: Int, day: Int) {
    // Four centuries always have 146,097 days; the first guess is off by one year at most.
    let shifted = days + 719_468
    var marchYear = Int(floorDivide(Int64(shifted) * 400, 146_097))
    while day(year: marchYear, month: 3, day: 1) > days { marchYear -= 1 }
    while day(year: marchYear + 1, month: 3, day: 1) <= days { marchYear += 1 }
    let dayOfYear = days - day(year: marchYear, month: 3, day: 1)
    let marchMonth = (5 * dayOfYear + 2) / 153
    let month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
    return (
      marchYear + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * marchMonth + 2) / 5 + 1
    )
  }

  private static func floorDivide(_ number: Int64, _ divisor: Int64) -> Int64 {
    let quotient = number / divisor
    return number % divisor < 0 ? quotient - 1 : quotient
  }
}
