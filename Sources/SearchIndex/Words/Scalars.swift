/// What the splitter asks of characters beyond ASCII.
enum Scalars {
  /// The character at a place and how many bytes it takes; nil where it is not UTF-8.
  static func decode(
    _ text: UnsafeBufferPointer<UInt8>, _ index: Int
  ) -> (scalar: Unicode.Scalar?, size: Int) {
    let first = text[index]
    let size =
      switch first {
      case 0x00..<0x80: 1
      case 0xc2..<0xe0: 2
      case 0xe0..<0xf0: 3
      case 0xf0..<0xf5: 4
      default: 0
      }
    guard size > 0, index + size <= text.count else { return (nil, 1) }
    if size == 1 { return (Unicode.Scalar(first), 1) }
    var value = UInt32(first) & (0x7f >> UInt32(size))
    for next in (index + 1)..<(index + size) {
      guard text[next] & 0xc0 == 0x80 else { return (nil, 1) }
      value = value << 6 | UInt32(text[next] & 0x3f)
    }
    guard value >= (size == 2 ? 0x80 : size == 3 ? 0x800 : 0x1_0000),
      let scalar = Unicode.Scalar(value)
    else { return (nil, 1) }
    return (scalar, size)
  }

  /// Chinese, Japanese, Korean: scripts whose words do not stand apart.
  static func isPaired(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x1100: false
    case 0x1100...0x11ff: true  // Hangul in parts
    case 0x3005...0x3007, 0x3021...0x3029, 0x3031...0x3035, 0x303b...0x303c: true
    case 0x3041...0x3096, 0x309d...0x309f, 0x30a1...0x30fa, 0x30fc...0x30ff: true
    case 0x3105...0x312f, 0x3131...0x318e, 0x31a0...0x31bf, 0x31f0...0x31ff: true
    case 0x3400...0x4dbf, 0x4e00...0x9fff, 0xf900...0xfaff: true
    case 0xa960...0xa97c, 0xac00...0xd7a3, 0xd7b0...0xd7fb: true
    case 0xff66...0xff9d, 0xffa0...0xffdc: true  // half as wide
    case 0x1_aff0...0x1_b16f, 0x2_0000...0x3_ffff: true
    default: false
    }
  }

  /// A letter, a digit, or what belongs to the letter before.
  static func isPartOfWord(_ scalar: Unicode.Scalar) -> Bool {
    let value = Int(scalar.value)
    if value < known.count { return known[value] }
    return isPartOfWord(slowly: scalar)
  }

  static func isMark(_ scalar: Unicode.Scalar) -> Bool {
    // The marks of kana at half width are letters by their category.
    if scalar.value == 0xff9e || scalar.value == 0xff9f { return true }
    return switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .spacingMark: true
    default: false
    }
  }

  /// Hangul written in parts is the same text as in whole syllables, so it makes the same words.
  static func composed(
    _ scalar: Unicode.Scalar, _ size: Int, _ text: UnsafeBufferPointer<UInt8>, _ index: Int
  ) -> (scalar: Unicode.Scalar, size: Int) {
    guard (0x1100...0x1112).contains(scalar.value), index + size < text.count else {
      return addingEnd(scalar, size, text, index)
    }
    let (next, nextSize) = decode(text, index + size)
    guard let next, (0x1161...0x1175).contains(next.value),
      let syllable = Unicode.Scalar(
        0xac00 + (scalar.value - 0x1100) * 588 + (next.value - 0x1161) * 28)
    else { return (scalar, size) }
    return addingEnd(syllable, size + nextSize, text, index)
  }

  private static func addingEnd(
    _ syllable: Unicode.Scalar, _ size: Int, _ text: UnsafeBufferPointer<UInt8>, _ index: Int
  ) -> (scalar: Unicode.Scalar, size: Int) {
    guard (0xac00...0xd7a3).contains(syllable.value), (syllable.value - 0xac00) % 28 == 0,
      index + size < text.count
    else { return (syllable, size) }
    let (end, endSize) = decode(text, index + size)
    guard let end, (0x11a8...0x11c2).contains(end.value),
      let whole = Unicode.Scalar(syllable.value + end.value - 0x11a7)
    else { return (syllable, size) }
    return (whole, size + endSize)
  }

  /// Answers for Latin, Greek, Cyrillic, Hebrew and Arabic, most of what is asked for.
  private static let known = (0..<0x800).map { value in
    Unicode.Scalar(UInt32(value)).map(isPartOfWord(slowly:)) ?? false
  }

  private static func isPartOfWord(slowly scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
      .decimalNumber, .letterNumber, .otherNumber, .nonspacingMark, .enclosingMark, .spacingMark:
      true
    // Joiners and the soft hyphen stand within words and are not seen.
    case .format: scalar.value == 0xad || scalar.value == 0x200c || scalar.value == 0x200d
    default: false
    }
  }
}
