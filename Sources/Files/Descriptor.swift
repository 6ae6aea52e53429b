import Glibc

/// An open file or folder. It closes when nobody owns it any more.
package struct Descriptor: ~Copyable, Sendable {
  package let raw: Int32

  package init(owning raw: Int32) { self.raw = raw }

  deinit { close(raw) }
}
