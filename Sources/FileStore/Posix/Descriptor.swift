import Glibc

/// An open file or folder. It closes when nobody owns it any more.
struct Descriptor: ~Copyable, Sendable {
  let raw: Int32

  init(owning raw: Int32) { self.raw = raw }

  deinit { close(raw) }
}
