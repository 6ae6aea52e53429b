/// Follows the words of a text and finds where a needle fits.
struct NeedleMatcher {
  /// Longer phrases are told by as many of their words.
  static let mostWords = 64

  let needle: Needle
  private let count: Int
  /// Bit i: the words just read are the needle's first i + 1.
  private var alive: UInt64 = 0
  /// Where the latest words began, as many as the needle has.
  private var starts: [Int]
  private var read = 0

  init(_ needle: Needle) {
    self.needle = needle
    count = min(needle.words.count, Self.mostWords)
    starts = Array(repeating: 0, count: max(count, 1))
  }

  /// The next word of the text; where it makes the needle whole, where that stands.
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
  /// Where it first fits in a text.
  func firstMatch(in text: UnsafeBufferPointer<UInt8>) -> Range<Int>? {
    var first: Range<Int>?
    var matcher = NeedleMatcher(self)
    var splitter = WordSplitter()
    splitter.split(text) { word, range, _ in
      if first == nil { first = matcher.next(word, range) }
    }
    return first
  }

  /// Everywhere it fits, in the text's order.
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
