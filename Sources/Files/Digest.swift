/// A 64-bit digest that distinguishes texts. It is no protection against deliberate collisions.
package enum Digest {
  /// FNV-1a over words of eight bytes, with the length included, mixed at the end.
  package static func of(_ bytes: [UInt8], seed: UInt64 = 0) -> UInt64 {
    bytes.withUnsafeBytes { of($0, seed: seed) }
  }

  package static func of(_ all: UnsafeRawBufferPointer, seed: UInt64 = 0) -> UInt64 {
    var hash = 0xcbf2_9ce4_8422_2325 ^ seed
    var start = 0
    while start + 8 <= all.count {
      step(&hash, all.loadUnaligned(fromByteOffset: start, as: UInt64.self))
      start += 8
    }
    var rest: UInt64 = 0
    while start < all.count {
      rest = rest << 8 | UInt64(all[start])
      start += 1
    }
    step(&hash, rest)
    step(&hash, UInt64(all.count))
    return mixed(hash)
  }

  private static func step(_ hash: inout UInt64, _ word: UInt64) {
    hash = (hash ^ word) &* 0x0000_0100_0000_01b3
    // The multiplier is sparse: without this the high bits of a word would never affect the low ones.
    hash ^= hash >> 29
  }

  private static func mixed(_ hash: UInt64) -> UInt64 {
    var hash = hash ^ (hash >> 33)
    hash &*= 0xff51_afd7_ed55_8ccd
    hash ^= hash >> 33
    hash &*= 0xc4ce_b9fe_1a85_ec53
    return hash ^ (hash >> 33)
  }
}

/// Numbers in a form that any file name can contain.
package enum Hex {
  private static let alphabet = Array("0123456789abcdef".utf8)

  /// Returns sixteen digits.
  package static func digits(_ number: UInt64) -> [UInt8] {
    (0..<16).map { alphabet[Int((number >> UInt64(60 - 4 * $0)) & 15)] }
  }

  package static func isLowercaseDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
      || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte)
  }
}
