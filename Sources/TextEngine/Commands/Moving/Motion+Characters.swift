extension CommandID {
  package static let charLeft: Self = "char-left"
  package static let charRight: Self = "char-right"
  package static let wordLeft: Self = "word-left"
  package static let wordRight: Self = "word-right"
  package static let nextWord: Self = "next-word"
  package static let nextWordInLine: Self = "next-word-in-line"
  package static let wordEnd: Self = "word-end"
}

extension Motion {
  static let characters: [Motion] = [
    Motion(.charLeft, "one character left", leaves: .left) { $0.boundary(before: $1) },
    Motion(.charRight, "one character right", leaves: .right) { $0.boundary(after: $1) },
    Motion(.wordLeft, "one word left") { $0.wordStart(before: $1) },
    Motion(.wordRight, "one word right") { $0.wordEnd(after: $1) },
    Motion(.nextWord, "start of the next word", forOperators: .nextWordInLine) {
      $0.nextWordStart(after: $1)
    },
    Motion(.nextWordInLine, "start of the next word, or end of the line") { text, place in
      let next = text.nextWordStart(after: place)
      let end = text.content(at: place).upperBound
      return place < end ? min(next, end) : next
    },
    Motion(.wordEnd, "last character of the word", .inclusive) { text, place in
      // The end of the word that the next character is in.
      let end = text.wordEndAcrossLines(after: text.boundary(after: place))
      return end > place ? max(place, text.boundary(before: end)) : nil
    },
  ]
}

extension Rope {
  /// Behind the word or punctuation at a place and the blanks after it; an empty line is a word too.
  func nextWordStart(after place: ByteOffset) -> ByteOffset {
    var next = place
    let line = content(at: place)
    if place < line.upperBound {
      let word = word(at: place)
      let isBlank = self[word].bytes.isBlank
      next = isBlank ? place : word.upperBound
    } else {
      next = boundary(after: place)
      if content(at: next).isEmpty { return next }
    }
    while next < end {
      let line = content(at: next)
      if next == line.upperBound {
        let after = boundary(after: next)
        if after == next || content(at: after).isEmpty { return after }
        next = after
        continue
      }
      let word = word(at: next)
      if !self[next..<word.upperBound].bytes.isBlank { return next }
      next = word.upperBound
    }
    return next
  }

  /// `wordEnd` that goes on over line ends and blanks until a word has ended.
  func wordEndAcrossLines(after place: ByteOffset) -> ByteOffset {
    var place = place
    while place < end {
      let next = wordEnd(after: place)
      if next <= place { return place }
      if !self[place..<next].bytes.allSatisfy({ $0 <= 0x20 }) { return next }
      place = next
    }
    return place
  }
}
