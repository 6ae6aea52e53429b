/// Text of notes as part of a line that another program reads.
///
/// Everything stays as it is but what would end the line, the field, or steer a terminal: that is
/// spelled out as on the screen. So a path with an emoji can be used, and no name can do harm.
enum PlainLine {
  static func of(_ bytes: [UInt8]) -> String {
    if bytes.allSatisfy({ (0x20..<0x7f).contains($0) }) {
      return String(decoding: bytes, as: UTF8.self)
    }
    var line = ""
    var decoder = UTF8Pieces(bytes)
    while let piece = decoder.next() {
      switch piece {
      case .scalar(let scalar) where steers(scalar): line += escape(scalar)
      case .scalar(let scalar): line.unicodeScalars.append(scalar)
      case .invalid(let byte): line += "<\(hexadecimal(UInt32(byte), digits: 2))>"
      }
    }
    return line
  }

  /// Controls, line separators, and marks that turn the order of what is read.
  static func steers(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case ..<0x20, 0x7f..<0xa0, 0x200e, 0x200f, 0x061c, 0x2028...0x202e, 0x2066...0x2069, 0xfeff:
      true
    default: false
    }
  }

  private static func escape(_ scalar: Unicode.Scalar) -> String {
    switch scalar.value {
    case ..<0x20: "^" + String(Unicode.Scalar(UInt8(scalar.value) | 0x40))
    case 0x7f: "^?"
    case ..<0xa0: "<\(hexadecimal(scalar.value, digits: 2))>"
    default: "<U+\(hexadecimal(scalar.value, digits: 4))>"
    }
  }

  private static func hexadecimal(_ value: UInt32, digits: Int) -> String {
    let text = String(value, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(0, digits - text.utf8.count)) + text
  }
}

/// Bytes as scalars, and those that are none.
struct UTF8Pieces {
  enum Piece {
    case scalar(Unicode.Scalar)
    case invalid(UInt8)
  }

  private let bytes: [UInt8]
  private var place = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  mutating func next() -> Piece? {
    guard place < bytes.count else { return nil }
    let first = bytes[place]
    let length = first < 0x80 ? 1 : first < 0xc2 ? 0 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4
    if length > 0, place + length <= bytes.count, let scalar = scalar(of: length) {
      place += length
      return .scalar(scalar)
    }
    place += 1
    return .invalid(first)
  }

  /// Nil where these are not the bytes of a scalar, or more of them than it takes.
  private func scalar(of length: Int) -> Unicode.Scalar? {
    var value = UInt32(bytes[place]) & (length == 1 ? 0x7f : 0x7f >> UInt32(length))
    for byte in bytes[(place + 1)..<(place + length)] {
      guard byte & 0xc0 == 0x80 else { return nil }
      value = value << 6 | UInt32(byte & 0x3f)
    }
    let least: UInt32 = length < 3 ? 0 : length == 3 ? 0x800 : 0x10000
    return value < least ? nil : Unicode.Scalar(value)
  }
}
