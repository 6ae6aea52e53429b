/// Sixty-four bits that tell two texts apart. Not meant against someone who wants a collision.
package enum Digest {
  /// FNV-1a over words of eight bytes with the length in it, mixed at the end.
  package static func of(_ bytes: [UInt8], seed: UInt64 = 0) -> UInt64 {
    bytes.withUnsafeBytes { of($0, seed: seed) }
  }

  package static func of(_ all: UnsafeRawBufferPointer, seed: UInt64 = 0) -> UInt64 {
    var hash = 0xcbf2_9ce4_8422_2325 ^ seed
    let words = all.count / 8
    for word in 0..<words {
      step(&hash, all.loadUnaligned(fromByteOffset: word * 8, as: UInt64.self))
    }
    var tail: UInt64 = 0
    for byte in all[(words * 8)...] { tail = tail << 8 | UInt64(byte) }
    step(&hash, tail)
    step(&hash, UInt64(all.count))
    hash ^= hash >> 33
    hash &*= 0xff51_afd7_ed55_8ccd
    hash ^= hash >> 33
    hash &*= 0xc4ce_b9fe_1a85_ec53
    return hash ^ (hash >> 33)
  }

  private static func step(_ hash: inout UInt64, _ word: UInt64) {
    hash = (hash ^ word) &* 0x0000_0100_0000_01b3
    // The multiplier is sparse: without this the high bits of a word would never come down.
    hash ^= hash >> 29
  }
}
