import Bytes
import Cells

/// Finds the borders of glyphs, the characters that a person sees, by reading only the bytes
/// nearby, even in the middle of a very long line.
///
/// Reads a small window of the text first, and a larger one when that is ambiguous: in a long run
/// of combining marks, or of flags, whose pairs are counted from the first.
package struct GlyphWalker {
  /// The longest glyph, in bytes; a longer one is cut.
  package static let farthest = 1 << 14

  private let text: Rope
  /// The line without its ending; no glyph crosses its ends.
  let limits: Range<Int>
  private var window: Range<Int>
  private var bytes: [UInt8] = []
  private var reach = 64
  /// Glyph starts found on the way to an offset, in order, up to `startsEnd`: steps back through a
  /// long run of flags must not count them again each time.
  private var starts: [Int] = []
  private var startsEnd = 0
  /// The number of bytes read in all, for tests.
  private(set) var readCount = 0

  init(_ text: Rope, in limits: Range<ByteOffset>) {
    self.text = text
    self.limits = limits.values
    window = limits.lowerBound.value..<limits.lowerBound.value
  }

  /// Returns the start of the glyph that contains the byte at an offset inside the limits.
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

  /// Returns the end of the glyph that starts at an offset inside the limits.
  mutating func end(ofGlyphAt start: Int) -> Int {
    while true {
      if sees(start) {
        if isPlainStart(start), isPlainStart(start + 1) { return start + 1 }
        let index = start - window.lowerBound
        let end = Cells.boundary(after: index, in: bytes[index...])
        // The last four bytes may be the start of a character that joins the glyph.
        if end + 4 <= bytes.count || window.upperBound == limits.upperBound
          || end - index >= Self.farthest - 4
        {
          return window.lowerBound + end
        }
      }
      read(around: start)
    }
  }

  /// Returns the kind of text that the glyph at an offset belongs to.
  mutating func wordPart(at start: Int) -> WordPart {
    while !sees(start) { read(around: start) }
    return WordPart(startingAt: start - window.lowerBound, in: bytes[...])
  }

  /// Whether the window has the whole character at an offset.
  private func sees(_ offset: Int) -> Bool {
    window.contains(offset)
      && (offset + 4 <= window.upperBound || window.upperBound == limits.upperBound)
  }

  /// Whether an offset is surely a boundary: one between two ASCII bytes, or one of the limits.
  private func isPlainStart(_ offset: Int) -> Bool {
    if offset == limits.lowerBound || offset == limits.upperBound { return true }
    guard offset > window.lowerBound, offset < window.upperBound else { return false }
    let index = offset - window.lowerBound
    return bytes[index] < 0x80 && bytes[index - 1] < 0x80
  }

  /// Returns the index of a sure glyph start at or before an offset, or one that is assumed because
  /// nothing is known within the farthest reach; nil if more bytes are needed.
  private func knownStart(before offset: Int) -> Int? {
    let index = offset - window.lowerBound
    let sure = Cells.sureBoundary(atOrBefore: index, in: bytes[...])
    if window.lowerBound == limits.lowerBound { return sure ?? 0 }
    if let sure, sure >= 4 { return sure }
    if offset - window.lowerBound < Self.farthest { return nil }
    return bytes[4...].firstIndex { $0 & 0xc0 != 0x80 } ?? index
  }

  /// Walks from an index where a glyph starts to the start of the glyph that contains an offset.
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
    starts[max(1, starts.partitionPoint { $0 > offset }) - 1]
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
