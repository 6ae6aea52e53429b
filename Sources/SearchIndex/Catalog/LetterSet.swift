/// Which letters a text has: most rows without a word need no more than a look at these.
struct LetterSet: Sendable {
  /// One for each of a to z and 0 to 9; the others share the rest.
  private var bits: UInt64 = 0

  init(_ text: some Sequence<UInt8>) {
    for letter in text { bits |= 1 << Self.place(of: letter) }
  }

  func contains(_ other: LetterSet) -> Bool { bits & other.bits == other.bits }

  /// Whether two texts have the same set only where both have this letter.
  static func hasOwnPlace(_ letter: UInt8) -> Bool { place(of: letter) < 36 }

  private static func place(of letter: UInt8) -> UInt64 {
    switch letter {
    case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt64(letter - UInt8(ascii: "a"))
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt64(letter - UInt8(ascii: "0") + 26)
    default: UInt64(letter % 28 + 36)
    }
  }
}
