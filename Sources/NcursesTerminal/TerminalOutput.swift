import CSystem
import Glibc
import Synchronization

/// How bytes get to a terminal, which takes them when it likes.
package enum TerminalOutput {
  private static let hasStalled = Atomic(false)

  /// Whether the program is ending and its terminal took nothing: nothing is written to it any more.
  package static var isStalled: Bool { hasStalled.load(ordering: .relaxed) }

  /// Writes all of it, however long that takes, and gives up where the terminal is gone. One that takes
  /// nothing is waited for until a signal ends the program; after that it counts as stalled.
  static func write(_ bytes: UnsafeRawBufferPointer, to terminal: Int32) {
    var rest = bytes[...]
    while !rest.isEmpty, !isStalled {
      let part = UnsafeRawBufferPointer(rebasing: rest)
      let count = Glibc.write(terminal, part.baseAddress, part.count)
      if count > 0 {
        rest = rest.dropFirst(count)
      } else if errno == EINTR {
        if csystem_is_ending() != 0, !takesMore(terminal, within: 0) {
          hasStalled.store(true, ordering: .relaxed)
        }
      } else if errno != EAGAIN || !takesMore(terminal, within: 1000) {
        return
      }
    }
  }

  private static func takesMore(_ terminal: Int32, within milliseconds: Int32) -> Bool {
    var request = pollfd(fd: terminal, events: Int16(POLLOUT), revents: 0)
    return poll(&request, 1, milliseconds) > 0
  }
}
