package import Entities

/// How moments are written where there is little room.
package enum ShortDate {
  /// The time of today, the day of this year, else the whole date. Where moments of one day are to
  /// be told apart, `withTime` has today's to the second and this year's days with their time.
  package static func text(
    for moment: Timestamp, withTime: Bool = false, form: DateForm = .auto, clock: any WallClock
  ) -> String {
    let now = clock.civil(clock.now)
    let then = clock.civil(moment)
    let time = String(then.clock.prefix(5))
    let day = then.date
    if form == .iso { return withTime ? "\(day) \(time)" : day }
    if (then.year, then.month, then.day) == (now.year, now.month, now.day) {
      return withTime ? then.clock : time
    }
    if then.year == now.year, (1...12).contains(then.month) {
      let short = "\(then.day) \(EnglishDate.months[then.month - 1].prefix(3))"
      return withTime ? "\(short) \(time)" : short
    }
    return day
  }
}
