/// Numbers written so that any file name can hold them.
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
}
