import Cells

/// Finds what a person sees as one character by looking only at what is near, also in the middle of a
/// line of any length.
///
/// It reads a small part of the text and a larger one where that does not tell enough: in a long run
/// of marks, or of flags, whose pairs are counted from the first.
package struct GlyphWalker {
  /// A glyph is not followed farther than this; a longer one is cut.
  package static let farthest = 1 << 14

  private let text: Rope
  /// The line without its ending: no glyph goes over its ends.
  let limits: Range<Int>
  private var window: Range<Int>
  private var bytes: [UInt8] = []
  private var reach = 64
  /// Starts that were found on the way to an offset, in order, and that offset: steps back through a long
  /// run of flags must not count them again each time.
  private var starts: [Int] = []
  private var startsEnd = 0
  /// How much was read in all; what tests look at.
  private(set) var readCount = 0

  init(_ text: Rope, in limits: Range<ByteOffset>) {
    self.text = text
    self.limits = limits.values
    window = limits.lowerBound.value..<limits.lowerBound.value
  }

  /// Where the glyph starts that the byte at an offset inside the limits belongs to.
  mutating func start(covering offset: Int) -> Int {
    while true {
      if sees(offset) {
        if isPlainStart(offset) { return offset }
        if let first = starts.first, first <= offset, offset <= startsEnd {
          return lastStart(atOrBefore: offset)
        }
        if let start = knownStart(before: offset) { return walk(from: start, to: offset) }
      }
      read(around: offset)
    }
  }

  /// Where the glyph ends that starts at an offset inside the limits.
  mutating func end(ofGlyphAt start: Int) -> Int {
    while true {
      if sees(start) {
        if isPlainStart(start), isPlainStart(start + 1) { return start + 1 }
        let index = start - window.lowerBound
        let end = Cells.boundary(after: index, in: bytes[index...])
        // The last four bytes may be the start of a character that joins it.
        if end + 4 <= bytes.count || window.upperBound == limits.upperBound
          || end - index >= Self.farthest - 4
        {
          return window.lowerBound + end
        }
      }
      read(around: start)
    }
  }

  /// Which part of a text the glyph at an offset, which was just seen, is of.
  mutating func wordPart(at start: Int) -> WordPart {
    while !sees(start) { read(around: start) }
    return WordPart(startingAt: start - window.lowerBound, in: bytes[...])
  }

  /// Whether an offset was read, and the character there is whole.
  private func sees(_ offset: Int) -> Bool {
    window.contains(offset)
      && (offset + 4 <= window.upperBound || window.upperBound == limits.upperBound)
  }

  /// Between two bytes of ASCII there is always a boundary; so there is at both ends of the limits.
  private func isPlainStart(_ offset: Int) -> Bool {
    if offset == limits.lowerBound || offset == limits.upperBound { return true }
    guard offset > window.lowerBound, offset < window.upperBound else { return false }
    let index = offset - window.lowerBound
    return bytes[index] < 0x80 && bytes[index - 1] < 0x80
  }

  /// An index at or before an offset where a glyph starts for sure, or is taken to start because nothing
  /// is known within the farthest reach.
  private func knownStart(before offset: Int) -> Int? {
    let index = offset - window.lowerBound
    let sure = Cells.sureBoundary(atOrBefore: index, in: bytes[...])
    if window.lowerBound == limits.lowerBound { return sure ?? 0 }
    if let sure, sure >= 4 { return sure }
    if offset - window.lowerBound < Self.farthest { return nil }
    return bytes[4...].firstIndex { $0 & 0xc0 != 0x80 } ?? index
  }

  /// From an index where a glyph starts to the start of the one that holds an offset.
  private mutating func walk(from index: Int, to offset: Int) -> Int {
    var index = index
    starts.removeAll(keepingCapacity: true)
    while true {
      starts.append(window.lowerBound + index)
      let end = Cells.boundary(after: index, in: bytes[index...])
      if window.lowerBound + end > offset { break }
      index = end
    }
    startsEnd = offset
    return window.lowerBound + index
  }

  private func lastStart(atOrBefore offset: Int) -> Int {
    starts[max(1, starts.leadingCount { $0 <= offset }) - 1]
  }

  private mutating func read(around offset: Int) {
    let low = max(limits.lowerBound, offset - reach)
    let high = min(limits.upperBound, offset + reach + 4)
    window = low..<high
    bytes = text.bytes(in: window.offsets)
    readCount += bytes.count
    reach = min(reach * 4, Self.farthest)
  }
}
