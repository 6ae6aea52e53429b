/// A moment in UTC, counted from 1970.
package struct Timestamp: Hashable, Comparable, Sendable {
  package var seconds: Int64
  package var nanoseconds: Int32

  package init(seconds: Int64, nanoseconds: Int32 = 0) {
    self.seconds = seconds
    self.nanoseconds = nanoseconds
  }

  package static func < (left: Timestamp, right: Timestamp) -> Bool {
    (left.seconds, left.nanoseconds) < (right.seconds, right.nanoseconds)
  }

  package func advanced(by duration: Duration) -> Timestamp {
    let (wholeSeconds, attoseconds) = duration.components
    let total = Int64(nanoseconds) + attoseconds / 1_000_000_000
    let carry = total >= 1_000_000_000 ? 1 : total < 0 ? -1 : Int64(0)
    return Timestamp(
      seconds: seconds + wholeSeconds + carry,
      nanoseconds: Int32(total - carry * 1_000_000_000))
  }
}

/// A moment as calendar and clock show it in one time zone.
package struct CivilTime: Hashable, Comparable, Sendable {
  package var year: Int
  package var month: Int
  package var day: Int
  package var hour: Int
  package var minute: Int
  package var second: Int

  package init(year: Int, month: Int, day: Int, hour: Int = 0, minute: Int = 0, second: Int = 0) {
    self.year = year
    self.month = month
    self.day = day
    self.hour = hour
    self.minute = minute
    self.second = second
  }

  private var parts: [Int] { [year, month, day, hour, minute, second] }

  package static func < (left: CivilTime, right: CivilTime) -> Bool {
    left.parts.lexicographicallyPrecedes(right.parts)
  }
}

extension CivilTime {
  /// Formats as `2026-03-02 09:00`, or with another separator in the time, for a file's name.
  package func shortText(between: String = ":") -> String {
    "\(date) \(hour.padded())\(between)\(minute.padded())"
  }

  /// The date: `2026-03-02`.
  package var date: String { "\(year.padded(to: 4))-\(month.padded())-\(day.padded())" }

  /// The time of day: `10:30:15`.
  package var clock: String { "\(hour.padded()):\(minute.padded()):\(second.padded())" }

  /// The format of front matter: `2026-03-02T10:30:15`.
  package var written: String { "\(date)T\(clock)" }
}

extension Timestamp {
  /// The moment in UTC: `2026-03-02T10:30:15Z`.
  package var written: String { CivilCalendar.civil(self).written + "Z" }
}

extension Int {
  /// Formats with leading zeros.
  package func padded(to width: Int = 2) -> String {
    let digits = "\(magnitude)"
    return (self < 0 ? "-" : "")
      + String(repeating: "0", count: Swift.max(0, width - digits.utf8.count)) + digits
  }
}

/// The current time, and its conversion to the local time zone.
package protocol WallClock: Sendable {
  var now: Timestamp { get }
  func civil(_ moment: Timestamp) -> CivilTime
}
