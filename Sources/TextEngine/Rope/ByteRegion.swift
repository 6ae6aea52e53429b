/// Bytes in one piece of memory, which many texts may share parts of and keep alive.
///
/// A file that is read in blocks has one region per block; a memory map is a single region. Code
/// that maps a file must make sure that it is not truncated meanwhile.
///
/// `@unchecked Sendable`: all properties are constant once the region is filled, and its bytes are
/// written by its creator before anyone else has it.
package final class ByteRegion: @unchecked Sendable {
  let base: UnsafeMutablePointer<UInt8>
  let capacity: Int
  /// Nil if the region owns its memory.
  private let release: (@Sendable (UnsafeBufferPointer<UInt8>) -> Void)?

  /// Allocates memory, not yet filled.
  init(capacity: Int) {
    base = .allocate(capacity: capacity)
    self.capacity = capacity
    release = nil
  }

  /// Allocates memory that `fill` writes to; it returns the number of bytes written. A file can
  /// thus be read without a copy.
  package convenience init(
    capacity: Int, filling fill: (UnsafeMutableBufferPointer<UInt8>) throws -> Int
  ) rethrows {
    self.init(capacity: capacity)
    filled = try fill(UnsafeMutableBufferPointer(start: base, count: capacity))
    precondition(filled >= 0 && filled <= capacity, "more was filled in than there is room for")
  }

  /// Shares external memory, which must not change until `release` is called.
  package init(
    sharing bytes: UnsafeBufferPointer<UInt8>,
    release: @escaping @Sendable (UnsafeBufferPointer<UInt8>) -> Void
  ) {
    capacity = bytes.count
    filled = bytes.count
    guard let start = bytes.baseAddress else {
      base = .allocate(capacity: 0)
      self.release = nil
      release(bytes)
      return
    }
    // Never written to, since the region does not own it.
    base = UnsafeMutablePointer(mutating: start)
    self.release = release
  }

  deinit {
    if let release {
      release(UnsafeBufferPointer(start: base, count: capacity))
    } else {
      base.deallocate()
    }
  }

  /// The number of bytes that were written when it was created.
  package private(set) var filled = 0
}
