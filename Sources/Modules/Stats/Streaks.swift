package import Entities

/// Days without a gap on which something was written or done.
package struct Streaks: Equatable, Sendable {
  /// The one that goes on: up to today, or to yesterday while nothing has happened today.
  package var current = 0
  package var longest = 0

  package init(current: Int = 0, longest: Int = 0) {
    self.current = current
    self.longest = longest
  }

  /// `days` in any order.
  package init(of days: some Sequence<Day>, today: Day) {
    var length = 0
    var last: Day?
    for day in Set(days).filter({ $0 <= today }).sorted() {
      length = last == day.advanced(by: -1) ? length + 1 : 1
      longest = max(longest, length)
      last = day
    }
    if let last, last >= today.advanced(by: -1) { current = length }
  }
}
