package import Entities
import Synchronization
package import Viper

/// A clock in UTC that moves only when it is advanced.
package final class ManualClock: WallClock {
  private let moment: Mutex<Timestamp>

  package init(_ start: CivilTime = CivilTime(year: 2026, month: 3, day: 2, hour: 9)) {
    moment = Mutex(CivilCalendar.moment(start))
  }

  package var now: Timestamp { moment.withLock { $0 } }

  package func civil(_ moment: Timestamp) -> CivilTime { CivilCalendar.civil(moment) }

  package func set(to time: CivilTime) {
    moment.withLock { $0 = CivilCalendar.moment(time) }
  }

  package func advance(by duration: Duration) {
    moment.withLock { $0 = $0.advanced(by: duration) }
  }
}

/// A scheduler whose time passes only when it is advanced.
@MainActor
package final class ManualScheduler: Scheduler {
  package let runsByItself = false

  private let clock: ManualClock?
  private var elapsed = Duration.zero
  private var timers: [Entry] = []
  private var made = 0

  private struct Entry {
    let number: Int
    let due: Duration
    let action: @MainActor () -> Void
  }

  /// Moves `clock` along, so that an action sees the time at which it was due.
  package init(turning clock: ManualClock? = nil) {
    self.clock = clock
  }

  package var hasTimers: Bool { !timers.isEmpty }

  /// The delay until the next timer is due; nil without timers.
  package var nextDelay: Duration? {
    timers.map(\.due).min().map { max(.zero, $0 - elapsed) }
  }

  package func schedule(
    after delay: Duration, _ action: @escaping @MainActor () -> Void
  ) -> Viper.Timer {
    made += 1
    let number = made
    timers.append(Entry(number: number, due: elapsed + max(.zero, delay), action: action))
    return Timer { [weak self] in self?.timers.removeAll { $0.number == number } }
  }

  /// Lets time pass: due actions run in order, including those scheduled on the way.
  package func advance(by duration: Duration) {
    let end = elapsed + duration
    // Of several due at the same moment, the one scheduled first runs first.
    while let next = timers.min(by: { $0.due < $1.due }), next.due <= end {
      pass(to: next.due)
      timers.removeAll { $0.number == next.number }
      next.action()
    }
    pass(to: end)
  }

  private func pass(to moment: Duration) {
    guard moment > elapsed else { return }
    clock?.advance(by: moment - elapsed)
    elapsed = moment
  }
}
