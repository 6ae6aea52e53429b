/// The text of a file in chunks of 64 KB, each sealed on its own with its number.
struct ChunkCipher: Sendable {
  static let size = 64 << 10
  static let sealedSize = size + Sealing.tagSize

  let key: Secret

  /// `isLast` is closed with the chunk: without the last one a file is known to be cut off.
  func close(
    _ text: UnsafeRawBufferPointer, number: UInt64, isLast: Bool,
    into sealed: UnsafeMutableRawBufferPointer
  ) {
    key.withBytes { key in
      Self.withNonce(number, isLast) { Sealing.close(text, key: key, nonce: $0, into: sealed) }
    }
  }

  /// Opens a chunk. Where it is not what was written with this number, nothing of it comes into the
  /// room.
  ///
  /// `isEnd`: no byte of the file follows. A whole last chunk that something follows, and a whole
  /// chunk before an end that is missing, are true text: they come with their fault.
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
    // Two faults that differ from damage, and only where chunks may end.
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

  /// Eleven bytes of the number, large end first, and one that says whether it is the last.
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

/// Memory for texts on their way, wiped at the end.
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
