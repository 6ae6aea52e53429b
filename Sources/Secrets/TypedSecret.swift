import Glibc
import Synchronization

/// A secret that a person types: on a page of its own, out of swap and core dumps as far as the system
/// allows, and wiped on release. It never becomes a `String`, whose copies would stay in memory.
package final class TypedSecret: Equatable, Sendable {
  /// The largest number of bytes.
  package static let limit = 4096

  private let page: Mutex<Page>

  /// From here on, the system writes no core dump of the program: this comes before any typing.
  package init() {
    Dumps.forbid()
    page = Mutex(Page())
  }

  /// Copies a known secret, such as a newly made key.
  package convenience init(_ bytes: UnsafeRawBufferPointer) {
    self.init()
    page.withLock { _ = $0.append(bytes) }
  }

  package var count: Int { page.withLock { $0.count } }
  package var isEmpty: Bool { count == 0 }

  /// The number of typed characters, as far as bytes show.
  package var characterCount: Int {
    withBytes { bytes in bytes.count { !Self.continues($0) } }
  }

  /// Returns false if the bytes do not all fit; then nothing is added.
  @discardableResult
  package func append(_ bytes: some Collection<UInt8>) -> Bool {
    page.withLock { page in
      guard page.count + bytes.count <= page.room else { return false }
      for byte in bytes { page.add(byte) }
      return true
    }
  }

  /// Removes the last character, with all its bytes.
  package func removeLast() {
    page.withLock { page in
      while let last = page.removeLast(), Self.continues(last) {}
    }
  }

  package func wipe() { page.withLock { $0.wipe() } }

  /// Passes the bytes to `body`; they are valid only during the call.
  package func withBytes<Value, Failure>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Value
  ) throws(Failure) -> Value {
    try page.withLock { (page) throws(Failure) in try body(page.bytes) }
  }

  /// Compares two of the same length in constant time.
  package static func == (one: TypedSecret, other: TypedSecret) -> Bool {
    if one === other { return true }
    return one.withBytes { one in
      other.withBytes { other in
        guard one.count == other.count else { return false }
        var difference: UInt8 = 0
        for index in one.indices { difference |= one[index] ^ other[index] }
        return difference == 0
      }
    }
  }

  /// Whether a byte continues a UTF-8 sequence.
  private static func continues(_ byte: UInt8) -> Bool { byte & 0b1100_0000 == 0b1000_0000 }

  /// Memory directly from the system, wiped before it is returned.
  ///
  /// `@unchecked Sendable`: a page cannot be copied, and nothing else has a pointer to its memory.
  private struct Page: ~Copyable, @unchecked Sendable {
    private let start: UnsafeMutableRawPointer?
    /// Zero if the system has no memory left.
    let room: Int
    private(set) var count = 0

    init() {
      let size = TypedSecret.limit
      let start = mmap(nil, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
      guard let start, start != MAP_FAILED else {
        (self.start, room) = (nil, 0)
        return
      }
      // If the system refuses one of these, the page is still usable.
      _ = mlock(start, size)
      _ = madvise(start, size, MADV_DONTDUMP)
      (self.start, room) = (start, size)
    }

    deinit {
      guard let start else { return }
      explicit_bzero(start, room)
      munmap(start, room)
    }

    var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: start, count: count) }

    mutating func add(_ byte: UInt8) {
      start?.storeBytes(of: byte, toByteOffset: count, as: UInt8.self)
      count += 1
    }

    mutating func append(_ bytes: UnsafeRawBufferPointer) -> Bool {
      guard count + bytes.count <= room else { return false }
      for byte in bytes { add(byte) }
      return true
    }

    mutating func removeLast() -> UInt8? {
      guard let start, count > 0 else { return nil }
      count -= 1
      let last = start.load(fromByteOffset: count, as: UInt8.self)
      start.storeBytes(of: 0, toByteOffset: count, as: UInt8.self)
      return last
    }

    mutating func wipe() {
      if let start { explicit_bzero(start, room) }
      count = 0
    }
  }
}

/// The proof that opens a vault: nothing for a plain folder, a secret for an encrypted one.
package enum VaultProof: Equatable, Sendable {
  case none
  case passphrase(TypedSecret)
  /// The key that was shown once, when the vault was made.
  case recoveryKey(TypedSecret)
}
