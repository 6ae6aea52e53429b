/// How the letters of a text are written.
package enum LetterCase: Sendable {
  case upper, lower
  /// The first letter of each word large, the others small.
  case capitals
  /// The first letter of each word large, the others as they are.
  case initials

  /// A text in this case. An apostrophe within a word is part of it, and begins none.
  package func of(_ text: String, isWord: (Character) -> Bool) -> String {
    switch self {
    case .upper: return text.uppercased()
    case .lower: return text.lowercased()
    case .capitals, .initials:
      var isInside = false
      return text.reduce(into: "") { made, character in
        let isWord = isWord(character)
        if !isWord || isInside && self == .initials {
          made.append(character)
        } else {
          made += isInside ? character.lowercased() : character.uppercased()
        }
        if isInside || character != "'" && character != "’" { isInside = isWord }
      }
    }
  }

  /// The same for words of letters and digits.
  func of(_ text: String) -> String {
    of(text) { $0.isLetter || $0.isNumber || $0 == "'" || $0 == "’" }
  }
}
