import Entities
import Services

/// How the trash writes a date: the time of today, the day of this year, else the whole date.
enum TrashDates {
  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  /// Empty where the moment is not known.
  static func text(for moment: Timestamp?, clock: any WallClock) -> String {
    guard let moment else { return "" }
    let now = clock.civil(clock.now)
    let then = clock.civil(moment)
    if (then.year, then.month, then.day) == (now.year, now.month, now.day) {
      return "\(two(then.hour)):\(two(then.minute))"
    }
    if then.year == now.year, (1...12).contains(then.month) {
      return "\(then.day) \(months[then.month - 1])"
    }
    return "\(then.year)-\(two(then.month))-\(two(then.day))"
  }

  private static func two(_ number: Int) -> String {
    number < 10 ? "0\(number)" : "\(number)"
  }
}
