import Entities
import Glibc
import Services

/// Moments as text.
enum WrittenTime {
  /// `2026-03-02T10:30:00Z`
  static func inUTC(_ moment: Timestamp) -> String {
    var seconds = time_t(moment.seconds)
    var parts = tm()
    guard gmtime_r(&seconds, &parts) != nil else { return "1970-01-01T00:00:00Z" }
    let date = day(Int(parts.tm_year) + 1900, Int(parts.tm_mon) + 1, Int(parts.tm_mday))
    return "\(date)T\(two(Int(parts.tm_hour))):\(two(Int(parts.tm_min))):"
      + "\(two(Int(parts.tm_sec)))Z"
  }

  /// `2026-03-02 10:30`, on the person's own wall.
  static func onWall(_ moment: Timestamp, _ clock: any WallClock) -> String {
    let time = clock.civil(moment)
    return "\(day(time.year, time.month, time.day)) \(two(time.hour)):\(two(time.minute))"
  }

  private static func day(_ year: Int, _ month: Int, _ day: Int) -> String {
    let digits = "\(year)"
    return String(repeating: "0", count: max(0, 4 - digits.utf8.count)) + digits
      + "-\(two(month))-\(two(day))"
  }

  private static func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
