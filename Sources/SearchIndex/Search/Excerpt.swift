import Bytes
import Regex

/// A line that shows why a note was found, cut to what fits beside others.
struct Excerpt {
  private(set) var text = ""
  /// Among the text's UTF-8.
  private(set) var matches: [Range<Int>] = []
  /// Counted from 1.
  let line: Int

  /// How many bytes of the line are shown, and how many of them before the first match.
  static let most = 200
  private static let mostBefore = 60

  /// Of the line with this match, which is the first in it.
  init(
    of bytes: UnsafeBufferPointer<UInt8>, _ match: Range<Int>, in line: Range<Int>, number: Int,
    _ sought: Sought
  ) {
    self.line = number
    let places = Self.places(bytes, line, match, sought)
    var (start, end) = (line.lowerBound, line.upperBound)
    while start < match.lowerBound, Byte.isBlank(bytes[start]) { start += 1 }
    while end > start, Byte.isBlank(bytes[end - 1]) { end -= 1 }
    show(bytes, start..<end, around: match.lowerBound, places)
  }

  /// All matches in a line; what goes on beyond it is cut there.
  private static func places(
    _ bytes: UnsafeBufferPointer<UInt8>, _ line: Range<Int>, _ first: Range<Int>, _ sought: Sought
  ) -> [Range<Int>] {
    var places = [first.clamped(to: line)]
    let text = UnsafeBufferPointer(rebasing: bytes[line])
    for needle in sought.needles {
      places += needle.matches(in: text).map {
        ($0.lowerBound + line.lowerBound)..<($0.upperBound + line.lowerBound)
      }
    }
    for pattern in sought.patterns {
      var place = line.lowerBound
      // Within the whole text, so that what looks around itself sees the same as before.
      while place < line.upperBound,
        case .match(let match) = pattern.firstMatch(in: bytes, from: place),
        match.lowerBound < line.upperBound
      {
        places.append(match.clamped(to: line))
        place = max(match.upperBound, place + 1)
        while place < line.upperBound, bytes[place] & 0xc0 == 0x80 { place += 1 }
      }
    }
    var joined: [Range<Int>] = []
    for place in places.sorted(by: { $0.lowerBound < $1.lowerBound }) where !place.isEmpty {
      if let last = joined.last, place.lowerBound < last.upperBound {
        joined[joined.count - 1] =
          last.lowerBound..<max(last.upperBound, place.upperBound)
      } else {
        joined.append(place)
      }
    }
    return joined
  }

  private mutating func show(
    _ bytes: UnsafeBufferPointer<UInt8>, _ line: Range<Int>, around place: Int,
    _ places: [Range<Int>]
  ) {
    var (start, end) = (line.lowerBound, line.upperBound)
    if line.count > Self.most {
      start = max(start, min(place - Self.mostBefore, end - Self.most))
      while start < end, bytes[start] & 0xc0 == 0x80 { start += 1 }
      end = min(end, start + Self.most)
      while end > start, end < line.upperBound, bytes[end] & 0xc0 == 0x80 { end -= 1 }
    }
    if start > line.lowerBound { text += "…" }
    var shown = start
    for match in places.map({ $0.clamped(to: start..<end) }) where !match.isEmpty {
      append(bytes[shown..<match.lowerBound])
      let before = text.utf8.count
      append(bytes[match])
      matches.append(before..<text.utf8.count)
      shown = match.upperBound
    }
    append(bytes[shown..<end])
    if end < line.upperBound { text += "…" }
  }

  /// What is not UTF-8 shows as U+FFFD, and takes more room than it did.
  private mutating func append(_ part: Slice<UnsafeBufferPointer<UInt8>>) {
    text += String(decoding: part, as: UTF8.self)
  }
}
