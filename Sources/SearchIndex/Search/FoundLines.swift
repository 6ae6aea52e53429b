import Bytes
import Regex
import Services

/// The lines of a note that show why it was found: the first ones, and the number of the rest.
struct FoundLines {
  private(set) var lines: [Excerpt] = []
  /// Further lines, as far as the note was searched.
  private(set) var more = 0

  /// The rest of a huge note is not searched after the first match.
  private static let looked = 256 << 10
  private static let block = 64 << 10

  init(
    in bytes: UnsafeBufferPointer<UInt8>, _ sought: HighlightTerms,
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

  private static func end(ofLineAt offset: Int, in bytes: UnsafeBufferPointer<UInt8>) -> Int {
    var end = offset
    while end < bytes.count, bytes[end] != UInt8(ascii: "\n") { end += 1 }
    return end
  }

  /// Returns where the needles match, in whole lines until enough was searched.
  private static func words(
    in bytes: UnsafeBufferPointer<UInt8>, _ needles: [Needle]
  ) -> [Range<Int>] {
    if needles.isEmpty { return [] }
    var matchers = needles.map { NeedleMatcher($0) }
    var found: [Range<Int>] = []
    var splitter = WordSplitter()
    var start = 0
    while start < bytes.count, found.isEmpty || start < looked {
      // No word crosses a line; a phrase may, and its matcher remembers it.
      let end = min(bytes.count, Self.end(ofLineAt: min(start + block, bytes.count), in: bytes) + 1)
      let first = start
      splitter.split(UnsafeBufferPointer(rebasing: bytes[first..<end])) { word, range, _ in
        let whole = (range.lowerBound + first)..<(range.upperBound + first)
        for index in matchers.indices {
          if let match = matchers[index].next(word, whole) { found.append(match) }
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
    var offset = 0
    while offset <= bytes.count, found.isEmpty || offset < looked,
      case .match(let match) = pattern.firstMatch(in: bytes, from: offset)
    {
      found.append(match)
      // Other matches in this line are found when it is shown.
      offset = end(ofLineAt: max(match.lowerBound, match.upperBound), in: bytes) + 1
    }
    return found
  }
}

/// Matches a needle against the words of a text one by one.
private struct NeedleMatcher {
  /// Only this number of words of a longer phrase are matched.
  static let mostWords = 64

  let needle: Needle
  private let count: Int
  /// Bit i: the latest words are the needle's first i + 1.
  private var alive: UInt64 = 0
  /// The offsets of the latest words, as many as the needle has.
  private var starts: [Int]
  private var read = 0

  init(_ needle: Needle) {
    self.needle = needle
    count = min(needle.words.count, Self.mostWords)
    starts = Array(repeating: 0, count: max(count, 1))
  }

  /// Reads the next word of the text; if it completes the needle, returns the match's range.
  mutating func next(_ word: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) -> Range<Int>? {
    if count == 0 { return nil }
    starts[read % count] = range.lowerBound
    read += 1
    var possible = alive << 1 | 1
    var fitting: UInt64 = 0
    while possible != 0 {
      let index = possible.trailingZeroBitCount
      if index >= count { break }
      if needle.fits(word, at: index) { fitting |= 1 << UInt64(index) }
      possible &= possible - 1
    }
    alive = fitting
    guard fitting >> UInt64(count - 1) & 1 == 1 else { return nil }
    return starts[read % count]..<range.upperBound
  }
}

extension Needle {
  /// Returns the first match in a text.
  func firstMatch(in text: UnsafeBufferPointer<UInt8>) -> Range<Int>? {
    var first: Range<Int>?
    var matcher = NeedleMatcher(self)
    var splitter = WordSplitter()
    splitter.split(text) { word, range, _ in
      if first == nil { first = matcher.next(word, range) }
    }
    return first
  }

  /// Returns all matches, in the text's order.
  func matches(in text: UnsafeBufferPointer<UInt8>) -> [Range<Int>] {
    var all: [Range<Int>] = []
    var matcher = NeedleMatcher(self)
    var splitter = WordSplitter()
    splitter.split(text) { word, range, _ in
      if let match = matcher.next(word, range) { all.append(match) }
    }
    return all
  }

  func fits(_ text: String) -> Bool {
    var text = text
    return text.withUTF8 { firstMatch(in: $0) } != nil
  }
}

/// A line that shows why a note was found, cut to a reasonable length.
struct Excerpt {
  private(set) var text = ""
  /// Ranges in the text's UTF-8.
  private(set) var matches: [Range<Int>] = []
  /// Counted from 1.
  let line: Int

  /// The most bytes of the line that are shown, and the most before the first match.
  static let most = 200
  private static let mostBefore = 60

  /// Makes an excerpt of the line with this match, which is the first in it.
  init(
    of bytes: UnsafeBufferPointer<UInt8>, _ match: Range<Int>, in line: Range<Int>, number: Int,
    _ sought: HighlightTerms
  ) {
    self.line = number
    let ranges = Self.ranges(bytes, line, match, sought)
    var (start, end) = (line.lowerBound, line.upperBound)
    while start < match.lowerBound, Byte.isBlank(bytes[start]) { start += 1 }
    while end > start, Byte.isBlank(bytes[end - 1]) { end -= 1 }
    show(bytes, start..<end, around: match.lowerBound, ranges)
  }

  /// Returns all matches in a line; one that is longer is cut.
  private static func ranges(
    _ bytes: UnsafeBufferPointer<UInt8>, _ line: Range<Int>, _ first: Range<Int>,
    _ sought: HighlightTerms
  ) -> [Range<Int>] {
    var ranges = [first.clamped(to: line)]
    let text = UnsafeBufferPointer(rebasing: bytes[line])
    for needle in sought.needles {
      ranges += needle.matches(in: text).map {
        ($0.lowerBound + line.lowerBound)..<($0.upperBound + line.lowerBound)
      }
    }
    for pattern in sought.patterns {
      var offset = line.lowerBound
      // Matched in the whole text, so that lookarounds see the same as before.
      while offset < line.upperBound,
        case .match(let match) = pattern.firstMatch(in: bytes, from: offset),
        match.lowerBound < line.upperBound
      {
        ranges.append(match.clamped(to: line))
        offset = max(match.upperBound, offset + 1)
        while offset < line.upperBound, bytes[offset] & 0xc0 == 0x80 { offset += 1 }
      }
    }
    var joined: [Range<Int>] = []
    for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) where !range.isEmpty {
      if let last = joined.last, range.lowerBound < last.upperBound {
        joined[joined.count - 1] =
          last.lowerBound..<max(last.upperBound, range.upperBound)
      } else {
        joined.append(range)
      }
    }
    return joined
  }

  private mutating func show(
    _ bytes: UnsafeBufferPointer<UInt8>, _ line: Range<Int>, around offset: Int,
    _ ranges: [Range<Int>]
  ) {
    var (start, end) = (line.lowerBound, line.upperBound)
    if line.count > Self.most {
      start = max(start, min(offset - Self.mostBefore, end - Self.most))
      while start < end, bytes[start] & 0xc0 == 0x80 { start += 1 }
      end = min(end, start + Self.most)
      while end > start, end < line.upperBound, bytes[end] & 0xc0 == 0x80 { end -= 1 }
    }
    if start > line.lowerBound { text += "…" }
    var shown = start
    for match in ranges.map({ $0.clamped(to: start..<end) }) where !match.isEmpty {
      append(bytes[shown..<match.lowerBound])
      let before = text.utf8.count
      append(bytes[match])
      matches.append(before..<text.utf8.count)
      shown = match.upperBound
    }
    append(bytes[shown..<end])
    if end < line.upperBound { text += "…" }
  }

  /// Appends text. Invalid UTF-8 becomes U+FFFD, which is longer.
  private mutating func append(_ part: Slice<UnsafeBufferPointer<UInt8>>) {
    text += String(decoding: part, as: UTF8.self)
  }
}
