/// Decodes UTF-8 in bytes that may be invalid.
package enum UTF8Scalars {
  /// Returns the scalar that begins at `index` and its length; nil and 1 if none does.
  package static func decode(
    _ bytes: Span<UInt8>, at index: Int
  ) -> (scalar: Unicode.Scalar?, length: Int) {
    decode(bytes, at: index, end: bytes.count)
  }

  /// The same for a text that ends at `end`.
  package static func decode(
    _ bytes: Span<UInt8>, at index: Int, end: Int
  ) -> (scalar: Unicode.Scalar?, length: Int) {
    let first = bytes[index]
    let length = length(startingWith: first)
    if first < 0x80 { return (Unicode.Scalar(first), 1) }
    guard length > 1, index + length <= end else { return (nil, 1) }
    var value = UInt32(first) & (0x7f >> UInt32(length))
    for offset in (index + 1)..<(index + length) {
      let next = UInt32(bytes[offset])
      guard next & 0xc0 == 0x80 else { return (nil, 1) }
      value = value << 6 | next & 0x3f
    }
    // Overlong forms, surrogates and values beyond Unicode are not scalars.
    let least: UInt32 = length == 2 ? 0x80 : length == 3 ? 0x800 : 0x10000
    guard value >= least, let scalar = Unicode.Scalar(value) else { return (nil, 1) }
    return (scalar, length)
  }

  /// Returns the scalar that ends before `index`, in a text that begins at `start`.
  package static func decode(
    _ bytes: Span<UInt8>, before index: Int, from start: Int
  ) -> Unicode.Scalar? {
    guard index > start else { return nil }
    var first = index - 1
    while first > start, index - first < 4, bytes[first] & 0xc0 == 0x80 { first -= 1 }
    return decode(bytes, at: first, end: index).scalar
  }

  /// Returns the length of a scalar that begins with this byte; 1 if none does.
  package static func length(startingWith byte: UInt8) -> Int {
    switch byte {
    case 0xc2...0xdf: 2
    case 0xe0...0xef: 3
    case 0xf0...0xf4: 4
    default: 1
    }
  }

  /// Appends a scalar to the bytes.
  package static func append(_ scalar: Unicode.Scalar, to bytes: inout [UInt8]) {
    bytes += UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter
  }
}
