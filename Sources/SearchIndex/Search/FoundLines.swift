import Regex
import Services

/// The lines of a note that show why it was found: the first ones, and how many more there are.
struct FoundLines {
  private(set) var lines: [Excerpt] = []
  /// Beyond those that are shown, as far as was looked.
  private(set) var more = 0

  /// Behind the first match nobody waits for what stands further down in a huge note.
  private static let looked = 256 << 10
  private static let block = 64 << 10

  init(
    in bytes: UnsafeBufferPointer<UInt8>, _ sought: Sought,
    most: Int = SearchHit.mostLines
  ) {
    var matches = Self.words(in: bytes, sought.needles)
    for pattern in sought.patterns { matches += Self.expressions(in: bytes, pattern) }
    matches.sort { $0.lowerBound < $1.lowerBound }
    var (number, counted, end) = (1, 0, -1)
    for match in matches where match.lowerBound > end {
      var start = match.lowerBound
      while start > counted, bytes[start - 1] != UInt8(ascii: "\n") { start -= 1 }
      number += bytes[counted..<start].reduce(0) { $0 + ($1 == UInt8(ascii: "\n") ? 1 : 0) }
      counted = start
      end = Self.end(ofLineAt: match.lowerBound, in: bytes)
      if lines.count < most {
        lines.append(
          Excerpt(of: bytes, match, in: start..<end, number: number, sought))
      } else {
        more += 1
      }
    }
  }

  private static func end(ofLineAt place: Int, in bytes: UnsafeBufferPointer<UInt8>) -> Int {
    var end = place
    while end < bytes.count, bytes[end] != UInt8(ascii: "\n") { end += 1 }
    return end
  }

  /// Where the needles fit, whole lines at a time until enough was looked through.
  private static func words(
    in bytes: UnsafeBufferPointer<UInt8>, _ needles: [Needle]
  ) -> [Range<Int>] {
    if needles.isEmpty { return [] }
    var matchers = needles.map { NeedleMatcher($0) }
    var found: [Range<Int>] = []
    var splitter = WordSplitter()
    var start = 0
    while start < bytes.count, found.isEmpty || start < looked {
      // No word goes on beyond a line; a phrase does, which its matcher remembers.
      let end = min(bytes.count, Self.end(ofLineAt: min(start + block, bytes.count), in: bytes) + 1)
      let first = start
      splitter.split(UnsafeBufferPointer(rebasing: bytes[first..<end])) { word, range, _ in
        let place = (range.lowerBound + first)..<(range.upperBound + first)
        for index in matchers.indices {
          if let match = matchers[index].next(word, place) { found.append(match) }
        }
      }
      start = end
    }
    return found
  }

  private static func expressions(
    in bytes: UnsafeBufferPointer<UInt8>, _ pattern: Pattern
  ) -> [Range<Int>] {
    var found: [Range<Int>] = []
    var place = 0
    while place <= bytes.count, found.isEmpty || place < looked,
      case .match(let match) = pattern.firstMatch(in: bytes, from: place)
    {
      found.append(match)
      // The others in this line are found when it is shown.
      place = end(ofLineAt: max(match.lowerBound, match.upperBound), in: bytes) + 1
    }
    return found
  }
}
