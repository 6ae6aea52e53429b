/// Cuts a text into pieces that match the filter's words and pieces that do not.
enum MatchMarking {
  static func pieces(of text: String, matching words: [String]) -> [NoteListRow.Piece] {
    let folded = text.lowercased()
    // Where lowering changes the length, places in the two texts do not agree: mark nothing.
    guard !words.isEmpty, folded.count == text.count else {
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
