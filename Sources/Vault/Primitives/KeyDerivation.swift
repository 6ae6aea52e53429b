import CSodium

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
      // What the key became stands in it.
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
