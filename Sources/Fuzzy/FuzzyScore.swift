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

  /// No name in which words begin with these letters alone, and that begins and ends so, has more.
  static func bound(
    _ query: FuzzyQuery, startMask: UInt64, ends: (first: UInt64, last: UInt64)
  ) -> Int32 {
    var bound: Int32 = 0
    for word in query.words {
      bound += Int32(word.letters.count - 1) * run
      if let letter = word.letters.first, letter.bit == ends.first { bound += first }
      if let letter = word.letters.last, letter.bit == ends.last { bound += last }
      for letter in word.letters {
        if letter.isCapital { bound += sameCase }
        if letter.bit & startMask != 0 { bound += start }
      }
    }
    return bound
  }
}
