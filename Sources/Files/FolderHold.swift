import Glibc
import Synchronization

/// Shows other programs that this one works in a folder: a shared lock on the folder itself. A
/// program that needs the folder exclusively takes an exclusive lock.
package final class FolderHold: Sendable {
  private let folder: Mutex<Descriptor?>
  /// Whether another program has the folder exclusively.
  package let isRefused: Bool

  /// If the folder cannot be opened, or the disk has no locks, nothing is locked and nothing refused.
  package init(_ path: [UInt8]) {
    guard let open = try? Posix.openFolder(path) else {
      folder = Mutex(nil)
      isRefused = false
      return
    }
    isRefused = !Self.lock(open.raw)
    folder = Mutex(open)
  }

  /// Returns false if another program has the folder exclusively.
  private static func lock(_ folder: Int32) -> Bool {
    for _ in 0..<100 {
      if flock(folder, LOCK_SH | LOCK_NB) == 0 { return true }
      switch errno {
      case EINTR: continue
      // A newly forked program may hold our own lock until it executes.
      case EWOULDBLOCK: usleep(1_000)
      default: return true
      }
    }
    return false
  }

  /// Lets other programs lock the folder exclusively.
  package func release() { folder.withLock { $0 = nil } }
}
