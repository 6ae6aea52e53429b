import CSodium

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
