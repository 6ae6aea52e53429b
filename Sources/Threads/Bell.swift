import CSystem
import Glibc

/// Any thread rings it, and the one that polls its descriptor wakes.
package final class Bell: Sendable {
  /// Below zero where the system has none to spare.
  package let descriptor = eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK))

  package init() {}

  deinit { if descriptor >= 0 { close(descriptor) } }

  /// Never waits: a full one rings already.
  package func ring() {
    var once: UInt64 = 1
    while write(descriptor, &once, 8) < 0, errno == EINTR {}
  }

  /// Until it is rung again. Never waits.
  package func silence() {
    var times: UInt64 = 0
    while read(descriptor, &times, 8) < 0, errno == EINTR {}
  }
}
