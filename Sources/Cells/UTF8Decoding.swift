extension Span<UInt8> {
  /// The scalar that starts at `index` and its length, or nil where the bytes are no UTF-8.
  ///
  /// Strict: overlong forms, surrogates and values past U+10FFFF are no UTF-8.
  func scalar(at index: Int) -> (scalar: Unicode.Scalar, length: Int)? {
    let lead = self[index]
    if lead < 0x80 { return (Unicode.Scalar(lead), 1) }
    // What the second byte may be shuts out overlong forms and surrogates.
    let second: ClosedRange<UInt8>
    let length: Int
    switch lead {
    case 0xc2...0xdf: (length, second) = (2, 0x80...0xbf)
    case 0xe0: (length, second) = (3, 0xa0...0xbf)
    case 0xed: (length, second) = (3, 0x80...0x9f)
    case 0xe1...0xef: (length, second) = (3, 0x80...0xbf)
    case 0xf0: (length, second) = (4, 0x90...0xbf)
    case 0xf4: (length, second) = (4, 0x80...0x8f)
    case 0xf1...0xf3: (length, second) = (4, 0x80...0xbf)
    default: return nil
    }
    guard index + length <= count, second.contains(self[index + 1]) else { return nil }
    var value = UInt32(lead) & (0x7f >> UInt32(length))
    for next in index + 1..<index + length {
      guard self[next] & 0xc0 == 0x80 else { return nil }
      value = value << 6 | UInt32(self[next] & 0x3f)
    }
    guard let scalar = Unicode.Scalar(value) else { return nil }
    return (scalar, length)
  }

  /// Where the scalar starts that the byte at `index` is part of; `index` for an invalid byte.
  func startOfScalar(covering index: Int) -> Int {
    for start in stride(from: index, through: Swift.max(0, index - 3), by: -1) {
      if let (_, length) = scalar(at: start), start + length > index { return start }
      if self[start] & 0xc0 != 0x80 { break }
    }
    return index
  }
}
