import Entities
import Glibc
import Services
package import Viper

/// Timers of the event loop: it waits until the next is due and never wakes for nothing.
@MainActor
package final class LoopScheduler: Scheduler {
  package let runsByItself = true

  private struct Entry {
    let number: Int
    let due: ContinuousClock.Instant
    let action: @MainActor () -> Void
  }

  /// The earliest first. A handful at most: one or two for each open editor.
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

  /// How long until the next is due; nil where there is none.
  package var untilNext: Duration? {
    timers.first.map { max(.zero, ContinuousClock.now.duration(to: $0.due)) }
  }

  /// Runs what is due, but nothing that this sets off: keys come before that. False if nothing was.
  package func fireDue() -> Bool {
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
