/// Finds the filter's words in texts.
struct MatchMarking {
  private let words: [[Character]]

  init(_ words: [String]) {
    self.words = words.filter { !$0.isEmpty }.map(Array.init)
  }

  /// Splits a filter as it was typed into words.
  init(filter: String) {
    self.init(filter.isEmpty ? [] : filter.lowercased().split(separator: " ").map(String.init))
  }

  /// Returns the matches that begin before `end`, in order and apart, as offsets in UTF-8.
  func matches(in text: String, before end: Int = .max) -> [Range<Int>] {
    if words.isEmpty { return [] }
    let folded = Array(text.lowercased())
    // Where lowering changes the length, offsets in the two texts do not agree: mark nothing.
    guard folded.count == text.count else { return [] }
    var offsets = [0]
    for character in text { offsets.append(offsets[offsets.count - 1] + character.utf8.count) }
    var matches: [Range<Int>] = []
    for word in words where word.count <= folded.count {
      for start in 0...(folded.count - word.count) where offsets[start] < end {
        if folded[start..<(start + word.count)].elementsEqual(word) {
          matches.append(offsets[start]..<offsets[start + word.count])
        }
      }
    }
    return Self.joined(matches)
  }

  /// Sorts the matches and joins those that overlap or touch.
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
}
