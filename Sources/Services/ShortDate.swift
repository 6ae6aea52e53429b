package import Entities

/// How moments are written where there is little room.
package enum ShortDate {
  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  /// The time of today, the day of this year, else the whole date. Where moments of one day are to
  /// be told apart, `withTime` has today's to the second and this year's days with their time.
  package static func text(
    for moment: Timestamp, withTime: Bool = false, clock: any WallClock
  ) -> String {
    let now = clock.civil(clock.now)
    let then = clock.civil(moment)
    let time = "\(two(then.hour)):\(two(then.minute))"
    if (then.year, then.month, then.day) == (now.year, now.month, now.day) {
      return withTime ? "\(time):\(two(then.second))" : time
    }
    if then.year == now.year, (1...12).contains(then.month) {
      let day = "\(then.day) \(months[then.month - 1])"
      return withTime ? "\(day) \(time)" : day
    }
    return "\(then.year)-\(two(then.month))-\(two(then.day))"
  }

  private static func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
