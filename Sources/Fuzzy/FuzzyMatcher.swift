/// Matches the letters of a query against one name and finds their best offsets.
struct FuzzyMatcher {
  private let bytes: UnsafeBufferPointer<UInt8>
  private let signs: UnsafeBufferPointer<LetterSigns>
  /// The first and last possible offset of each letter.
  private var windows: [(first: Int, last: Int)] = []
  /// The best scores for a letter at each offset, in two alternating rows. Allocated once, because
  /// they are filled for thousands of names.
  private var row = [Int32](repeating: 0, count: FoldedLetters.room)
  private var rowBefore = [Int32](repeating: 0, count: FoldedLetters.room)
  private var rowCount = 0

  private static let impossible: Int32 = -1

  /// Both buffers must outlive the matcher.
  init(_ bytes: UnsafeBufferPointer<UInt8>, _ signs: UnsafeBufferPointer<LetterSigns>) {
    self.bytes = bytes
    self.signs = signs
  }

  /// Whether each word is in the name in one piece or as beginnings of words.
  func hasTogether(_ query: FuzzyQuery, from start: Int, to end: Int) -> Bool {
    query.words.allSatisfy { word in
      hasBeginnings(word, from: start, to: end)
        || (start..<end).contains { hasPiece(word, at: $0, to: end) }
    }
  }

  private func hasPiece(_ word: FuzzyQuery.Word, at start: Int, to end: Int) -> Bool {
    var offset = start
    for letter in word.letters {
      guard offset < end, bytes[offset] == letter.lead, isThere(letter, at: offset, end) else {
        return false
      }
      offset += letter.count
    }
    return true
  }

  private func hasBeginnings(_ word: FuzzyQuery.Word, from start: Int, to end: Int) -> Bool {
    // Possible ends of the letters so far, ascending.
    var ends = [start]
    for (index, letter) in word.letters.enumerated() {
      var next: [Int] = []
      for offset in start..<end
      where bytes[offset] == letter.lead && isThere(letter, at: offset, end) {
        let begins = signs[offset].contains(.start) && ends[0] <= offset
        if begins || (index > 0 && ends.contains(offset)) { next.append(offset + letter.count) }
      }
      if next.isEmpty { return false }
      ends = next
    }
    return true
  }

  /// Returns the name's score; nil if a word is not in the name.
  mutating func score(_ query: FuzzyQuery, from start: Int, to end: Int) -> Int32? {
    var sum: Int32 = 0
    for word in query.words {
      guard findWindows(of: word, from: start, to: end) else { return nil }
      sum += best(word)
    }
    return sum
  }

  private func find(_ letter: FuzzyQuery.Letter, from start: Int, to end: Int) -> Int? {
    var offset = start
    while offset < end {
      if bytes[offset] == letter.lead, isThere(letter, at: offset, end) { return offset }
      offset += 1
    }
    return nil
  }

  private func isThere(_ letter: FuzzyQuery.Letter, at offset: Int, _ end: Int) -> Bool {
    letter.rest.isEmpty
      || offset + letter.count <= end && bytes[(offset + 1)...].starts(with: letter.rest)
  }

  /// Returns false if the word is not in the name.
  private mutating func findWindows(
    of word: FuzzyQuery.Word, from start: Int, to end: Int
  ) -> Bool {
    windows.removeAll(keepingCapacity: true)
    var offset = start
    for letter in word.letters {
      guard let found = find(letter, from: offset, to: end) else { return false }
      windows.append((found, found))
      offset = found + letter.count
    }
    // From the end backward: each letter as late as the next one allows.
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

  /// Returns the best score of a one-letter word.
  private func best(_ letter: FuzzyQuery.Letter) -> Int32 {
    var best: Int32 = 0
    for offset in windows[0].first...windows[0].last
    where bytes[offset] == letter.lead && isThere(letter, at: offset, bytes.count) {
      best = max(best, FuzzyScore.letter(signs[offset], isCapital: letter.isCapital))
    }
    return best
  }

  /// Computes the row of one letter from that of the previous letter.
  private mutating func fillRow(_ index: Int, of word: FuzzyQuery.Word) {
    swap(&row, &rowBefore)
    let countBefore = rowCount
    rowCount = 0
    let letter = word.letters[index]
    let window = windows[index]
    // The best score of the previous letter among its offsets that end before this one.
    var bestBefore = index == 0 ? 0 : Self.impossible
    let (earlier, length) =
      index == 0 ? (0, 0) : (windows[index - 1].first, word.letters[index - 1].count)
    var next = 0
    for offset in window.first...window.last {
      var run = Self.impossible
      if index > 0 {
        while next < countBefore, earlier + next + length <= offset {
          if earlier + next + length == offset { run = rowBefore[next] }
          bestBefore = max(bestBefore, rowBefore[next])
          next += 1
        }
      }
      guard bestBefore != Self.impossible, bytes[offset] == letter.lead,
        isThere(letter, at: offset, bytes.count)
      else {
        row[rowCount] = Self.impossible
        rowCount += 1
        continue
      }
      let before = run == Self.impossible ? bestBefore : max(bestBefore, run + FuzzyScore.run)
      row[rowCount] = before + FuzzyScore.letter(signs[offset], isCapital: letter.isCapital)
      rowCount += 1
    }
  }

  /// Returns the best offsets of a word's letters, the earliest of equals; empty if it is not in
  /// the name.
  mutating func offsets(of word: FuzzyQuery.Word, from start: Int, to end: Int) -> [Int] {
    guard findWindows(of: word, from: start, to: end) else { return [] }
    var rows: [[Int32]] = []
    for index in word.letters.indices {
      fillRow(index, of: word)
      rows.append(Array(row[..<rowCount]))
    }
    var offsets: [Int] = []
    var wanted = rows.last?.max() ?? 0
    var limit = end
    var mustTouch = false
    for index in word.letters.indices.reversed() {
      let letter = word.letters[index]
      let first = windows[index].first
      let fitting = rows[index].indices.first { at in
        let offset = first + at
        return rows[index][at] == wanted
          && (mustTouch ? offset + letter.count == limit : offset + letter.count <= limit)
      }
      guard let fitting else { return [] }
      let offset = first + fitting
      offsets.append(offset)
      limit = offset
      wanted -= FuzzyScore.letter(signs[offset], isCapital: letter.isCapital)
      guard index > 0 else { break }
      // The letter directly follows the previous one if no other way gives the score.
      let before = offset - word.letters[index - 1].count - windows[index - 1].first
      let touching = rows[index - 1].indices.contains(before) ? rows[index - 1][before] : -1
      mustTouch = touching >= 0 && touching + FuzzyScore.run == wanted
      if mustTouch { wanted -= FuzzyScore.run }
    }
    return offsets.reversed()
  }
}

/// The scores of a letter at an offset. A name's score is that of the best offsets.
enum FuzzyScore {
  /// A letter directly after the previous one.
  static let run: Int32 = 9
  static let start: Int32 = 8
  static let first: Int32 = 2
  static let last: Int32 = 2
  /// A capital that was typed as one; lowercase letters match either case.
  static let sameCase: Int32 = 1

  static func letter(_ signs: LetterSigns, isCapital: Bool) -> Int32 {
    var score: Int32 = isCapital && signs.contains(.capital) ? sameCase : 0
    if signs.contains(.start) { score += start }
    if signs.contains(.first) { score += first }
    if signs.contains(.last) { score += last }
    return score
  }
}
