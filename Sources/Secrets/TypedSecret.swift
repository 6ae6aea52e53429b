import Glibc
import Synchronization

/// What a person types and no one else may see: on a page of its own, out of swap and core dumps as
/// far as the system allows, and wiped when it is released. It never becomes a `String`, whose
/// copies stay behind.
package final class TypedSecret: Equatable, Sendable {
  /// How many bytes it takes at most.
  package static let limit = 4096

  private let page: Mutex<Page>

  /// From here on the system writes no dump of the program: one is made before anything is typed.
  package init() {
    Dumps.forbid()
    page = Mutex(Page())
  }

  /// For what is known already: a key that was made.
  package convenience init(_ bytes: UnsafeRawBufferPointer) {
    self.init()
    page.withLock { _ = $0.append(bytes) }
  }

  package var count: Int { page.withLock { $0.count } }
  package var isEmpty: Bool { count == 0 }

  /// How many characters were typed, as far as bytes tell.
  package var characterCount: Int {
    withBytes { bytes in bytes.count { !Self.continues($0) } }
  }

  /// False where there is no room for all of it; then nothing was added.
  @discardableResult
  package func append(_ bytes: some Collection<UInt8>) -> Bool {
    page.withLock { page in
      guard page.count + bytes.count <= page.room else { return false }
      for byte in bytes { page.add(byte) }
      return true
    }
  }

  /// Takes the last character away, whole.
  package func removeLast() {
    page.withLock { page in
      while let last = page.removeLast(), Self.continues(last) {}
    }
  }

  package func wipe() { page.withLock { $0.wipe() } }

  /// The bytes, for as long as `body` runs.
  package func withBytes<Value, Failure>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Value
  ) throws(Failure) -> Value {
    try page.withLock { (page) throws(Failure) in try body(page.bytes) }
  }

  /// Takes the same time wherever two of the same length differ.
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

  /// Whether a byte continues a UTF-8 sequence that began before it.
  private static func continues(_ byte: UInt8) -> Bool { byte & 0b1100_0000 == 0b1000_0000 }

  /// Memory of the system's own, given back to it wiped.
  ///
  /// `@unchecked Sendable`: no one else has a pointer to the memory, and of a page there is one
  /// alone.
  private struct Page: ~Copyable, @unchecked Sendable {
    private let start: UnsafeMutableRawPointer?
    /// Nothing where the system has no memory to spare.
    let room: Int
    private(set) var count = 0

    init() {
      let size = TypedSecret.limit
      let start = mmap(nil, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
      guard let start, start != MAP_FAILED else {
        (self.start, room) = (nil, 0)
        return
      }
      // Where one of these is refused, the page is usable all the same.
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

/// What a person shows to open a vault: nothing for a plain folder, a secret for a locked one.
package enum VaultProof: Equatable, Sendable {
  case none
  case passphrase(TypedSecret)
  /// What was shown once, when the vault was made.
  case recoveryKey(TypedSecret)
}
