import Commands
import Glibc
import Synchronization

extension Waiting {
  /// For a user at the terminal, who sees progress if standard error is a terminal and may press
  /// Ctrl-C.
  static let person = Waiting(
    begin: { Interruption.begin() },
    isOver: {
      do {
        try Interruption.check()
        return false
      } catch {
        return true
      }
    },
    show: { ProgressLine.show($0) })
}

/// A progress line on standard error that the next one replaces.
private enum ProgressLine {
  private static let last = Mutex<Int64>(0)
  /// The minimum time between two lines, in milliseconds.
  private static let pause: Int64 = 100

  static func show(_ text: String?) {
    guard UserTerminal.hasMessages else { return }
    let isDue = last.withLock { last in
      var now = timespec()
      clock_gettime(CLOCK_MONOTONIC, &now)
      let moment = Int64(now.tv_sec) * 1_000 + Int64(now.tv_nsec) / 1_000_000
      guard text == nil ? last != 0 : moment - last >= pause else { return false }
      last = text == nil ? 0 : moment
      return true
    }
    if isDue { UserTerminal.replaceLine(with: text ?? "") }
  }
}
