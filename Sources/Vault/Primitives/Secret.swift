import CSodium
import CSystem
import Glibc
import Secrets

/// Secret bytes: on pages of their own between guard pages, out of swap and core dumps as far as
/// the system allows, wiped when released.
///
/// `@unchecked Sendable`: the memory is written only during initialization; afterward the system
/// itself rejects every write to it.
package final class Secret: @unchecked Sendable {
  private let start: UnsafeMutableRawPointer
  package let count: Int
  /// Whether the bytes are locked in memory. If the system refuses (RLIMIT_MEMLOCK), they are
  /// usable, but may be written to a swap device.
  package let isLocked: Bool

  /// `fill` writes at most `capacity` bytes and returns their number.
  package init<Failure>(
    capacity: Int, _ fill: (UnsafeMutableRawBufferPointer) throws(Failure) -> Int
  ) throws(SecretError<Failure>) {
    Sodium.start()
    // Must precede the first secret byte.
    Traces.forbidDumps()
    guard let start = sodium_malloc(max(1, capacity)) else { throw .noMemory }
    // `sodium_malloc` has tried this, but does not report the result.
    let isLocked = sodium_mlock(start, max(1, capacity)) == 0
    let room = UnsafeMutableRawBufferPointer(start: start, count: capacity)
    do throws(Failure) {
      let count = try fill(room)
      precondition(count <= capacity, "more than there is room for")
      Sodium.wipe(UnsafeMutableRawBufferPointer(rebasing: room[count...]))
      self.count = count
    } catch {
      sodium_free(start)
      throw .filling(error)
    }
    self.start = start
    self.isLocked = isLocked
    sodium_mprotect_readonly(start)
  }

  /// Whether the system can lock a key in memory now.
  package static var canBeLocked: Bool {
    (try? Secret(room: 32) { _ in 0 })?.isLocked ?? false
  }

  /// The same for a `fill` that cannot fail.
  package convenience init(
    room: Int, _ fill: (UnsafeMutableRawBufferPointer) -> Int
  ) throws(AgeError) {
    do throws(SecretError<Never>) {
      try self.init(capacity: room) { (room) throws(Never) in fill(room) }
    } catch {
      throw .noMemory
    }
  }

  /// Derives a key from another one for this use, with HKDF.
  static func key(
    from secret: Secret, salt: [UInt8], info: StaticString
  ) throws(AgeError) -> Secret {
    try Secret(room: KeyDerivation.keySize) { room in
      secret.withBytes { secret in
        salt.withUnsafeBytes {
          KeyDerivation.derive(from: secret, salt: $0, info: info, into: room)
        }
      }
      return KeyDerivation.keySize
    }
  }

  /// Moves the bytes: the array contains zeros afterward.
  package convenience init(taking bytes: inout [UInt8]) throws(AgeError) {
    try self.init(copying: bytes.span.bytes)
    bytes.withUnsafeMutableBytes { Sodium.wipe($0) }
  }

  /// Copies the bytes; the original stays unchanged.
  package convenience init(copying bytes: RawSpan) throws(AgeError) {
    try self.init(room: bytes.byteCount) { room in
      bytes.withUnsafeBytes { room.copyMemory(from: $0) }
      return bytes.byteCount
    }
  }

  deinit { sodium_free(start) }

  /// Compares in constant time.
  package func isEqual(to other: Secret) -> Bool {
    withBytes { own in other.withBytes { Sodium.areEqual(own, $0) } }
  }

  /// Passes the bytes to `body`; they are valid only during the call.
  package func withBytes<Value, Failure>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Value
  ) throws(Failure) -> Value {
    // Must outlive the use of the bytes.
    defer { withExtendedLifetime(self) {} }
    return try body(UnsafeRawBufferPointer(start: start, count: count))
  }
}

/// The reason why a secret was not made.
package enum SecretError<Failure: Error>: Error {
  /// The system has no more memory of this kind.
  case noMemory
  case filling(Failure)
}

extension SecretError where Failure == AgeError {
  var cause: AgeError {
    switch self {
    case .noMemory: .noMemory
    case .filling(let error): error
    }
  }
}

/// Limits what a program leaves behind of its memory.
package enum Traces {
  /// From here on, the system writes no core dump of this program, and hides its memory from other
  /// programs of this user. Programs that it starts are not affected.
  package static func forbidDumps() { Dumps.forbid() }

  /// From here on, memory is overwritten when it is freed, and filled with zeros when it is
  /// allocated, since texts of notes are in many unknown buffers. The smallest blocks, up to about
  /// 1,000 bytes, are not covered: the C library reuses a few of each size and thread.
  static func wipeFreedMemory() { mallopt(M_PERTURB, 0xff) }

  /// Overwrites the small blocks of the main thread, after its current work.
  package static func wipeSmallBlocks() {
    Task { @MainActor in wipeBlocks() }
  }

  /// Allocates all sizes that the C library caches, and more blocks than it caches. Free memory
  /// goes back to the system, which zeroes it.
  private static func wipeBlocks() {
    for size in stride(from: 24, through: 1032, by: 16) {
      let blocks = (0..<32).compactMap { _ in malloc(size) }
      for block in blocks { explicit_bzero(block, size) }
      for block in blocks { free(block) }
    }
    malloc_trim(0)
  }
}
