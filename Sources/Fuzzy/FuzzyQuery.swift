/// The text of a fuzzy search: words, each with letters of the name in order. Case and diacritics
/// do not matter, though a letter in the same case counts a little more.
package struct FuzzyQuery: Equatable, Sendable {
  /// The UTF-8 bytes of a folded letter.
  struct Letter: Equatable, Sendable {
    var lead: UInt8
    var rest: ArraySlice<UInt8>
    var isCapital: Bool

    init(_ bytes: ArraySlice<UInt8>, isCapital: Bool) {
      lead = bytes.first ?? 0
      rest = bytes.dropFirst()
      self.isCapital = isCapital
    }

    var count: Int { rest.count + 1 }

    var bit: UInt64 { LetterMask.bit(of: [lead] + rest) }

    func isSame(as other: Letter) -> Bool { lead == other.lead && rest == other.rest }
  }

  struct Word: Equatable, Sendable {
    var letters: [Letter]
    var mask: UInt64

    /// Whether the word begins with all letters of another.
    func goesOn(from other: Word) -> Bool {
      letters.count >= other.letters.count
        && zip(letters, other.letters).allSatisfy { $0.isSame(as: $1) }
    }
  }

  /// The limits of a query. Further text is ignored.
  static let mostWords = 8
  static let mostLetters = 64

  let words: [Word]
  let mask: UInt64

  package init(_ text: String) {
    words = text.split(whereSeparator: \.isWhitespace).lazy.map { Word(String($0)) }
      .filter { !$0.letters.isEmpty }.prefix(Self.mostWords).map { $0 }
    mask = words.reduce(0) { $0 | $1.mask }
  }

  /// Whether nothing was typed, so that every name matches.
  package var isEmpty: Bool { words.isEmpty }

  /// Whether every match of this query also matches another.
  package func narrows(_ other: FuzzyQuery) -> Bool {
    words.count >= other.words.count && zip(words, other.words).allSatisfy { $0.goesOn(from: $1) }
  }
}

extension FuzzyQuery.Word {
  fileprivate init(_ text: String) {
    var folded = FoldedLetters()
    folded.append(text)
    var letters: [FuzzyQuery.Letter] = []
    var offset = 0
    while offset < folded.bytes.count, letters.count < FuzzyQuery.mostLetters {
      let end = FuzzyNames.endOfLetter(in: folded.bytes, at: offset)
      letters.append(
        FuzzyQuery.Letter(
          folded.bytes[offset..<end], isCapital: folded.signs[offset].contains(.capital)))
      offset = end
    }
    self.letters = letters
    mask = letters.reduce(0) { $0 | $1.bit }
  }
}

extension FuzzyQuery {
  /// Whether the words are in a name in one piece or as beginnings of words.
  package func isTogether(in name: String) -> Bool {
    var letters = FoldedLetters()
    letters.append(name)
    return letters.bytes.withUnsafeBufferPointer { bytes in
      letters.signs.withUnsafeBufferPointer { signs in
        FuzzyMatcher(bytes, signs).hasTogether(self, from: 0, to: bytes.count)
      }
    }
  }
}

/// Finds the characters of a name that a query matches, for highlighting.
package enum FuzzyMarks {
  /// Returns their indices in the name, ascending; none if the query does not match.
  package static func characters(of name: String, matching query: FuzzyQuery) -> [Int] {
    var letters = FoldedLetters()
    letters.append(name)
    let offsets = letters.bytes.withUnsafeBufferPointer { bytes in
      letters.signs.withUnsafeBufferPointer { signs in
        var matcher = FuzzyMatcher(bytes, signs)
        return query.words.map { matcher.offsets(of: $0, from: 0, to: bytes.count) }
      }
    }
    guard !offsets.contains(where: \.isEmpty) else { return [] }
    let wanted = Set(offsets.joined())
    // The usual case: each letter is one byte, before and after folding.
    if letters.bytes.count == name.utf8.count, name.utf8.allSatisfy({ 0x20..<0x7f ~= $0 }) {
      return wanted.sorted()
    }
    var marked: [Int] = []
    var offset = 0
    for (number, character) in name.enumerated() {
      var own = FoldedLetters()
      own.append(String(character))
      let end = offset + own.bytes.count
      if wanted.contains(where: { $0 >= offset && $0 < end }) { marked.append(number) }
      offset = end
    }
    return marked
  }
}
