import CSodium

/// XChaCha20-Poly1305: its nonces are long enough to be random for any number of texts.
///
/// The result is the nonce, the encrypted text and the tag: 40 bytes more than the text.
enum LongSealing {
  static let nonceSize = 24
  static let tagSize = 16
  static let extra = nonceSize + tagSize

  /// The name and block number that a text is bound to.
  typealias Context = (name: UnsafeRawBufferPointer, block: UInt64)

  static func close(_ text: [UInt8], key: Secret) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: text.count + extra) { room, filled in
      text.withUnsafeBytes {
        close($0, key: key, bound: nil, into: UnsafeMutableRawBufferPointer(room))
      }
      filled = text.count + extra
    }
  }

  /// Returns nil if it was not encrypted with this key.
  static func open(_ sealed: [UInt8], key: Secret) -> [UInt8]? {
    guard sealed.count >= extra else { return nil }
    let size = sealed.count - extra
    var isOpen = false
    // The library needs an address, even for no bytes.
    let text = [UInt8](unsafeUninitializedCapacity: max(1, size)) { room, filled in
      isOpen = sealed.withUnsafeBytes {
        open($0, key: key, bound: nil, into: UnsafeMutableRawBufferPointer(room))
      }
      filled = isOpen ? size : 0
    }
    return isOpen ? text : nil
  }

  static func close(
    _ text: UnsafeRawBufferPointer, key: Secret, context: Context,
    into sealed: UnsafeMutableRawBufferPointer
  ) -> Bool {
    guard sealed.count == text.count + extra else { return false }
    withBound(context) { close(text, key: key, bound: $0, into: sealed) }
    return true
  }

  /// Returns false if it was not encrypted with this key in this context; then nothing is written
  /// to `text`.
  static func open(
    _ sealed: UnsafeRawBufferPointer, key: Secret, context: Context,
    into text: UnsafeMutableRawBufferPointer
  ) -> Bool {
    guard sealed.count > extra, text.count == sealed.count - extra else { return false }
    return withBound(context) { open(sealed, key: key, bound: $0, into: text) }
  }

  /// Encodes a context as the block's number, then the name: no two contexts have the same encoding.
  private static func withBound<Value>(
    _ context: Context, _ body: (UnsafeRawBufferPointer) -> Value
  ) -> Value {
    let size = context.name.count + 8
    return withUnsafeTemporaryAllocation(byteCount: size, alignment: 8) { room in
      room.storeBytes(of: context.block.littleEndian, as: UInt64.self)
      UnsafeMutableRawBufferPointer(rebasing: room[8...]).copyMemory(from: context.name)
      return body(UnsafeRawBufferPointer(room))
    }
  }

  private static func close(
    _ text: UnsafeRawBufferPointer, key: Secret, bound: UnsafeRawBufferPointer?,
    into sealed: UnsafeMutableRawBufferPointer
  ) {
    let nonce = UnsafeMutableRawBufferPointer(rebasing: sealed[..<nonceSize])
    let rest = UnsafeMutableRawBufferPointer(rebasing: sealed[nonceSize...])
    Sodium.fillRandomly(nonce)
    key.withBytes { key in
      _ = crypto_aead_xchacha20poly1305_ietf_encrypt(
        bytes(rest), nil, bytes(text), UInt64(text.count), bound.map { bytes($0) },
        UInt64(bound?.count ?? 0), nil, bytes(nonce), bytes(key))
    }
  }

  private static func open(
    _ sealed: UnsafeRawBufferPointer, key: Secret, bound: UnsafeRawBufferPointer?,
    into text: UnsafeMutableRawBufferPointer
  ) -> Bool {
    let nonce = UnsafeRawBufferPointer(rebasing: sealed[..<nonceSize])
    let rest = UnsafeRawBufferPointer(rebasing: sealed[nonceSize...])
    return key.withBytes { key in
      crypto_aead_xchacha20poly1305_ietf_decrypt(
        bytes(text), nil, nil, bytes(rest), UInt64(rest.count), bound.map { bytes($0) },
        UInt64(bound?.count ?? 0), bytes(nonce), bytes(key)) == 0
    }
  }
}
