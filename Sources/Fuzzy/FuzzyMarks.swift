extension FuzzyQuery {
  /// Whether its words stand in a name in one piece, or as beginnings of words.
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

/// Which characters of a name a query means.
package enum FuzzyMarks {
  /// By their number in the name, ascending; none where the query does not fit.
  package static func characters(of name: String, matching query: FuzzyQuery) -> [Int] {
    var letters = FoldedLetters()
    letters.append(name)
    let places = letters.bytes.withUnsafeBufferPointer { bytes in
      letters.signs.withUnsafeBufferPointer { signs in
        var matcher = FuzzyMatcher(bytes, signs)
        return query.words.map { matcher.places(of: $0, from: 0, to: bytes.count) }
      }
    }
    guard !places.contains(where: \.isEmpty) else { return [] }
    let wanted = Set(places.joined())
    // Most names: a letter is a byte, before it is folded and after.
    if letters.bytes.count == name.utf8.count, name.utf8.allSatisfy({ 0x20..<0x7f ~= $0 }) {
      return wanted.sorted()
    }
    var marked: [Int] = []
    var place = 0
    for (number, character) in name.enumerated() {
      var own = FoldedLetters()
      own.append(String(character))
      let end = place + own.bytes.count
      if wanted.contains(where: { $0 >= place && $0 < end }) { marked.append(number) }
      place = end
    }
    return marked
  }
}
