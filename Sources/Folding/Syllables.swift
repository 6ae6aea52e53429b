/// Hangul syllables and their jamo, by Unicode's arithmetic.
enum Hangul {
  static let syllables: ClosedRange<UInt32> = 0xac00...0xd7a3
  static let initials: ClosedRange<UInt32> = 0x1100...0x1112
  static let vowels: ClosedRange<UInt32> = 0x1161...0x1175
  /// The index before the first final means "none".
  static let finals: ClosedRange<UInt32> = 0x11a8...0x11c2
  private static let finalsOfOne: UInt32 = 28
  private static let syllablesOfOne: UInt32 = 21 * 28

  static func parts(of syllable: UInt32, _ take: (Unicode.Scalar) -> Void) {
    let index = syllable - syllables.lowerBound
    let final = index % finalsOfOne
    let values = [
      initials.lowerBound + index / syllablesOfOne,
      vowels.lowerBound + index % syllablesOfOne / finalsOfOne,
      finals.lowerBound - 1 + final,
    ]
    for value in values.prefix(final == 0 ? 2 : 3) {
      if let scalar = Unicode.Scalar(value) { take(scalar) }
    }
  }

  static func joined(_ first: UInt32, _ second: UInt32) -> Unicode.Scalar? {
    if initials.contains(first), vowels.contains(second) {
      let index = (first - initials.lowerBound) * 21 + second - vowels.lowerBound
      return Unicode.Scalar(syllables.lowerBound + index * finalsOfOne)
    }
    guard syllables.contains(first), finals.contains(second),
      (first - syllables.lowerBound) % finalsOfOne == 0
    else { return nil }
    return Unicode.Scalar(first + second - finals.lowerBound + 1)
  }
}

/// Kana and their voicing marks.
enum Kana {
  static func voiced(_ first: UInt32, _ mark: UInt32) -> Unicode.Scalar? {
    // Half-width kana are treated as full-width ones.
    let wide = FoldingMap.words[first]
    let base = (0xff66...0xff9d).contains(first) && wide != 0 ? wide : first
    let isVoiced = mark == 0x3099 || mark == 0xff9e
    // Katakana are 96 above hiragana.
    let shift: UInt32 = (0x30a1...0x30ff).contains(base) ? 0x60 : 0
    switch base - shift {
    case 0x3046 where isVoiced: return Unicode.Scalar(0x3094 + shift)
    // From か to ち each voiced kana follows its plain one; a small つ comes in between.
    case 0x304b...0x3061 where isVoiced && !base.isMultiple(of: 2),
      0x3064...0x3068 where isVoiced && base.isMultiple(of: 2):
      return Unicode.Scalar(base + 1)
    case 0x306f...0x307b where (base - shift - 0x306f).isMultiple(of: 3):
      return Unicode.Scalar(base + (isVoiced ? 1 : 2))
    case 0x308f...0x3092 where isVoiced && shift > 0: return Unicode.Scalar(base + 8)
    case 0x309d where isVoiced: return Unicode.Scalar(base + 1)
    default: return nil
    }
  }
}
