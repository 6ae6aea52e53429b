/// A text of a block with the line and column of each character.
struct LocatedText {
  private(set) var characters: [Character] = []
  private var locations: [BlockProblem.Location] = []
  /// The location after the last character.
  private var end: BlockProblem.Location

  init(_ text: Substring, line: Int, column: Int = 1) {
    end = .init(line: line, column: column)
    append(text, line: line, column: column)
  }

  private init(
    _ characters: ArraySlice<Character>, _ locations: ArraySlice<BlockProblem.Location>,
    _ end: BlockProblem.Location
  ) {
    (self.characters, self.locations, self.end) = (Array(characters), Array(locations), end)
  }

  mutating func append(_ text: Substring, line: Int, column: Int) {
    for (offset, character) in text.enumerated() {
      characters.append(character)
      locations.append(.init(line: line, column: column + offset))
    }
    end = .init(line: line, column: column + text.count)
  }

  var text: String { String(characters) }
  var count: Int { characters.count }
  var isEmpty: Bool { characters.isEmpty }

  func location(of index: Int) -> BlockProblem.Location {
    index < locations.count ? locations[index] : end
  }

  func problem(_ message: String, at index: Int = 0) -> BlockProblem {
    BlockProblem(message, at: location(of: index))
  }

  subscript(range: Range<Int>) -> LocatedText {
    LocatedText(characters[range], locations[range], location(of: range.upperBound))
  }

  var lines: [LocatedText] {
    var (lines, start): ([LocatedText], Int) = ([], 0)
    for (index, character) in characters.enumerated() where character.isNewline {
      lines.append(self[start..<index])
      start = index + 1
    }
    return lines + [self[start..<count]]
  }

  /// The text without white space at its ends.
  var trimmed: LocatedText {
    let start = characters.firstIndex { !$0.isWhitespace } ?? count
    let end = (characters.lastIndex { !$0.isWhitespace } ?? start - 1) + 1
    return self[start..<max(start, end)]
  }

  /// Replaces a part. All of the new text has the location at which the part began.
  mutating func replace(_ range: Range<Int>, with text: String) {
    let position = location(of: range.lowerBound)
    characters.replaceSubrange(range, with: text)
    locations.replaceSubrange(range, with: repeatElement(position, count: text.count))
  }

  /// Returns the index of the first occurrence from `start` on.
  func find(_ text: String, from start: Int = 0) -> Int? {
    let wanted = Array(text)
    guard start + wanted.count <= count else { return nil }
    return (start...(count - wanted.count)).first {
      characters[$0] == wanted[0] && characters[$0..<($0 + wanted.count)].elementsEqual(wanted)
    }
  }
}

/// Reads words from the front of a text, ignoring case and the amount of white space.
struct WordCursor {
  let text: LocatedText
  private(set) var index = 0

  init(_ text: LocatedText) { self.text = text }

  var isAtEnd: Bool {
    text.characters[index...].allSatisfy(\.isWhitespace)
  }

  /// The rest, without white space at its ends.
  var rest: LocatedText { text[index..<text.count].trimmed }

  /// Reads all of these words, or none.
  mutating func take(_ words: String) -> Bool {
    var next = index
    for word in words.split(separator: " ") {
      while next < text.count, text.characters[next].isWhitespace { next += 1 }
      for character in word {
        guard next < text.count, text.characters[next].lowercased() == character.lowercased()
        else { return false }
        next += 1
      }
      if let last = word.last, last.isLetter, next < text.count,
        !text.characters[next].isWhitespace
      {
        return false
      }
    }
    index = next
    return true
  }

  /// Reads the first of these that is next, and returns its value.
  mutating func takeOne<Value>(of choices: [(String, Value)]) -> Value? {
    for (words, value) in choices where take(words) { return value }
    return nil
  }

  func problem(_ message: String) -> BlockProblem {
    var next = index
    while next < text.count, text.characters[next].isWhitespace { next += 1 }
    return text.problem(message, at: next)
  }
}
