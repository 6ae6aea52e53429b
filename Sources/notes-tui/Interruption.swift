import CSystem
import Files
import Glibc
import Synchronization

/// Once begun, a signal that would end the program only makes the next step fail, so that what was
/// begun can be cleared away. At the end the signal does what it would have done.
enum Interruption {
  private static let signals = Atomic<Int32>(-1)
  private static let seen = Atomic<Int32>(0)

  static func begin() {
    signals.store(csystem_signals_install(), ordering: .sequentiallyConsistent)
  }

  /// Nothing is left to clear away.
  static func end() {
    guard signals.exchange(-1, ordering: .sequentiallyConsistent) >= 0 else { return }
    csystem_signals_restore()
    let signal = seen.exchange(0, ordering: .sequentiallyConsistent)
    if signal != 0 { raise(signal) }
  }

  /// Throws once such a signal came. `stopping`: Ctrl-Z stops the program here.
  static func check(stopping: Bool = true) throws(SystemError) {
    if seen.load(ordering: .sequentiallyConsistent) != 0 { throw SystemError(ECANCELED) }
    guard signals.load(ordering: .sequentiallyConsistent) >= 0 else { return }
    while case let signal = csystem_signals_next(), signal != 0 {
      switch signal {
      case SIGTSTP: if stopping { csystem_stop_self() }
      case SIGCONT, SIGWINCH: continue
      default:
        seen.store(signal, ordering: .sequentiallyConsistent)
        throw SystemError(ECANCELED)
      }
    }
  }

  /// The same, while nothing can be read from a file yet.
  static func check(
    whileWaitingFor file: Int32, stopping: Bool = true
  ) throws(SystemError) {
    try check(stopping: stopping)
    let signals = signals.load(ordering: .sequentiallyConsistent)
    guard signals >= 0 else { return }
    var waits = [file, signals].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    while true {
      let count = poll(&waits, nfds_t(waits.count), -1)
      if count < 0, errno != EINTR { return }
      if count > 0, waits[1].revents != 0 { try check(stopping: stopping) }
      if count > 0, waits[0].revents != 0 { return }
    }
  }
}
