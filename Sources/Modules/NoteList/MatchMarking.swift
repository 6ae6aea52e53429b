/// Cuts texts into pieces that match the filter's words and pieces that do not.
struct MatchMarking {
  private let words: [String]
  /// The same as bytes; nil where one of them has other letters than those of ASCII.
  private let plainWords: [[UInt8]]?

  init(_ words: [String]) {
    self.words = words.filter { !$0.isEmpty }
    let bytes = self.words.map { Array($0.utf8) }
    plainWords = bytes.allSatisfy { $0.allSatisfy { $0 < 0x80 } } ? bytes : nil
  }

  /// The words of a filter as it was typed.
  init(filter: String) {
    self.init(filter.isEmpty ? [] : filter.lowercased().split(separator: " ").map(String.init))
  }

  func pieces(of text: String) -> [NoteListRow.Piece] {
    if words.isEmpty { return [NoteListRow.Piece(text: text)] }
    return plainPieces(of: text) ?? anyPieces(of: text)
  }

  /// Where a match and what stands beside it is ASCII, a place in bytes is one between letters: most
  /// rows can be marked by that much sooner.
  private func plainPieces(of text: String) -> [NoteListRow.Piece]? {
    guard let plainWords else { return nil }
    var text = text
    return text.withUTF8 { bytes -> [NoteListRow.Piece]? in
      var matches: [Range<Int>] = []
      for word in plainWords {
        guard Self.find(word, in: bytes, &matches) else { return nil }
      }
      if matches.isEmpty {
        return [NoteListRow.Piece(text: String(decoding: bytes, as: UTF8.self))]
      }
      if plainWords.count > 1 { matches.sort { $0.lowerBound < $1.lowerBound } }
      return Self.cut(bytes, matches)
    }
  }

  /// Appends where the word stands, overlaps too; false where a letter that is not ASCII stands
  /// beside it, and may be one with it.
  private static func find(
    _ word: [UInt8], in bytes: UnsafeBufferPointer<UInt8>, _ matches: inout [Range<Int>]
  ) -> Bool {
    guard let first = word.first, word.count <= bytes.count else { return true }
    var start = 0
    while start <= bytes.count - word.count {
      defer { start += 1 }
      guard folded(bytes[start]) == first else { continue }
      var length = 1
      while length < word.count, folded(bytes[start + length]) == word[length] { length += 1 }
      guard length == word.count else { continue }
      let end = start + length
      if start > 0, bytes[start - 1] >= 0x80 { return false }
      if end < bytes.count, bytes[end] >= 0x80 { return false }
      if let last = matches.last, last.lowerBound <= start, start <= last.upperBound {
        matches[matches.count - 1] = last.lowerBound..<max(last.upperBound, end)
      } else {
        matches.append(start..<end)
      }
    }
    return true
  }

  private static func folded(_ byte: UInt8) -> UInt8 { byte &- 0x41 < 26 ? byte | 0x20 : byte }

  /// The matches come in the order of their starts.
  private static func cut(
    _ bytes: UnsafeBufferPointer<UInt8>, _ matches: [Range<Int>]
  ) -> [NoteListRow.Piece] {
    var pieces: [NoteListRow.Piece] = []
    pieces.reserveCapacity(2 * matches.count + 1)
    func add(_ range: Range<Int>, _ isMatch: Bool) {
      guard !range.isEmpty else { return }
      let part = UnsafeBufferPointer(rebasing: bytes[range])
      pieces.append(
        NoteListRow.Piece(text: String(decoding: part, as: UTF8.self), isMatch: isMatch))
    }
    var done = 0
    var index = 0
    while index < matches.count {
      var match = matches[index]
      index += 1
      // Those of several words may overlap.
      while index < matches.count, matches[index].lowerBound <= match.upperBound {
        match = match.lowerBound..<max(match.upperBound, matches[index].upperBound)
        index += 1
      }
      add(done..<match.lowerBound, false)
      add(match, true)
      done = match.upperBound
    }
    add(done..<bytes.count, false)
    return pieces
  }

  private func anyPieces(of text: String) -> [NoteListRow.Piece] {
    let folded = text.lowercased()
    // Where lowering changes the length, places in the two texts do not agree: mark nothing.
    guard folded.count == text.count else {
      return [NoteListRow.Piece(text: text)]
    }
    let characters = Array(folded)
    var marks = [Bool](repeating: false, count: characters.count)
    for word in words.map(Array.init) where word.count <= characters.count {
      for start in 0...(characters.count - word.count)
      where characters[start..<(start + word.count)].elementsEqual(word) {
        for index in start..<(start + word.count) { marks[index] = true }
      }
    }
    var pieces: [NoteListRow.Piece] = []
    for (character, isMatch) in zip(text, marks) {
      if let last = pieces.indices.last, pieces[last].isMatch == isMatch {
        pieces[last].text.append(character)
      } else {
        pieces.append(NoteListRow.Piece(text: String(character), isMatch: isMatch))
      }
    }
    return pieces
  }
}
