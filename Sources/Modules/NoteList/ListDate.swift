import Entities
import Services

/// How the list writes a date: the time of today, the day of this year, else the whole date.
enum ListDate {
  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  static func text(for moment: Timestamp, clock: any WallClock) -> String {
    let now = clock.civil(clock.now)
    let then = clock.civil(moment)
    if (then.year, then.month, then.day) == (now.year, now.month, now.day) {
      return "\(twoDigits(then.hour)):\(twoDigits(then.minute))"
    }
    if then.year == now.year, (1...12).contains(then.month) {
      return "\(then.day) \(months[then.month - 1])"
    }
    return "\(then.year)-\(twoDigits(then.month))-\(twoDigits(then.day))"
  }

  private static func twoDigits(_ number: Int) -> String {
    number < 10 ? "0\(number)" : "\(number)"
  }
}
