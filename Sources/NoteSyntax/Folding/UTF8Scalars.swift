/// Scalars of UTF-8 that may be anything.
package enum UTF8Scalars {
  /// The scalar that begins at `index` and its length; nil and 1 where none does.
  @inlinable
  package static func decode(
    _ bytes: UnsafeBufferPointer<UInt8>, at index: Int
  ) -> (scalar: Unicode.Scalar?, length: Int) {
    decode(bytes, at: index, end: bytes.count)
  }

  /// The same for a text that ends at `end`.
  package static func decode(
    _ bytes: UnsafeBufferPointer<UInt8>, at index: Int, end: Int
  ) -> (scalar: Unicode.Scalar?, length: Int) {
    let first = UInt32(bytes[index])
    let length: Int
    var value: UInt32
    let least: UInt32
    switch first {
    case 0..<0x80: return (Unicode.Scalar(UInt8(first)), 1)
    case 0xc2...0xdf: (length, value, least) = (2, first & 0x1f, 0x80)
    case 0xe0...0xef: (length, value, least) = (3, first & 0x0f, 0x800)
    case 0xf0...0xf4: (length, value, least) = (4, first & 0x07, 0x10000)
    default: return (nil, 1)
    }
    guard index + length <= end else { return (nil, 1) }
    for place in (index + 1)..<(index + length) {
      let next = UInt32(bytes[place])
      guard next & 0xc0 == 0x80 else { return (nil, 1) }
      value = value << 6 | next & 0x3f
    }
    // Overlong forms, surrogates and what is beyond Unicode are no scalars.
    guard value >= least, let scalar = Unicode.Scalar(value) else { return (nil, 1) }
    return (scalar, length)
  }

  static func append(_ scalar: Unicode.Scalar, to bytes: inout [UInt8]) {
    let value = scalar.value
    switch value {
    case 0..<0x80: bytes.append(UInt8(value))
    case 0x80..<0x800:
      bytes.append(UInt8(0xc0 | value >> 6))
      bytes.append(UInt8(0x80 | value & 0x3f))
    case 0x800..<0x10000:
      bytes.append(UInt8(0xe0 | value >> 12))
      bytes.append(UInt8(0x80 | value >> 6 & 0x3f))
      bytes.append(UInt8(0x80 | value & 0x3f))
    default:
      bytes.append(UInt8(0xf0 | value >> 18))
      bytes.append(UInt8(0x80 | value >> 12 & 0x3f))
      bytes.append(UInt8(0x80 | value >> 6 & 0x3f))
      bytes.append(UInt8(0x80 | value & 0x3f))
    }
  }
}
