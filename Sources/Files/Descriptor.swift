import Glibc
import Threads

/// An open file or folder. It closes when nobody owns it any more.
package struct Descriptor: ~Copyable, Sendable {
  package let raw: Int32

  package init(owning raw: Int32) { self.raw = raw }

  deinit { close(raw) }

  /// Closes without being waited for: whoever lets go of a large file that was removed frees all of
  /// its blocks.
  package consuming func closeBehind() {
    let raw = raw
    discard self
    if !OwnThread.start(inBackground: true, { close(raw) }) { close(raw) }
  }
}
