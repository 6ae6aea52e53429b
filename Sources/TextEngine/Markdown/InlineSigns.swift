import Bytes

/// The bytes in a line's text that may mean more than themselves. Most do not, and each letter that is
/// typed has those of its paragraph passed over: sixteen in one step.
enum InlineSigns {
  /// Where the first one stands from `index` on; `stop` or behind it where there is none.
  static func next(from index: Int, to stop: Int, in base: UnsafePointer<UInt8>) -> Int {
    let raw = UnsafeRawPointer(base)
    var index = index
    while index &+ 16 <= stop {
      let found = signs(raw + index)
      if found.x != 0 { return index &+ found.x.trailingZeroBitCount / 8 }
      if found.y != 0 { return index &+ 8 &+ found.y.trailingZeroBitCount / 8 }
      index &+= 16
    }
    while index < stop, !isSign(base[index]) { index &+= 1 }
    return index
  }

  /// The highest bit of each byte that is a sign, the first byte lowest, as on all machines that this
  /// is built for. By words and not by a comparison of lanes, which is done one by one here.
  @inline(__always)
  private static func signs(_ raw: UnsafeRawPointer) -> SIMD2<UInt64> {
    let bytes = raw.loadUnaligned(as: SIMD2<UInt64>.self)
    let low = bytes & all(0x7f)
    var found = isIn(low, Byte.hash, Byte.ampersand) | isIn(low, Byte.less, Byte.equals)
    found |= isIn(low, Byte.opening, Byte.closing) | isIn(low, Byte.underscore, Byte.backtick)
    found |= isIn(low, Byte.tilde, Byte.tilde)
    // One bit tells them apart.
    found |= isIn(low & all(~(Byte.star ^ Byte.colon)), Byte.star, Byte.star)
    return found & ~bytes & all(0x80)
  }

  /// In the highest bit of each byte, of bytes below 128. None of the sums goes over into the next byte.
  @inline(__always)
  private static func isIn(
    _ bytes: SIMD2<UInt64>, _ first: UInt8, _ last: UInt8
  ) -> SIMD2<UInt64> {
    (bytes &+ all(0x80 - first)) & ~(bytes &+ all(0x7f - last))
  }

  @inline(__always)
  private static func all(_ byte: UInt8) -> SIMD2<UInt64> {
    SIMD2(repeating: 0x0101_0101_0101_0101 &* UInt64(byte))
  }

  private static func isSign(_ byte: UInt8) -> Bool {
    switch byte {
    // # $ % &, < =, [ \ ], _ `
    case Byte.hash...Byte.ampersand, Byte.less...Byte.equals, Byte.opening...Byte.closing,
      Byte.underscore...Byte.backtick, Byte.star, Byte.colon, Byte.tilde:
      true
    default: false
    }
  }
}
