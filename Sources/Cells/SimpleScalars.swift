/// The common letters beyond ASCII: two of them next to each other are always two glyphs, each of its
/// own width, so that most text needs no look at Unicode's rules.
enum SimpleScalars {
  /// The cells of one of them, or nil for every other scalar.
  static func width(_ value: UInt32) -> Int? {
    switch value {
    // Latin, Greek, Cyrillic, dashes and quotes. The soft hyphen and two pictures are left out.
    case 0xaf..<0x300, 0xaa...0xac, 0xa1...0xa8, 0x391...0x3a1, 0x3a3...0x482, 0x48a...0x52f,
      0x2010...0x2027, 0x20ac:
      1
    // Ideographs, kana, Hangul syllables, fullwidth forms. Marks stand between these ranges.
    case 0x4e00...0x9fff, 0x3000...0x3029, 0x3041...0x3096, 0x309b...0x30ff, 0x3400...0x4dbf,
      0xac00...0xd7a3, 0xff01...0xff60:
      2
    default: nil
    }
  }
}

extension Span<UInt8> {
  /// Whether what starts at `index` never joins a simple scalar or a letter before it.
  func standsApart(at index: Int) -> Bool {
    if index >= count || self[index] < 0x80 { return true }
    // A byte of no character stands alone.
    guard let (scalar, _) = scalar(at: index) else { return true }
    return SimpleScalars.width(scalar.value) != nil
  }
}
