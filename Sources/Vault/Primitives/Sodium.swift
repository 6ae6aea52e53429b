import CSodium

/// The library for all cryptography.
enum Sodium {
  private static let isReady = sodium_init() >= 0

  /// Must precede any other call: it detects the processor's features. It fails only if the system
  /// has no randomness, and then nothing here works.
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

  /// Writes zeros that no optimizer removes.
  static func wipe(_ room: UnsafeMutableRawBufferPointer) {
    if !room.isEmpty { sodium_memzero(bytes(room), room.count) }
  }

  /// Compares in constant time.
  static func areEqual(_ first: UnsafeRawBufferPointer, _ second: UnsafeRawBufferPointer) -> Bool {
    first.count == second.count
      && sodium_memcmp(bytes(first), bytes(second), first.count) == 0
  }

  /// Runs `body` with memory that is wiped afterward.
  static func withRoom<Value>(
    _ count: Int, _ body: (UnsafeMutableRawBufferPointer) -> Value
  ) -> Value {
    withUnsafeTemporaryAllocation(byteCount: count, alignment: 16) { room in
      defer { wipe(room) }
      return body(room)
    }
  }
}

/// Converts a buffer for the library. It reads nothing from an empty one, but needs an address.
func bytes(_ buffer: UnsafeRawBufferPointer) -> UnsafePointer<UInt8> {
  let empty: StaticString = ""
  return (buffer.baseAddress ?? UnsafeRawPointer(empty.utf8Start))
    .assumingMemoryBound(to: UInt8.self)
}

func bytes(_ buffer: UnsafeMutableRawBufferPointer) -> UnsafeMutablePointer<UInt8> {
  guard let start = buffer.baseAddress else { preconditionFailure("no room for an answer") }
  return start.assumingMemoryBound(to: UInt8.self)
}

/// ChaCha20-Poly1305 (RFC 8439): sealed text cannot be read, and every change is detected.
enum Sealing {
  static let tagSize = 16
  static let nonceSize = 12

  /// `sealed` has room for the text and its tag.
  static func close(
    _ text: UnsafeRawBufferPointer, key: UnsafeRawBufferPointer, nonce: UnsafeRawBufferPointer,
    into sealed: UnsafeMutableRawBufferPointer
  ) {
    precondition(key.count == 32 && nonce.count == nonceSize)
    precondition(sealed.count == text.count + tagSize)
    crypto_aead_chacha20poly1305_ietf_encrypt(
      bytes(sealed), nil, bytes(text), UInt64(text.count), nil, 0, nil, bytes(nonce), bytes(key))
  }

  /// Returns false if it was not sealed in this way; then nothing is written to `text`.
  static func open(
    _ sealed: UnsafeRawBufferPointer, key: UnsafeRawBufferPointer, nonce: UnsafeRawBufferPointer,
    into text: UnsafeMutableRawBufferPointer
  ) -> Bool {
    precondition(key.count == 32 && nonce.count == nonceSize)
    guard sealed.count >= tagSize, text.count == sealed.count - tagSize else { return false }
    // For an empty text only the tag is checked, but the library needs an address.
    var nothing = UInt8(0)
    return withUnsafeMutablePointer(to: &nothing) { nothing in
      crypto_aead_chacha20poly1305_ietf_decrypt(
        text.isEmpty ? nothing : bytes(text), nil, nil, bytes(sealed), UInt64(sealed.count), nil,
        0, bytes(nonce), bytes(key)) == 0
    }
  }

  /// For keys that seal only one text.
  static func withZeroNonce<Value>(_ body: (UnsafeRawBufferPointer) -> Value) -> Value {
    withUnsafeTemporaryAllocation(byteCount: nonceSize, alignment: 4) { nonce in
      nonce.initializeMemory(as: UInt8.self, repeating: 0)
      return body(UnsafeRawBufferPointer(nonce))
    }
  }
}

/// HMAC-SHA256, and HKDF based on it.
enum KeyDerivation {
  static let keySize = 32

  static func hmac(
    key: UnsafeRawBufferPointer, _ parts: UnsafeRawBufferPointer...,
    into code: UnsafeMutableRawBufferPointer
  ) {
    precondition(code.count == keySize)
    var state = crypto_auth_hmacsha256_state()
    withUnsafeMutablePointer(to: &state) { state in
      // The state contains data derived from the key.
      defer { sodium_memzero(state, MemoryLayout.size(ofValue: state.pointee)) }
      crypto_auth_hmacsha256_init(state, bytes(key), key.count)
      for part in parts {
        crypto_auth_hmacsha256_update(state, bytes(part), UInt64(part.count))
      }
      crypto_auth_hmacsha256_final(state, bytes(code))
    }
  }

  /// HKDF-SHA256 (RFC 5869) with 32 bytes of output, which is one step of its expansion.
  static func derive(
    from secret: UnsafeRawBufferPointer, salt: UnsafeRawBufferPointer, info: StaticString,
    into key: UnsafeMutableRawBufferPointer
  ) {
    let info = UnsafeRawBufferPointer(start: info.utf8Start, count: info.utf8CodeUnitCount)
    Sodium.withRoom(keySize) { middle in
      hmac(key: salt, secret, into: middle)
      withUnsafeBytes(of: UInt8(1)) { one in
        hmac(key: UnsafeRawBufferPointer(middle), info, one, into: key)
      }
    }
  }
}

extension VaultLock {
  /// The name and version of the library.
  package static var library: String { "libsodium \(String(cString: sodium_version_string()))" }
}
