/// Letters whose case is one bit.
enum ASCII {
  static func lowered(_ byte: UInt8) -> UInt8 {
    byte &- UInt8(ascii: "A") < 26 ? byte | 0x20 : byte
  }

  /// Whether the byte has two cases.
  static func isLetter(_ byte: UInt8) -> Bool { lowered(byte) &- UInt8(ascii: "a") < 26 }

  static func isDigit(_ byte: UInt8?) -> Bool {
    byte.map { $0 &- UInt8(ascii: "0") < 10 } ?? false
  }
}
