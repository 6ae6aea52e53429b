/// Finds where the filter's words stand in texts.
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

  /// In order, and none touches the next; those that begin before a place in the text's UTF-8. What
  /// is in `matches` is forgotten.
  func find(in text: String, before end: Int = .max, into matches: inout [Range<Int>]) {
    if !matches.isEmpty { matches.removeAll(keepingCapacity: true) }
    if words.isEmpty || findPlain(in: text, before: end, &matches) { return }
    matches = anyMatches(in: text).filter { $0.lowerBound < end }
  }

  /// Where a match and what stands beside it is ASCII, a place in bytes is one between letters: most
  /// rows can be marked by that much sooner.
  private func findPlain(
    in text: String, before end: Int, _ matches: inout [Range<Int>]
  ) -> Bool {
    guard let plainWords else { return false }
    return text.utf8Span.span.withUnsafeBufferPointer { bytes in
      for word in plainWords {
        guard Self.find(word, in: bytes, before: end, &matches) else { return false }
      }
      if plainWords.count > 1 { matches = Self.joined(matches) }
      return true
    }
  }

  /// Appends where the word stands, overlaps too; false where a letter that is not ASCII stands
  /// beside it, and may be one with it.
  private static func find(
    _ word: [UInt8], in bytes: UnsafeBufferPointer<UInt8>, before limit: Int,
    _ matches: inout [Range<Int>]
  ) -> Bool {
    guard let first = word.first, word.count <= bytes.count else { return true }
    var start = 0
    while start <= bytes.count - word.count, start < limit {
      start = next(first, word.count > 1 ? word[1] : nil, in: bytes, from: start)
      defer { start += 1 }
      guard start <= bytes.count - word.count, start < limit else { break }
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

  /// Where a letter stands next, large or small, with the second one behind it if there is one; the
  /// end where it does not. Eight bytes at a time: those that are the letter become zero, and the
  /// lowest of them is told from the rest.
  private static func next(
    _ letter: UInt8, _ second: UInt8?, in bytes: UnsafeBufferPointer<UInt8>, from start: Int
  ) -> Int {
    var place = start
    if let base = bytes.baseAddress.map(UnsafeRawPointer.init) {
      func others(_ place: Int, _ letter: UInt8) -> UInt64 {
        let some = base.loadUnaligned(fromByteOffset: place, as: UInt64.self)
        // Large and small letters are the same so; so are a few others, which are looked at closely.
        return (UInt64(littleEndian: some) | ones &* 0x20) ^ (ones &* UInt64(letter | 0x20))
      }
      while place + 9 <= bytes.count {
        var other = others(place, letter)
        if let second { other |= others(place + 1, second) }
        let found = (other &- ones) & ~other & (ones &* 0x80)
        if found == 0 {
          place += 8
          continue
        }
        place += found.trailingZeroBitCount / 8
        if folded(bytes[place]) == letter { return place }
        place += 1
      }
    }
    while place < bytes.count, folded(bytes[place]) != letter { place += 1 }
    return place
  }

  private static let ones: UInt64 = 0x0101_0101_0101_0101

  private static func folded(_ byte: UInt8) -> UInt8 { byte &- 0x41 < 26 ? byte | 0x20 : byte }

  /// In order, and those of several words that overlap or touch as one.
  private static func joined(_ matches: [Range<Int>]) -> [Range<Int>] {
    var joined: [Range<Int>] = []
    for match in matches.sorted(by: { $0.lowerBound < $1.lowerBound }) {
      if let last = joined.last, match.lowerBound <= last.upperBound {
        joined[joined.count - 1] = last.lowerBound..<max(last.upperBound, match.upperBound)
      } else {
        joined.append(match)
      }
    }
    return joined
  }

  private func anyMatches(in text: String) -> [Range<Int>] {
    let folded = text.lowercased()
    // Where lowering changes the length, places in the two texts do not agree: mark nothing.
    guard folded.count == text.count else { return [] }
    let characters = Array(folded)
    var places = [0]
    for character in text { places.append(places[places.count - 1] + character.utf8.count) }
    var matches: [Range<Int>] = []
    for word in words.map(Array.init) where word.count <= characters.count {
      for start in 0...(characters.count - word.count)
      where characters[start..<(start + word.count)].elementsEqual(word) {
        matches.append(places[start]..<places[start + word.count])
      }
    }
    return Self.joined(matches)
  }
}
