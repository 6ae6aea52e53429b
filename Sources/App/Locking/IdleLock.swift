import Entities
import Viper

/// Locks an encrypted vault when no key was pressed for a while.
@MainActor
final class IdleLock {
  private let limit: Duration
  private let clock: any WallClock
  private let scheduler: any Scheduler
  private let lock: () -> Void
  private var lastTouch: Timestamp
  private var timer: Viper.Timer?
  /// Whether a save is running, which must end before locking.
  var isHeld = false

  /// The longest wait between checks of the clock: timers may be late after the machine slept.
  private static let longest = Duration.seconds(30)

  init(
    after limit: Duration, clock: any WallClock, scheduler: any Scheduler,
    lock: @escaping () -> Void
  ) {
    self.limit = limit
    self.clock = clock
    self.scheduler = scheduler
    self.lock = lock
    lastTouch = clock.now
    wait(for: limit)
  }

  /// Starts the wait over, because a key was pressed.
  func touch() { lastTouch = clock.now }

  func stop() {
    timer?.cancel()
    timer = nil
  }

  private func wait(for pause: Duration) {
    timer = scheduler.schedule(after: min(pause, Self.longest)) { [weak self] in self?.look() }
  }

  /// Locks if the limit has passed, and returns whether it did. Call it before handling a key: the
  /// key that wakes a machine comes before any timer.
  func lockIfOver() -> Bool {
    guard !isHeld, remaining <= .zero else { return false }
    stop()
    lock()
    return true
  }

  private func look() {
    if !lockIfOver() { wait(for: isHeld ? .seconds(1) : remaining) }
  }

  private var remaining: Duration {
    let now = clock.now
    // The clock was set back: start the wait over.
    if now < lastTouch { lastTouch = now }
    return lastTouch.advanced(by: limit).duration(since: now)
  }
}

extension Timestamp {
  fileprivate func duration(since start: Timestamp) -> Duration {
    .seconds(seconds - start.seconds) + .nanoseconds(Int64(nanoseconds - start.nanoseconds))
  }
}
