import CSodium

/// Diffie and Hellman's exchange on Curve25519 (RFC 7748).
enum X25519 {
  static let size = 32

  static func publicKey(
    of secret: UnsafeRawBufferPointer, into key: UnsafeMutableRawBufferPointer
  ) {
    precondition(secret.count == size && key.count == size)
    crypto_scalarmult_base(bytes(key), bytes(secret))
  }

  /// False where the other's key is one of the few with which all secrets give zeroes.
  static func shared(
    _ secret: UnsafeRawBufferPointer, with key: UnsafeRawBufferPointer,
    into shared: UnsafeMutableRawBufferPointer
  ) -> Bool {
    precondition(secret.count == size && key.count == size && shared.count == size)
    return crypto_scalarmult(bytes(shared), bytes(secret), bytes(key)) == 0
  }
}
