/// The cipher of a file's text, in chunks of 64 KB, each sealed with its number.
struct ChunkCipher: Sendable {
  static let size = 64 << 10
  static let sealedSize = size + Sealing.tagSize

  let key: Secret

  /// Seals a chunk. `isLast` is part of the seal: a file without its last chunk is known to be cut off.
  func close(
    _ text: UnsafeRawBufferPointer, number: UInt64, isLast: Bool,
    into sealed: UnsafeMutableRawBufferPointer
  ) {
    key.withBytes { key in
      Self.withNonce(number, isLast) { Sealing.close(text, key: key, nonce: $0, into: sealed) }
    }
  }

  /// Opens a chunk. If it was changed or has another number, nothing of it is written to `text`.
  ///
  /// `isEnd` means that no byte of the file follows. Two kinds of complete chunks are valid text
  /// and returned with a fault: a last chunk that bytes follow, and a chunk at the end that is not
  /// marked as the last.
  func open(
    _ sealed: UnsafeRawBufferPointer, number: UInt64, isEnd: Bool,
    into text: UnsafeMutableRawBufferPointer
  ) -> (count: Int, fault: PayloadFault?) {
    guard sealed.count >= Sealing.tagSize else { return (0, .cutOff) }
    let count = sealed.count - Sealing.tagSize
    let text = UnsafeMutableRawBufferPointer(rebasing: text[..<count])
    if open(sealed, number, isLast: isEnd, into: text) {
      return isEnd && count == 0 && number > 0 ? (0, .emptyLastChunk) : (count, nil)
    }
    // These two faults differ from damage, and occur only at the end of a full chunk.
    guard sealed.count == Self.sealedSize else { return (0, .damaged) }
    guard open(sealed, number, isLast: !isEnd, into: text) else { return (0, .damaged) }
    return (count, isEnd ? .cutOff : .trailing)
  }

  private func open(
    _ sealed: UnsafeRawBufferPointer, _ number: UInt64, isLast: Bool,
    into text: UnsafeMutableRawBufferPointer
  ) -> Bool {
    key.withBytes { key in
      Self.withNonce(number, isLast) { Sealing.open(sealed, key: key, nonce: $0, into: text) }
    }
  }

  /// The nonce is eleven bytes of the number, big-endian, and one that marks the last chunk.
  private static func withNonce<Value>(
    _ number: UInt64, _ isLast: Bool, _ body: (UnsafeRawBufferPointer) -> Value
  ) -> Value {
    withUnsafeTemporaryAllocation(byteCount: Sealing.nonceSize, alignment: 4) { nonce in
      nonce.initializeMemory(as: UInt8.self, repeating: 0)
      for index in 0..<8 {
        nonce[3 + index] = UInt8(truncatingIfNeeded: number >> UInt64(56 - 8 * index))
      }
      nonce[11] = isLast ? 1 : 0
      return body(UnsafeRawBufferPointer(nonce))
    }
  }
}

/// Memory for texts in transit, wiped at the end.
struct ChunkRoom: ~Copyable {
  let bytes: UnsafeMutableRawBufferPointer

  init(_ count: Int) {
    bytes = .allocate(byteCount: count, alignment: 64)
  }

  deinit {
    Sodium.wipe(bytes)
    bytes.deallocate()
  }
}
