import Glibc

extension Posix {
  /// A program that was stopped while it holds a lock must not hold up every other one for good.
  package static let lockPatience = Duration.seconds(5)

  /// Takes the lock of an open file or folder, which holds until that is closed. Throws `EWOULDBLOCK`
  /// where another program keeps it for too long. A disk that knows no locks is no reason to fail: what
  /// is found before each step has to do there.
  package static func lock(
    _ file: Int32, for patience: Duration = lockPatience
  ) throws(SystemError) {
    try waitForLock(patience) { flock(file, LOCK_EX | LOCK_NB) }
  }

  /// Calls `take` until it answers with 0; false where there are no such locks.
  @discardableResult
  static func waitForLock(
    _ patience: Duration, _ take: () -> Int32
  ) throws(SystemError) -> Bool {
    let end = ContinuousClock.now + patience
    var pause = LockPause()
    while take() != 0 {
      let code = errno
      if code == EINTR { continue }
      guard code == EWOULDBLOCK || code == EACCES else { return false }
      guard ContinuousClock.now < end else { throw SystemError(EWOULDBLOCK) }
      usleep(UInt32(pause.next() / .microseconds(1)))
    }
    return true
  }
}

/// How long a lock is left alone before it is tried again: the longer, the longer it was held. Many that
/// wait would take the time of the one that works.
struct LockPause {
  private static let longest = Duration.milliseconds(8)
  private var last = Duration.microseconds(400)

  mutating func next() -> Duration {
    last = min(last * 5 / 4, Self.longest)
    return last
  }
}
