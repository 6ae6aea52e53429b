/// Finds the letters of a word in one name, and the best places for them.
struct FuzzyMatcher {
  private let bytes: UnsafeBufferPointer<UInt8>
  private let signs: UnsafeBufferPointer<LetterSigns>
  /// For each letter, the first and the last place where it can stand.
  private var windows: [(first: Int, last: Int)] = []
  /// The best score with a letter at a place; two rows that take turns. Made once: they are filled
  /// for thousands of names.
  private var row = [Int32](repeating: 0, count: FoldedLetters.room)
  private var rowBefore = [Int32](repeating: 0, count: FoldedLetters.room)
  private var rowCount = 0

  private static let impossible: Int32 = -1

  /// What the two point to must outlive it.
  init(_ bytes: UnsafeBufferPointer<UInt8>, _ signs: UnsafeBufferPointer<LetterSigns>) {
    self.bytes = bytes
    self.signs = signs
  }

  /// Whether each word stands in the name in one piece, or as beginnings of words.
  func hasTogether(_ query: FuzzyQuery, from start: Int, to end: Int) -> Bool {
    query.words.allSatisfy { word in
      hasBeginnings(word, from: start, to: end)
        || (start..<end).contains { hasPiece(word, at: $0, to: end) }
    }
  }

  private func hasPiece(_ word: FuzzyQuery.Word, at start: Int, to end: Int) -> Bool {
    var place = start
    for letter in word.letters {
      guard place < end, bytes[place] == letter.lead, isThere(letter, at: place, end) else {
        return false
      }
      place += letter.count
    }
    return true
  }

  private func hasBeginnings(_ word: FuzzyQuery.Word, from start: Int, to end: Int) -> Bool {
    // Where the letters so far can end, ascending.
    var ends = [start]
    for (index, letter) in word.letters.enumerated() {
      var next: [Int] = []
      for place in start..<end where bytes[place] == letter.lead && isThere(letter, at: place, end)
      {
        let begins = signs[place].contains(.start) && ends[0] <= place
        if begins || (index > 0 && ends.contains(place)) { next.append(place + letter.count) }
      }
      if next.isEmpty { return false }
      ends = next
    }
    return true
  }

  /// Nil where not all words stand in the name.
  mutating func score(_ query: FuzzyQuery, from start: Int, to end: Int) -> Int32? {
    var sum: Int32 = 0
    for word in query.words {
      guard findWindows(of: word, from: start, to: end) else { return nil }
      sum += best(word)
    }
    return sum
  }

  private func find(_ letter: FuzzyQuery.Letter, from start: Int, to end: Int) -> Int? {
    var place = start
    while place < end {
      if bytes[place] == letter.lead, isThere(letter, at: place, end) { return place }
      place += 1
    }
    return nil
  }

  private func isThere(_ letter: FuzzyQuery.Letter, at place: Int, _ end: Int) -> Bool {
    letter.rest.isEmpty
      || place + letter.count <= end && bytes[(place + 1)...].starts(with: letter.rest)
  }

  /// False where the word does not stand in the name.
  private mutating func findWindows(
    of word: FuzzyQuery.Word, from start: Int, to end: Int
  ) -> Bool {
    windows.removeAll(keepingCapacity: true)
    var place = start
    for letter in word.letters {
      guard let found = find(letter, from: place, to: end) else { return false }
      windows.append((found, found))
      place = found + letter.count
    }
    // From the end, each as late as the next one lets it.
    var limit = end
    for index in word.letters.indices.reversed() {
      let letter = word.letters[index]
      var late = limit - letter.count
      while late > windows[index].first,
        bytes[late] != letter.lead || !isThere(letter, at: late, end)
      {
        late -= 1
      }
      windows[index].last = late
      limit = late
    }
    return true
  }

  private mutating func best(_ word: FuzzyQuery.Word) -> Int32 {
    if word.letters.count == 1 { return best(word.letters[0]) }
    for index in word.letters.indices { fillRow(index, of: word) }
    return row[..<rowCount].max() ?? 0
  }

  /// A word of one letter is its best place.
  private func best(_ letter: FuzzyQuery.Letter) -> Int32 {
    var best: Int32 = 0
    for place in windows[0].first...windows[0].last
    where bytes[place] == letter.lead && isThere(letter, at: place, bytes.count) {
      best = max(best, FuzzyScore.letter(signs[place], isCapital: letter.isCapital))
    }
    return best
  }

  /// Works out the row of one letter from the row of the letter before.
  private mutating func fillRow(_ index: Int, of word: FuzzyQuery.Word) {
    swap(&row, &rowBefore)
    let countBefore = rowCount
    rowCount = 0
    let letter = word.letters[index]
    let window = windows[index]
    // The best of all places of the letter before that end before this one.
    var bestBefore = index == 0 ? 0 : Self.impossible
    let (earlier, length) =
      index == 0 ? (0, 0) : (windows[index - 1].first, word.letters[index - 1].count)
    var next = 0
    for place in window.first...window.last {
      var run = Self.impossible
      if index > 0 {
        while next < countBefore, earlier + next + length <= place {
          if earlier + next + length == place { run = rowBefore[next] }
          bestBefore = max(bestBefore, rowBefore[next])
          next += 1
        }
      }
      guard bestBefore != Self.impossible, bytes[place] == letter.lead,
        isThere(letter, at: place, bytes.count)
      else {
        row[rowCount] = Self.impossible
        rowCount += 1
        continue
      }
      let before = run == Self.impossible ? bestBefore : max(bestBefore, run + FuzzyScore.run)
      row[rowCount] = before + FuzzyScore.letter(signs[place], isCapital: letter.isCapital)
      rowCount += 1
    }
  }

  /// The best places of a word's letters, the earliest of several; empty where it is not in the name.
  mutating func places(of word: FuzzyQuery.Word, from start: Int, to end: Int) -> [Int] {
    guard findWindows(of: word, from: start, to: end) else { return [] }
    var rows: [[Int32]] = []
    for index in word.letters.indices {
      fillRow(index, of: word)
      rows.append(Array(row[..<rowCount]))
    }
    var places: [Int] = []
    var wanted = rows.last?.max() ?? 0
    var limit = end
    var mustTouch = false
    for index in word.letters.indices.reversed() {
      let letter = word.letters[index]
      let first = windows[index].first
      let fitting = rows[index].indices.first { at in
        let place = first + at
        return rows[index][at] == wanted
          && (mustTouch ? place + letter.count == limit : place + letter.count <= limit)
      }
      guard let fitting else { return [] }
      let place = first + fitting
      places.append(place)
      limit = place
      wanted -= FuzzyScore.letter(signs[place], isCapital: letter.isCapital)
      guard index > 0 else { break }
      // It stands behind the letter before at once, where only that explains the score.
      let before = place - word.letters[index - 1].count - windows[index - 1].first
      let touching = rows[index - 1].indices.contains(before) ? rows[index - 1][before] : -1
      mustTouch = touching >= 0 && touching + FuzzyScore.run == wanted
      if mustTouch { wanted -= FuzzyScore.run }
    }
    return places.reversed()
  }
}

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
