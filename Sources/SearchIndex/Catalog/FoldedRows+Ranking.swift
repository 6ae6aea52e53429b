/// The order of filtered rows: the best match first.
extension FoldedRows {
  /// How the words of a filter are found in a title, the best way first.
  enum TitleFit: Int, CaseIterable {
    case whole, start, wordStart, inside
  }

  /// Returns the ids at these ascending indices in the order of a list: first those with the words
  /// in their titles, the best matches before the others.
  func ids(at indices: [UInt32], titled words: [[UInt8]], isReversed: Bool) -> [Int64] {
    let titled = self.indices(among: indices, titled: words)
    if titled.isEmpty { return isReversed ? ids(at: indices).reversed() : ids(at: indices) }
    var ranked = [[UInt32]](repeating: [], count: TitleFit.allCases.count + 1)
    for (row, fit) in zip(titled, fits(of: titled, words)) { ranked[fit.rawValue].append(row) }
    if titled.count < indices.count {
      var next = titled[...]
      for row in indices {
        if next.first == row { next.removeFirst() } else { ranked[ranked.count - 1].append(row) }
      }
    }
    return ranked.flatMap { rows in
      let found = rows.map { ids[Int($0)] }
      return isReversed ? found.reversed() : found
    }
  }

  /// Returns these ids, whose rows have all the words, first those with the words in their titles,
  /// the best matches before the others.
  func titledFirst(_ chosen: [Int64], _ indices: [UInt32], _ words: [[UInt8]]) -> [Int64] {
    let titled = self.indices(among: indices, titled: words)
    if titled.isEmpty { return chosen }
    let fits = Dictionary(
      zip(titled.map { ids[Int($0)] }, fits(of: titled, words)), uniquingKeysWith: { $1 })
    var ranked = [[Int64]](repeating: [], count: TitleFit.allCases.count + 1)
    for id in chosen { ranked[fits[id]?.rawValue ?? ranked.count - 1].append(id) }
    return Array(ranked.joined())
  }

  /// Returns how the titles of these rows, which have all the words, have them.
  private func fits(of rows: [UInt32], _ words: [[UInt8]]) -> [TitleFit] {
    let phrase = Array(words.joined(separator: [UInt8(ascii: " ")]))
    return rows.map { row in
      let title = title(at: Int(row))
      if title.starts(with: phrase) { return title.count == phrase.count ? .whole : .start }
      return words.allSatisfy { Self.beginsWord($0, in: title) } ? .wordStart : .inside
    }
  }

  private static func beginsWord(_ word: [UInt8], in title: ArraySlice<UInt8>) -> Bool {
    var rest = title
    while rest.count >= word.count, let start = rest.firstIndex(of: word[0]) {
      let isFirst = start == title.startIndex || !isLetter(title[start - 1])
      if isFirst, title[start...].starts(with: word) { return true }
      rest = title[(start + 1)...]
    }
    return false
  }

  /// Whether a folded byte belongs to a word; beyond ASCII all of them count.
  private static func isLetter(_ byte: UInt8) -> Bool {
    byte >= 0x80 || (0x30...0x39).contains(byte) || (0x61...0x7a).contains(byte)
  }
}
