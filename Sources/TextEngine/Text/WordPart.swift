/// What moves by word tell apart.
enum WordPart: Equatable {
  case blank, word, punctuation

  /// Of the glyph that starts at `index`.
  init(startingAt index: Int, in line: ArraySlice<UInt8>) {
    let byte = line[index]
    switch byte {
    case 0x09, 0x20: self = .blank
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
      self = .word
    case ..<0x80: self = .punctuation
    default: self = Self.beyondASCII(line[index..<min(index + 4, line.endIndex)])
    }
  }

  private static func beyondASCII(_ bytes: ArraySlice<UInt8>) -> WordPart {
    guard let scalar = String(decoding: bytes, as: UTF8.self).unicodeScalars.first else {
      return .punctuation
    }
    let properties = scalar.properties
    if properties.isWhitespace { return .blank }
    return properties.isAlphabetic || properties.numericType != nil ? .word : .punctuation
  }
}
