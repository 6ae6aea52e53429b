/// Decodes base64 of other programs: in pieces, with blanks and line ends anywhere, in either
/// alphabet, with or without padding.
package struct Base64Reader {
  private var bits: UInt32 = 0
  private var count = 0
  private var hasEnded = false

  package init() {}

  /// Returns nil if the text contains other characters.
  package static func bytes(of text: [UInt8]) -> [UInt8]? {
    var reader = Base64Reader()
    var out: [UInt8] = []
    return reader.add(text.span, to: &out) && reader.isWhole ? out : nil
  }

  /// Whether no bits are left over.
  package var isWhole: Bool { count != 6 }

  /// Decodes a piece; returns false at an invalid character.
  package mutating func add(_ text: Span<UInt8>, to out: inout [UInt8]) -> Bool {
    for index in text.indices {
      let byte = text[index]
      let value: UInt32
      switch byte {
      case 0x41...0x5a: value = UInt32(byte) - 0x41
      case 0x61...0x7a: value = UInt32(byte) - 0x61 + 26
      case 0x30...0x39: value = UInt32(byte) - 0x30 + 52
      case Byte.plus, Byte.dash: value = 62
      case Byte.slash, Byte.underscore: value = 63
      case Byte.equals:
        hasEnded = true
        continue
      case 0x00...0x20: continue
      default: return false
      }
      if hasEnded { return false }
      bits = bits << 6 | value
      count += 6
      if count >= 8 {
        count -= 8
        out.append(UInt8(truncatingIfNeeded: bits >> UInt32(count)))
        bits &= (1 << UInt32(count)) - 1
      }
    }
    return true
  }
}

/// Encodes bytes as base64, which is safe for any terminal and any address.
package enum Base64Writer {
  private static let letters = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  package static func text(of bytes: [UInt8]) -> [UInt8] {
    var text: [UInt8] = []
    text.reserveCapacity((bytes.count + 2) / 3 * 4)
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let part = bytes[start..<min(start + 3, bytes.count)]
      let bits = part.reduce(0) { $0 << 8 | Int($1) } << (8 * (3 - part.count))
      for index in 0..<4 {
        text.append(index <= part.count ? letters[bits >> (18 - 6 * index) & 63] : Byte.equals)
      }
    }
    return text
  }
}
