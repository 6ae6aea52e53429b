import CSodium

/// The library that all cryptography comes from.
enum Sodium {
  private static let isReady = sodium_init() >= 0

  /// Before any other call: it finds out what the processor can do. It fails only where the system
  /// has no randomness, and nothing here can be done then.
  static func start() {
    precondition(isReady, "libsodium does not start: the system gives no random bytes")
  }

  static func fillRandomly(_ room: UnsafeMutableRawBufferPointer) {
    start()
    randombytes_buf(bytes(room), room.count)
  }

  static func randomBytes(_ count: Int) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    bytes.withUnsafeMutableBytes { fillRandomly($0) }
    return bytes
  }

  /// Zeroes that no optimiser takes away.
  static func wipe(_ room: UnsafeMutableRawBufferPointer) {
    if !room.isEmpty { sodium_memzero(bytes(room), room.count) }
  }

  /// Takes the same time wherever the two differ.
  static func areEqual(_ first: UnsafeRawBufferPointer, _ second: UnsafeRawBufferPointer) -> Bool {
    first.count == second.count
      && sodium_memcmp(bytes(first), bytes(second), first.count) == 0
  }

  /// Memory that is wiped before anybody else gets it.
  static func withRoom<Value>(
    _ count: Int, _ body: (UnsafeMutableRawBufferPointer) -> Value
  ) -> Value {
    withUnsafeTemporaryAllocation(byteCount: count, alignment: 16) { room in
      defer { wipe(room) }
      return body(room)
    }
  }
}
