/// Bytes that mean something in Markdown.
enum Byte {
  static let ampersand = UInt8(ascii: "&")
  static let backslash = UInt8(ascii: "\\")
  static let backtick = UInt8(ascii: "`")
  static let bang = UInt8(ascii: "!")
  static let bar = UInt8(ascii: "|")
  static let caret = UInt8(ascii: "^")
  static let closing = UInt8(ascii: "]")
  static let colon = UInt8(ascii: ":")
  static let dash = UInt8(ascii: "-")
  static let dollar = UInt8(ascii: "$")
  static let dot = UInt8(ascii: ".")
  static let equals = UInt8(ascii: "=")
  static let greater = UInt8(ascii: ">")
  static let hash = UInt8(ascii: "#")
  static let less = UInt8(ascii: "<")
  static let lineFeed = UInt8(ascii: "\n")
  static let opening = UInt8(ascii: "[")
  static let percent = UInt8(ascii: "%")
  static let plus = UInt8(ascii: "+")
  static let slash = UInt8(ascii: "/")
  static let space = UInt8(ascii: " ")
  static let star = UInt8(ascii: "*")
  static let tilde = UInt8(ascii: "~")
  static let underscore = UInt8(ascii: "_")

  static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte &- 0x09 < 5 }

  static func isDigit(_ byte: UInt8) -> Bool { byte &- 0x30 < 10 }

  /// Of the names of blocks and of HTML.
  static func isName(_ byte: UInt8) -> Bool {
    (byte | 0x20) &- 0x61 < 26 || isDigit(byte) || byte == dash
  }

  static func isPunctuation(_ byte: UInt8) -> Bool {
    byte > 0x20 && byte < 0x7f && !isDigit(byte) && (byte | 0x20) &- 0x61 >= 26
  }

  /// The scalar that begins at an index, and its length; nil and 1 where none does.
  static func scalar(
    _ bytes: UnsafeBufferPointer<UInt8>, at index: Int, to stop: Int
  ) -> (scalar: Unicode.Scalar?, length: Int) {
    let first = UInt32(bytes[index])
    if first < 0x80 { return (Unicode.Scalar(first), 1) }
    guard first >= 0xc2, first < 0xf5 else { return (nil, 1) }
    let length = first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4
    guard index + length <= stop else { return (nil, 1) }
    var value = first & (0x7f >> UInt32(length))
    for place in index + 1..<index + length {
      guard bytes[place] & 0xc0 == 0x80 else { return (nil, 1) }
      value = value << 6 | UInt32(bytes[place] & 0x3f)
    }
    // Overlong forms, surrogates and what is beyond Unicode are no scalars.
    let least: UInt32 = length == 2 ? 0x80 : length == 3 ? 0x800 : 0x10000
    guard value >= least, let scalar = Unicode.Scalar(value) else { return (nil, 1) }
    return (scalar, length)
  }

  /// The scalar that ends before an index.
  static func scalar(
    _ bytes: UnsafeBufferPointer<UInt8>, before index: Int, from start: Int
  ) -> Unicode.Scalar? {
    guard index > start else { return nil }
    var first = index - 1
    while first > start, index - first < 4, bytes[first] & 0xc0 == 0x80 { first -= 1 }
    return scalar(bytes, at: first, to: index).scalar
  }
}
