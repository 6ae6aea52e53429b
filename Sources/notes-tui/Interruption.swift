import Files
import Glibc
import NcursesTerminal
import Synchronization

/// Defers signals that would end the program: the next step fails instead, so that its work can be
/// cleaned up. At the end the signal takes its usual effect.
enum Interruption {
  private static let hub = Mutex<SignalHub?>(nil)
  private static let seen = Atomic<Int32>(0)

  static func begin() {
    hub.withLock { $0 = try? SignalHub() }
  }

  /// Ends the deferral, when nothing is left to clean up.
  static func end() {
    guard let hub = hub.withLock({ $0.take() }) else { return }
    hub.restore()
    let signal = seen.exchange(0, ordering: .sequentiallyConsistent)
    if signal != 0 { raise(signal) }
  }

  /// Throws after such a signal. `stopping`: whether Ctrl-Z stops the program here.
  static func check(stopping: Bool = true) throws(SystemError) {
    if seen.load(ordering: .sequentiallyConsistent) != 0 { throw SystemError(ECANCELED) }
    guard let hub = hub.withLock({ $0 }) else { return }
    while let signal = hub.next() {
      switch signal {
      case SIGTSTP: if stopping { hub.stopSelf() }
      case SIGCONT, SIGWINCH: continue
      default:
        seen.store(signal, ordering: .sequentiallyConsistent)
        throw SystemError(ECANCELED)
      }
    }
  }

  /// Waits for input from a file and checks for signals.
  static func check(
    whileWaitingFor file: Int32, stopping: Bool = true
  ) throws(SystemError) {
    try check(stopping: stopping)
    guard let signals = hub.withLock({ $0 })?.descriptor else { return }
    var waits = [file, signals].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    while true {
      let count = poll(&waits, nfds_t(waits.count), -1)
      if count < 0, errno != EINTR { return }
      if count > 0, waits[1].revents != 0 { try check(stopping: stopping) }
      if count > 0, waits[0].revents != 0 { return }
    }
  }
}
