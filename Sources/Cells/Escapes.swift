extension Cells {
  /// A scalar spelled out: `^[` for Esc, `^?` for delete, `<9B>` for C1, `<U+202E>` for the rest.
  package static func escape(for scalar: Unicode.Scalar) -> String {
    switch scalar.value {
    case ..<0x20: "^" + String(Unicode.Scalar(UInt8(scalar.value) | 0x40))
    case 0x7f: "^?"
    case ..<0xa0: escape(forByte: UInt8(scalar.value))
    default: "<U+" + hexadecimal(scalar.value, digits: 4) + ">"
    }
  }

  /// A byte that is no UTF-8, spelled out: `<FF>`.
  package static func escape(forByte byte: UInt8) -> String {
    "<" + hexadecimal(UInt32(byte), digits: 2) + ">"
  }

  /// Whether what is printed could steer a terminal, or end or turn the line that it stands in:
  /// controls, line separators, and marks that turn the order of what is read.
  package static func steers(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case ..<0x20, 0x7f..<0xa0, 0x200e, 0x200f, 0x061c, 0x2028...0x202e, 0x2066...0x2069, 0xfeff:
      true
    default: false
    }
  }

  private static func hexadecimal(_ value: UInt32, digits: Int) -> String {
    let text = String(value, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(0, digits - text.utf8.count)) + text
  }
}
