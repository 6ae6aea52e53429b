/// Numbers and bytes written so that any file name and any line can hold them.
package enum Hex {
  private static let alphabet = Array("0123456789abcdef".utf8)

  /// Sixteen digits.
  package static func digits(_ number: UInt64) -> [UInt8] {
    (0..<16).map { alphabet[Int((number >> UInt64(60 - 4 * $0)) & 15)] }
  }

  package static func isLowercaseDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
      || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte)
  }

  package static func value(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    default: nil
    }
  }

  /// `%0A` for everything that is not plain in a path, so that one line holds any path.
  package static func percentEncoded(_ bytes: [UInt8]) -> [UInt8] {
    bytes.reduce(into: []) { encoded, byte in
      if byte > 0x20, byte < 0x7f, byte != UInt8(ascii: "%") {
        encoded.append(byte)
      } else {
        encoded += [UInt8(ascii: "%"), alphabet[Int(byte >> 4)], alphabet[Int(byte & 15)]]
      }
    }
  }

  /// Nil where a `%` is not followed by two digits.
  package static func percentDecoded(_ encoded: some Collection<UInt8>) -> [UInt8]? {
    var decoded: [UInt8] = []
    var rest = encoded[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        decoded.append(byte)
        continue
      }
      guard let high = rest.popFirst().flatMap(value), let low = rest.popFirst().flatMap(value)
      else { return nil }
      decoded.append(high << 4 | low)
    }
    return decoded
  }
}
