import CSodium
import CSystem
import Glibc
import Secrets

/// Bytes that no one else may see: on pages of their own between guard pages, out of
/// swap and core dumps as far as the system allows, wiped when they are released.
///
/// `@unchecked Sendable`: the memory is written while it is made and never again; the system itself
/// refuses every write to it after that.
package final class Secret: @unchecked Sendable {
  private let start: UnsafeMutableRawPointer
  package let count: Int
  /// Whether the system keeps these bytes in memory. Where it refuses (RLIMIT_MEMLOCK) they are usable
  /// all the same, but may be written to a swap device.
  package let isLocked: Bool

  /// `fill` answers with how many bytes it has put into the room, which are at most `capacity`.
  package init<Failure>(
    capacity: Int, _ fill: (UnsafeMutableRawBufferPointer) throws(Failure) -> Int
  ) throws(SecretError<Failure>) {
    Sodium.start()
    // Before the first byte is there.
    Traces.forbidDumps()
    guard let start = sodium_malloc(max(1, capacity)) else { throw .noMemory }
    // It tried already, without telling.
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

  /// Whether the system keeps as much as a key in memory now.
  package static var canBeLocked: Bool {
    (try? Secret(room: 32) { _ in 0 })?.isLocked ?? false
  }

  /// The same for what cannot fail but for want of memory.
  package convenience init(
    room: Int, _ fill: (UnsafeMutableRawBufferPointer) -> Int
  ) throws(AgeError) {
    do throws(SecretError<Never>) {
      try self.init(capacity: room) { (room) throws(Never) in fill(room) }
    } catch {
      throw .noMemory
    }
  }

  /// The key that HKDF makes of another one for this use.
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

  /// Takes the bytes over: the array holds zeroes afterwards.
  package convenience init(taking bytes: inout [UInt8]) throws(AgeError) {
    try self.init(copying: bytes.span.bytes)
    bytes.withUnsafeMutableBytes { Sodium.wipe($0) }
  }

  /// The bytes stay where they were, too.
  package convenience init(copying bytes: RawSpan) throws(AgeError) {
    try self.init(room: bytes.byteCount) { room in
      bytes.withUnsafeBytes { room.copyMemory(from: $0) }
      return bytes.byteCount
    }
  }

  deinit { sodium_free(start) }

  /// Takes the same time wherever the two differ.
  package func isEqual(to other: Secret) -> Bool {
    withBytes { own in other.withBytes { Sodium.areEqual(own, $0) } }
  }

  /// The bytes, for as long as `body` runs.
  package func withBytes<Value, Failure>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Value
  ) throws(Failure) -> Value {
    // It must live at least as long as somebody looks at its bytes.
    defer { withExtendedLifetime(self) {} }
    return try body(UnsafeRawBufferPointer(start: start, count: count))
  }
}

/// Why there is no secret.
package enum SecretError<Failure: Error>: Error {
  /// The system has no memory of this kind left.
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

/// What a program leaves behind of what was in its memory.
package enum Traces {
  /// From here on the system writes no core dump of this program, and shows its memory to no other
  /// program of this user. Programs that it starts are as free as any.
  package static func forbidDumps() { Dumps.forbid() }

  /// From here on memory is written over when it is freed, and filled with zeros when it is handed out:
  /// texts of notes are in many unknown buffers. The smallest blocks are left out, of up to
  /// about 1,000 bytes, which the C library reuses, a few of each size and thread.
  static func wipeFreedMemory() { mallopt(M_PERTURB, 0xff) }

  /// Writes over those of the main thread, once it is done with what it does now.
  package static func wipeSmallBlocks() {
    Task { @MainActor in wipeBlocks() }
  }

  /// All sizes that the C library keeps, and more of each than it keeps. What is free goes to the system,
  /// which hands it out as zeros.
  private static func wipeBlocks() {
    for size in stride(from: 24, through: 1032, by: 16) {
      let blocks = (0..<32).compactMap { _ in malloc(size) }
      for block in blocks { explicit_bzero(block, size) }
      for block in blocks { free(block) }
    }
    malloc_trim(0)
  }
}
