extension Cells {
  /// A scalar spelled out: `^[` for Esc, `^?` for delete, `<9B>` for C1, `<U+202E>` for the rest.
  static func escape(for scalar: Unicode.Scalar) -> String {
    switch scalar.value {
    case ..<0x20: "^" + String(Unicode.Scalar(UInt8(scalar.value) | 0x40))
    case 0x7f: "^?"
    case ..<0xa0: escape(forByte: UInt8(scalar.value))
    default: "<U+" + hexadecimal(scalar.value, digits: 4) + ">"
    }
  }

  /// A byte that is no UTF-8, spelled out: `<FF>`.
  static func escape(forByte byte: UInt8) -> String {
    "<" + hexadecimal(UInt32(byte), digits: 2) + ">"
  }

  private static func hexadecimal(_ value: UInt32, digits: Int) -> String {
    let text = String(value, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(0, digits - text.utf8.count)) + text
  }
}
