package import Entities

/// How moments are written where there is little room.
package enum ShortDate {
  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  /// The time of today, the day of this year, else the whole date. Where moments of one day are to
  /// be told apart, `withTime` has today's to the second and this year's days with their time.
  package static func text(
    for moment: Timestamp, withTime: Bool = false, form: DateForm = .auto, clock: any WallClock
  ) -> String {
    let now = clock.civil(clock.now)
    let then = clock.civil(moment)
    let time = "\(two(then.hour)):\(two(then.minute))"
    let day = "\(then.year)-\(two(then.month))-\(two(then.day))"
    if form == .iso { return withTime ? "\(day) \(time)" : day }
    if (then.year, then.month, then.day) == (now.year, now.month, now.day) {
      return withTime ? "\(time):\(two(then.second))" : time
    }
    if then.year == now.year, (1...12).contains(then.month) {
      let short = "\(then.day) \(months[then.month - 1])"
      return withTime ? "\(short) \(time)" : short
    }
    return day
  }

  private static func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
