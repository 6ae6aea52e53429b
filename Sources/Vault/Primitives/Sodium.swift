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

/// As the library wants to see them. Of an empty buffer it reads nothing, but wants an address.
func bytes(_ buffer: UnsafeRawBufferPointer) -> UnsafePointer<UInt8> {
  let empty: StaticString = ""
  return (buffer.baseAddress ?? UnsafeRawPointer(empty.utf8Start))
    .assumingMemoryBound(to: UInt8.self)
}

func bytes(_ buffer: UnsafeMutableRawBufferPointer) -> UnsafeMutablePointer<UInt8> {
  guard let start = buffer.baseAddress else { preconditionFailure("no room for an answer") }
  return start.assumingMemoryBound(to: UInt8.self)
}

/// ChaCha20-Poly1305 as in RFC 8439: what is closed cannot be read, and no change goes unseen.
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

  /// False where it was not closed so; the room then holds nothing of it.
  static func open(
    _ sealed: UnsafeRawBufferPointer, key: UnsafeRawBufferPointer, nonce: UnsafeRawBufferPointer,
    into text: UnsafeMutableRawBufferPointer
  ) -> Bool {
    precondition(key.count == 32 && nonce.count == nonceSize)
    guard sealed.count >= tagSize, text.count == sealed.count - tagSize else { return false }
    // Of an empty text only the tag is looked at, but there must be somewhere to write.
    var nothing = UInt8(0)
    return withUnsafeMutablePointer(to: &nothing) { nothing in
      crypto_aead_chacha20poly1305_ietf_decrypt(
        text.isEmpty ? nothing : bytes(text), nil, nil, bytes(sealed), UInt64(sealed.count), nil,
        0, bytes(nonce), bytes(key)) == 0
    }
  }

  /// For keys that close one thing only.
  static func withZeroNonce<Value>(_ body: (UnsafeRawBufferPointer) -> Value) -> Value {
    withUnsafeTemporaryAllocation(byteCount: nonceSize, alignment: 4) { nonce in
      nonce.initializeMemory(as: UInt8.self, repeating: 0)
      return body(UnsafeRawBufferPointer(nonce))
    }
  }
}

/// HMAC-SHA256, and HKDF made of it.
enum KeyDerivation {
  static let keySize = 32

  static func hmac(
    key: UnsafeRawBufferPointer, _ parts: UnsafeRawBufferPointer...,
    into code: UnsafeMutableRawBufferPointer
  ) {
    precondition(code.count == keySize)
    var state = crypto_auth_hmacsha256_state()
    withUnsafeMutablePointer(to: &state) { state in
      // It holds what the key became.
      defer { sodium_memzero(state, MemoryLayout.size(ofValue: state.pointee)) }
      crypto_auth_hmacsha256_init(state, bytes(key), key.count)
      for part in parts {
        crypto_auth_hmacsha256_update(state, bytes(part), UInt64(part.count))
      }
      crypto_auth_hmacsha256_final(state, bytes(code))
    }
  }

  /// HKDF-SHA256 (RFC 5869) of 32 bytes, which is one step of its second part.
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
  /// The library that all cryptography comes from.
  package static var library: String { "libsodium \(String(cString: sodium_version_string()))" }
}
