/// How well letters found at some places of a name fit: a name's score is that of the best places.
enum FuzzyScore {
  /// A letter that follows the one before it at once.
  static let run: Int32 = 9
  static let start: Int32 = 8
  static let first: Int32 = 2
  static let last: Int32 = 2
  /// A capital that was typed as one; small letters are typed for either.
  static let sameCase: Int32 = 1

  static func letter(_ signs: LetterSigns, isCapital: Bool) -> Int32 {
    var score: Int32 = isCapital && signs.contains(.capital) ? sameCase : 0
    if signs.contains(.start) { score += start }
    if signs.contains(.first) { score += first }
    if signs.contains(.last) { score += last }
    return score
  }
}
