import Glibc
package import Services

/// Timers of the event loop: it waits until the next is due and never wakes for nothing.
@MainActor
package final class LoopScheduler: Scheduler {
  package let runsByItself = true

  private final class LoopTimer: Services.Timer {
    let due: ContinuousClock.Instant
    let action: @MainActor () -> Void
    weak var scheduler: LoopScheduler?

    init(
      due: ContinuousClock.Instant, scheduler: LoopScheduler,
      action: @escaping @MainActor () -> Void
    ) {
      self.due = due
      self.scheduler = scheduler
      self.action = action
    }

    func cancel() {
      scheduler?.timers.removeAll { $0 === self }
    }
  }

  /// The earliest first. A handful at most: one or two for each open editor.
  private var timers: [LoopTimer] = []

  package init() {}

  package func schedule(
    after delay: Duration, _ action: @escaping @MainActor () -> Void
  ) -> any Services.Timer {
    let timer = LoopTimer(due: .now + delay, scheduler: self, action: action)
    let place = timers.firstIndex { $0.due > timer.due } ?? timers.count
    timers.insert(timer, at: place)
    return timer
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
