/// Cuts a text into pieces that match the filter's words and pieces that do not.
enum MatchMarking {
  static func pieces(of text: String, matching words: [String]) -> [NoteListRow.Piece] {
    if words.isEmpty { return [NoteListRow.Piece(text: text)] }
    return plainPieces(of: text, matching: words) ?? anyPieces(of: text, matching: words)
  }

  /// Where all letters are ASCII a place in bytes is one in letters, which most rows can be marked by
  /// much sooner.
  private static func plainPieces(
    of text: String, matching words: [String]
  ) -> [NoteListRow.Piece]? {
    var text = text
    return text.withUTF8 { bytes -> [NoteListRow.Piece]? in
      guard bytes.allSatisfy({ $0 < 0x80 }) else { return nil }
      let folded = bytes.map { $0 &- 0x41 < 26 ? $0 | 0x20 : $0 }
      var marks = [Bool](repeating: false, count: folded.count)
      for word in words {
        let word = Array(word.utf8)
        guard let first = word.first, word.count <= folded.count else { continue }
        for start in 0...(folded.count - word.count)
        where folded[start] == first && folded[start..<(start + word.count)].elementsEqual(word) {
          for index in start..<(start + word.count) { marks[index] = true }
        }
      }
      var pieces: [NoteListRow.Piece] = []
      var start = 0
      while start < bytes.count {
        let end = marks[start...].firstIndex { $0 != marks[start] } ?? bytes.count
        let part = String(decoding: bytes[start..<end], as: UTF8.self)
        pieces.append(NoteListRow.Piece(text: part, isMatch: marks[start]))
        start = end
      }
      return pieces
    }
  }

  private static func anyPieces(
    of text: String, matching words: [String]
  ) -> [NoteListRow.Piece] {
    let folded = text.lowercased()
    // Where lowering changes the length, places in the two texts do not agree: mark nothing.
    guard folded.count == text.count else {
      return [NoteListRow.Piece(text: text)]
    }
    let characters = Array(folded)
    var marks = [Bool](repeating: false, count: characters.count)
    for word in words.map(Array.init) where !word.isEmpty && word.count <= characters.count {
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
