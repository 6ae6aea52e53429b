@testable import Fuzzy

/// The rules of matching, tried in every way there is.
enum NaiveFuzzy {
  /// The best score of a query in a name; nil where it does not fit.
  static func score(_ query: String, in name: String) -> Int32? {
    let letters = Self.letters(name)
    var sum: Int32 = 0
    for word in query.split(separator: " ") {
      let wanted = Self.letters(String(word))
      guard let best = best(wanted[...], letters[...], before: false) else { return nil }
      sum += best
    }
    return sum
  }

  private struct Letter {
    var folded: Character
    var signs: LetterSigns
  }

  /// For names in ASCII and letters with one folding each.
  private static func letters(_ name: String) -> [Letter] {
    var letters: [Letter] = []
    var before: Character?
    for character in name {
      let isWord = character.isLetter || character.isNumber
      let wasWord = before.map { $0.isLetter || $0.isNumber } ?? false
      let isPlain = character.isASCII
      var signs: LetterSigns = []
      let isHump =
        isPlain && character.isUppercase && (before.map { $0.isASCII && $0.isLowercase } ?? false)
      if isWord, !wasWord || isHump { signs.insert(.start) }
      if isPlain, character.isUppercase { signs.insert(.capital) }
      let folded = Self.marks[character] ?? Character(character.lowercased())
      letters.append(Letter(folded: folded, signs: signs))
      before = character
    }
    if !letters.isEmpty {
      letters[0].signs.insert(.first)
      letters[letters.count - 1].signs.insert(.last)
    }
    return letters
  }

  private static let marks: [Character: Character] = ["é": "e", "É": "e", "ü": "u", "Ü": "u"]

  private static func best(
    _ wanted: ArraySlice<Letter>, _ name: ArraySlice<Letter>, before: Bool
  ) -> Int32? {
    guard let letter = wanted.first else { return 0 }
    var best: Int32?
    for place in name.indices where name[place].folded == letter.folded {
      let rest = Self.best(wanted.dropFirst(), name[(place + 1)...], before: true)
      guard let rest else { continue }
      let isRun = before && place == name.startIndex
      let score =
        FuzzyScore.letter(name[place].signs, isCapital: letter.signs.contains(.capital)) + rest
        + (isRun ? FuzzyScore.run : 0)
      best = max(best ?? score, score)
    }
    return best
  }
}
