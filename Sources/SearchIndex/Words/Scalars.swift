import Bytes
import Folding

/// Properties of characters beyond ASCII for the splitter.
enum Scalars {
  /// Whether the script is written without blanks between words: Chinese, Japanese, Korean, and the
  /// letters and vowel signs of Thai, Lao, Burmese, Khmer and their neighbors (the scripts of
  /// Unicode's line breaking class SA). Their digits and signs are excluded.
  static func isIndexedInPairs(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0xe00: false
    case 0xe01...0xe3a, 0xe40...0xe4e: true  // Thai
    case 0xe81...0xece, 0xedc...0xedf: true  // Lao
    case 0x1000...0x103f, 0x1050...0x108f, 0x109a...0x109d: true  // Burmese
    case 0x1100...0x11ff: true  // Hangul in parts
    case 0x1780...0x17d3, 0x17d7, 0x17dc...0x17dd: true  // Khmer
    case 0x1950...0x19c9, 0x1a20...0x1a7c, 0x1aa7: true  // Tai Le, New Tai Lue, Tai Tham
    case 0xa9e0...0xa9ef, 0xa9fa...0xa9fe, 0xaa60...0xaa76, 0xaa7a...0xaadd: true  // Shan, Tai Viet
    case 0x3005...0x3007, 0x3021...0x3029, 0x3031...0x3035, 0x303b...0x303c: true
    case 0x3041...0x3096, 0x309d...0x309f, 0x30a1...0x30fa, 0x30fc...0x30ff: true
    case 0x3105...0x312f, 0x3131...0x318e, 0x31a0...0x31bf, 0x31f0...0x31ff: true
    case 0x3400...0x4dbf, 0x4e00...0x9fff, 0xf900...0xfaff: true
    case 0xa960...0xa97c, 0xac00...0xd7a3, 0xd7b0...0xd7fb: true
    case 0xff66...0xff9d, 0xffa0...0xffdc: true  // half as wide
    case 0x1_1700...0x1_172b, 0x1_1740...0x1_1746: true  // Ahom
    case 0x1_aff0...0x1_b16f, 0x2_0000...0x3_ffff: true
    default: false
    }
  }

  /// Whether it is a letter, a digit, or a mark of the letter before.
  static func isPartOfWord(_ scalar: Unicode.Scalar) -> Bool {
    let value = Int(scalar.value)
    if value < known.count { return known[value] }
    return isPartOfWord(slowly: scalar)
  }

  static func isMark(_ scalar: Unicode.Scalar) -> Bool {
    // The half-width kana marks have the category of letters.
    if scalar.value == 0xff9e || scalar.value == 0xff9f { return true }
    return switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .spacingMark: true
    default: false
    }
  }

  /// Returns the letter at an offset, joined with the marks after it: Hangul and voiced kana make
  /// the same words however they are written.
  static func joined(
    _ scalar: Unicode.Scalar, _ size: Int, _ text: UnsafeBufferPointer<UInt8>, _ index: Int
  ) -> (scalar: Unicode.Scalar, size: Int) {
    var (scalar, size) = (scalar, size)
    while index + size < text.count {
      let next = UTF8Scalars.decode(text.span, at: index + size)
      guard let second = next.scalar, let whole = Folding.joined(scalar, second) else { break }
      scalar = whole
      size += next.length
    }
    return (scalar, size)
  }

  /// The answers for Latin, Greek, Cyrillic, Hebrew and Arabic, the most common scripts.
  private static let known = (0..<0x800).map { value in
    Unicode.Scalar(UInt32(value)).map(isPartOfWord(slowly:)) ?? false
  }

  private static func isPartOfWord(slowly scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
      .decimalNumber, .letterNumber, .otherNumber, .nonspacingMark, .enclosingMark, .spacingMark:
      true
    // Joiners and the soft hyphen are invisible parts of words.
    case .format: scalar.value == 0xad || scalar.value == 0x200c || scalar.value == 0x200d
    default: false
    }
  }
}
