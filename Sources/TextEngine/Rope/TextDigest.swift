/// Sixty-four bits that tell two texts apart, the same however the text is cut into pieces. Not meant
/// against someone who wants a collision.
package struct TextDigest {
  private var lanes = SIMD4<UInt64>(
    0x9e37_79b9_7f4a_7c15, 0xbf58_476d_1ce4_e5b9, 0x94d0_49bb_1331_11eb, 0xd6e8_feb8_6659_fd93)
  /// Bytes that do not fill a block yet.
  private var rest: [UInt8] = []
  private var byteCount = 0

  private static let block = 32

  package init() {}

  package mutating func add(_ bytes: UnsafeBufferPointer<UInt8>) {
    byteCount += bytes.count
    var bytes = bytes[...]
    if !rest.isEmpty {
      let head = bytes.prefix(Self.block - rest.count)
      rest += head
      bytes = bytes.dropFirst(head.count)
      if rest.count < Self.block { return }
      rest.withUnsafeBytes { mix($0) }
      rest.removeAll(keepingCapacity: true)
    }
    let whole = bytes.count / Self.block * Self.block
    mix(UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: bytes.prefix(whole))))
    rest += bytes.dropFirst(whole)
  }

  package mutating func add(_ bytes: [UInt8]) { bytes.withUnsafeBufferPointer { add($0) } }

  package var value: UInt64 {
    var last = self
    if !rest.isEmpty {
      let padded = rest + [UInt8](repeating: 0, count: Self.block - rest.count)
      padded.withUnsafeBytes { last.mix($0) }
    }
    var hash = UInt64(byteCount) &* 0x9e37_79b9_7f4a_7c15
    for lane in 0..<4 { hash = Self.stirred(hash ^ last.lanes[lane]) }
    return hash
  }

  private mutating func mix(_ blocks: UnsafeRawBufferPointer) {
    var (a, b, c, d) = (lanes[0], lanes[1], lanes[2], lanes[3])
    var start = 0
    while start < blocks.count {
      a = Self.step(a, blocks.loadUnaligned(fromByteOffset: start, as: UInt64.self))
      b = Self.step(b, blocks.loadUnaligned(fromByteOffset: start + 8, as: UInt64.self))
      c = Self.step(c, blocks.loadUnaligned(fromByteOffset: start + 16, as: UInt64.self))
      d = Self.step(d, blocks.loadUnaligned(fromByteOffset: start + 24, as: UInt64.self))
      start += Self.block
    }
    lanes = SIMD4(a, b, c, d)
  }

  private static func step(_ lane: UInt64, _ word: UInt64) -> UInt64 {
    let mixed = (lane ^ word) &* 0x9fb2_1c65_1e98_df25
    // The high bits of a product must come down, or the low ones would never know of them.
    return mixed ^ (mixed >> 32)
  }

  private static func stirred(_ hash: UInt64) -> UInt64 {
    var hash = hash ^ (hash >> 33)
    hash &*= 0xff51_afd7_ed55_8ccd
    hash ^= hash >> 29
    hash &*= 0xc4ce_b9fe_1a85_ec53
    return hash ^ (hash >> 32)
  }
}

extension Rope {
  /// The digest of all bytes; linear in the text.
  package var digest: UInt64 {
    var digest = TextDigest()
    forEachChunk(in: all) {
      digest.add($0)
      return true
    }
    return digest.value
  }
}
