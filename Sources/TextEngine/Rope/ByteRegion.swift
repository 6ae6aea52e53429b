/// Bytes in one piece of memory that many texts may show parts of; they live as long as one does.
///
/// A file that is read in blocks gives one region a block, a memory map gives one in all. Code
/// that maps a file must know that it cannot be cut short meanwhile.
///
/// `@unchecked Sendable`: all properties are constant once it is filled, and its bytes are written by
/// who makes it, before anyone else has it.
package final class ByteRegion: @unchecked Sendable {
  let base: UnsafeMutablePointer<UInt8>
  let capacity: Int
  /// Nil for memory of our own.
  private let release: (@Sendable (UnsafeBufferPointer<UInt8>) -> Void)?

  /// Memory of its own, not yet filled.
  init(capacity: Int) {
    base = .allocate(capacity: capacity)
    self.capacity = capacity
    release = nil
  }

  /// Memory of its own that `fill` writes its first bytes to; it answers how many. What a file
  /// gives can so be read without being copied.
  package convenience init(
    capacity: Int, filling fill: (UnsafeMutableBufferPointer<UInt8>) throws -> Int
  ) rethrows {
    self.init(capacity: capacity)
    filled = try fill(UnsafeMutableBufferPointer(start: base, count: capacity))
    precondition(filled >= 0 && filled <= capacity, "more was filled in than there is room for")
  }

  /// Someone else's memory, which must stay as it is until `release` is called.
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
    // Never written to, since it is not ours.
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

  /// How many bytes it was made with.
  package private(set) var filled = 0
}
