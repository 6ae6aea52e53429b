/// Sixty-four bits that tell two texts apart. Not meant against someone who wants a collision.
package enum Digest {
  /// FNV-1a over words of eight bytes with the length in it, mixed at the end.
  package static func of(_ bytes: [UInt8], seed: UInt64 = 0) -> UInt64 {
    bytes.withUnsafeBytes { of($0, seed: seed) }
  }

  package static func of(_ all: UnsafeRawBufferPointer, seed: UInt64 = 0) -> UInt64 {
    var digest = RunningDigest(seed: seed)
    digest.add(all)
    return digest.value
  }

  fileprivate static func step(_ hash: inout UInt64, _ word: UInt64) {
    hash = (hash ^ word) &* 0x0000_0100_0000_01b3
    // The multiplier is sparse: without this the high bits of a word would never come down.
    hash ^= hash >> 29
  }
}

/// The same digest of bytes that come in pieces, wherever those end.
package struct RunningDigest: Sendable {
  private var hash: UInt64
  private var byteCount = 0
  /// Fewer than eight bytes that wait for the next piece, in the order of `Digest`'s last word.
  private var rest: UInt64 = 0
  private var restCount = 0

  package init(seed: UInt64 = 0) { hash = 0xcbf2_9ce4_8422_2325 ^ seed }

  package mutating func add(_ piece: UnsafeRawBufferPointer) {
    byteCount += piece.count
    var start = 0
    while restCount > 0, start < piece.count {
      rest = rest << 8 | UInt64(piece[start])
      restCount += 1
      start += 1
      if restCount == 8 {
        // A whole word goes in as it lies in memory.
        Digest.step(&hash, UInt64(bigEndian: rest))
        (rest, restCount) = (0, 0)
      }
    }
    var hash = hash
    while start + 8 <= piece.count {
      Digest.step(&hash, piece.loadUnaligned(fromByteOffset: start, as: UInt64.self))
      start += 8
    }
    self.hash = hash
    while start < piece.count {
      rest = rest << 8 | UInt64(piece[start])
      restCount += 1
      start += 1
    }
  }

  /// Of all that was added.
  package var value: UInt64 {
    var hash = hash
    Digest.step(&hash, rest)
    Digest.step(&hash, UInt64(byteCount))
    hash ^= hash >> 33
    hash &*= 0xff51_afd7_ed55_8ccd
    hash ^= hash >> 33
    hash &*= 0xc4ce_b9fe_1a85_ec53
    return hash ^ (hash >> 33)
  }
}
