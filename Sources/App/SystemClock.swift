package import Entities
import Glibc
package import Viper

/// The machine's clock, and its time zone's calendar.
package struct SystemClock: WallClock {
  package init() {}

  package var now: Timestamp {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Timestamp(seconds: Int64(time.tv_sec), nanoseconds: Int32(time.tv_nsec))
  }

  package func civil(_ moment: Timestamp) -> CivilTime {
    var seconds = time_t(moment.seconds)
    var parts = tm()
    guard localtime_r(&seconds, &parts) != nil else {
      return CivilTime(year: 1970, month: 1, day: 1)
    }
    return CivilTime(
      year: Int(parts.tm_year) + 1900, month: Int(parts.tm_mon) + 1, day: Int(parts.tm_mday),
      hour: Int(parts.tm_hour), minute: Int(parts.tm_min), second: Int(parts.tm_sec))
  }
}

/// The timers of the event loop, which wakes only when the next one is due.
@MainActor
package final class LoopScheduler: Scheduler {
  package let runsByItself = true

  private struct Entry {
    let number: Int
    let due: ContinuousClock.Instant
    let action: @MainActor () -> Void
  }

  /// The earliest first. There are few: one or two for each open editor.
  private var timers: [Entry] = []
  private var made = 0

  package init() {}

  package func schedule(
    after delay: Duration, _ action: @escaping @MainActor () -> Void
  ) -> Viper.Timer {
    made += 1
    let entry = Entry(number: made, due: .now + delay, action: action)
    timers.insert(entry, at: timers.firstIndex { $0.due > entry.due } ?? timers.count)
    return Timer { [weak self] in self?.timers.removeAll { $0.number == entry.number } }
  }

  /// The time until the next timer is due; nil if there is none.
  var untilNext: Duration? {
    timers.first.map { max(.zero, ContinuousClock.now.duration(to: $0.due)) }
  }

  /// Runs the due timers, but none that they start: keys come first. Returns false if none was due.
  func fireDue() -> Bool {
    var fired = false
    let now = ContinuousClock.now
    while let first = timers.first, first.due <= now {
      timers.removeFirst()
      first.action()
      fired = true
    }
    return fired
  }
}
