import Entities
import Services

/// How a version's moment and size are written.
enum HistoryDates {
  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  /// The time of today to the second, the day and time of this year, else the whole date.
  static func text(for moment: Timestamp, clock: any WallClock) -> String {
    let now = clock.civil(clock.now)
    let then = clock.civil(moment)
    let time = "\(two(then.hour)):\(two(then.minute))"
    if (then.year, then.month, then.day) == (now.year, now.month, now.day) {
      return "\(time):\(two(then.second))"
    }
    if then.year == now.year, (1...12).contains(then.month) {
      return "\(then.day) \(months[then.month - 1]) \(time)"
    }
    return "\(then.year)-\(two(then.month))-\(two(then.day))"
  }

  static func size(_ bytes: Int) -> String {
    switch bytes {
    case ..<1_000: "\(bytes) B"
    case ..<1_000_000: tenths(bytes, of: 1_000) + " kB"
    default: tenths(bytes, of: 1_000_000) + " MB"
    }
  }

  private static func tenths(_ number: Int, of unit: Int) -> String {
    let tenths = number * 10 / unit
    return tenths < 100 ? "\(tenths / 10).\(tenths % 10)" : "\(tenths / 10)"
  }

  private static func two(_ number: Int) -> String {
    number < 10 ? "0\(number)" : "\(number)"
  }
}
