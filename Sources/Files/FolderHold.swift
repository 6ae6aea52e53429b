import Glibc
import Synchronization

/// Tells other programs that this one works in a folder, while it does: a shared lock on the folder
/// itself. A program that wants the folder alone asks for an exclusive one.
package final class FolderHold: Sendable {
  private let folder: Mutex<Descriptor?>
  /// Another program has the folder for itself alone.
  package let isRefused: Bool

  /// A folder that cannot be opened, or a disk without locks, is held by none and refused to none.
  package init(_ path: [UInt8]) {
    guard let open = try? Posix.openFolder(path) else {
      folder = Mutex(nil)
      isRefused = false
      return
    }
    isRefused = !Self.lock(open.raw)
    folder = Mutex(open)
  }

  /// False where another program holds the folder alone.
  private static func lock(_ folder: Int32) -> Bool {
    for _ in 0..<100 {
      if flock(folder, LOCK_SH | LOCK_NB) == 0 { return true }
      switch errno {
      case EINTR: continue
      // A program that was started meanwhile may hold our own lock until it runs.
      case EWOULDBLOCK: usleep(1_000)
      default: return true
      }
    }
    return false
  }

  /// Others may have the folder for themselves from here on.
  package func release() { folder.withLock { $0 = nil } }
}
