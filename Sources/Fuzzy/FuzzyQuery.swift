/// What a person typed to find a name by: words, each some letters of the name in their order. Case and
/// marks do not matter, though a letter in the same case counts a little more.
package struct FuzzyQuery: Equatable, Sendable {
  /// In UTF-8, packed, so that looking for it follows no pointer.
  struct Letter: Equatable, Sendable {
    var lead: UInt8
    /// What follows the first byte, the next lowest.
    var rest: UInt32 = 0
    var count: Int
    var isCapital: Bool
    var bit: UInt64

    init(_ bytes: ArraySlice<UInt8>, isCapital: Bool) {
      lead = bytes.first ?? 0
      count = bytes.count
      for byte in bytes.dropFirst().reversed() { rest = rest << 8 | UInt32(byte) }
      self.isCapital = isCapital
      bit = LetterMask.bit(of: bytes)
    }

    func isSame(as other: Letter) -> Bool {
      lead == other.lead && rest == other.rest && count == other.count
    }
  }

  struct Word: Equatable, Sendable {
    var letters: [Letter]
    var mask: UInt64

    /// Whether it says the same as another and perhaps more.
    func goesOn(from other: Word) -> Bool {
      letters.count >= other.letters.count
        && zip(letters, other.letters).allSatisfy { $0.isSame(as: $1) }
    }
  }

  /// Whatever is typed beyond is passed over.
  static let mostWords = 8
  static let mostLetters = 64

  let words: [Word]
  let mask: UInt64

  package init(_ text: String) {
    words = text.split(whereSeparator: \.isWhitespace).lazy.map { Word(String($0)) }
      .filter { !$0.letters.isEmpty }.prefix(Self.mostWords).map { $0 }
    mask = words.reduce(0) { $0 | $1.mask }
  }

  /// Nothing was typed: every name fits.
  package var isEmpty: Bool { words.isEmpty }

  /// One letter that has a bit of its own: the mask says whether a name has it.
  var isOneSureLetter: Bool {
    guard words.count == 1, words[0].letters.count == 1 else { return false }
    return words[0].mask < 1 << 36
  }

  /// Whether all that fits it fits another as well.
  package func narrows(_ other: FuzzyQuery) -> Bool {
    words.count >= other.words.count && zip(words, other.words).allSatisfy { $0.goesOn(from: $1) }
  }
}

extension FuzzyQuery.Word {
  fileprivate init(_ text: String) {
    var folded = FoldedLetters()
    folded.append(text)
    var letters: [FuzzyQuery.Letter] = []
    var place = 0
    while place < folded.bytes.count, letters.count < FuzzyQuery.mostLetters {
      let end = FuzzyNames.endOfLetter(in: folded.bytes, at: place)
      letters.append(
        FuzzyQuery.Letter(
          folded.bytes[place..<end], isCapital: folded.signs[place].contains(.capital)))
      place = end
    }
    self.letters = letters
    mask = letters.reduce(0) { $0 | $1.bit }
  }
}
