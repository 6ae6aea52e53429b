import Glibc

extension Posix {
  /// The limit of a wait: a suspended program with a lock must not block all others forever.
  package static let lockPatience = Duration.seconds(5)

  /// Locks an open file or folder until it is closed. Throws `EWOULDBLOCK` if another program holds
  /// the lock for too long. A disk without locks is not an error: the checks before each step have
  /// to do there.
  package static func lock(
    _ file: Int32, for patience: Duration = lockPatience
  ) throws(SystemError) {
    try waitForLock(patience) { flock(file, LOCK_EX | LOCK_NB) }
  }

  /// Calls `take` until it returns 0. Returns false if there are no such locks.
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

/// The pauses between attempts to lock, which grow with the wait: many waiting programs would slow
/// down the working one.
struct LockPause {
  private static let longest = Duration.milliseconds(8)
  private var last = Duration.microseconds(400)

  mutating func next() -> Duration {
    last = min(last * 5 / 4, Self.longest)
    return last
  }
}
