import Cells
import TestSupport
import Testing

@testable import TextEngine

@Suite("Moving in a rope")
struct RopeMovingTests {
  private static let pieces: [[UInt8]] =
    [
      "a", "word", " ", "  ", "\n", "\r\n", "\r", "é", "日本", "e\u{301}", "🇩🇪", "🇫", "👨‍👩‍👧",
      "👍🏽", "\u{200d}", "\u{301}", "क्षि", "한", "ᄒ", "ᅡ", "\t", "(", "_", "\u{600}", "\u{d4e}", "ä",
    ].map { Array($0.utf8) } + [[0xff], [0xe2, 0x82], [0x00], [0x80], [0xf0, 0x9f, 0x91]]

  @Test("A column is a number of characters as a person sees them, and converts back to an offset")
  func columns() {
    let text = Rope(Array("x\naö\u{65}\u{301}👩‍👩‍👧 end\n".utf8) + [0xff, 0x61])
    let start = ByteOffset(2)
    for (count, bytes) in [(0, 0), (1, 1), (2, 3), (3, 6), (4, 24), (5, 25)] {
      #expect(text.offset(behindCharacters: count, inLineAt: start) == start + bytes)
      #expect(text.characterCount(beforeInLine: start + bytes) == count)
    }
    #expect(
      text.offset(behindCharacters: 1 << 40, inLineAt: start) == text.content(at: start).upperBound)
    let last = text.start(of: text.lastLine)
    #expect(text.offset(behindCharacters: 1, inLineAt: last) == last + 1, "a bad byte is one")
    let long = Rope(Array(repeating: UInt8(ascii: "x"), count: 10_000))
    #expect(long.characterCount(beforeInLine: ByteOffset(4096)) == 4096)
    #expect(long.characterCount(beforeInLine: ByteOffset(5000)) == nil)
    #expect(long.offset(behindCharacters: 9000, inLineAt: .zero) == ByteOffset(9000))
  }

  @Test("A bracket and its partner are found at and before an offset, within the given part alone")
  func bracketPairs() {
    let text = Rope(Array("{ (a) [b }".utf8))
    func pair(_ offset: Int, _ part: Range<Int> = 0..<10) -> [Int]? {
      text.bracketPair(
        at: ByteOffset(offset), in: ByteOffset(part.lowerBound)..<ByteOffset(part.upperBound)
      ).map { [$0.bracket.value, $0.partner.value] }
    }
    #expect(pair(0) == [0, 9] && pair(1) == [0, 9] && pair(10) == [9, 0])
    #expect(pair(2) == [2, 4] && pair(5) == [4, 2])
    #expect(pair(6) == nil && pair(8) == nil, "one without a partner, and none")
    #expect(pair(0, 0..<9) == nil && pair(10, 1..<10) == nil)
    #expect(pair(2, 2..<5) == [2, 4])
  }

  @Test(
    "Every step agrees with one over a list of all offsets", arguments: [1, 2, 3, 4] as [UInt64])
  func agreesWithList(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    for _ in 0..<40 {
      // Sometimes long, so that the nearby text is not the whole text.
      let count = Int.random(in: 0...(seed == 4 ? 150 : 30), using: &random)
      let few = Array(Self.pieces.shuffled(using: &random).prefix(seed == 4 ? 3 : 30))
      let bytes = (0..<count).flatMap { _ in few.randomElement(using: &random) ?? [] }
      let rope = Rope(bytes, limits: RopeTests.small)
      let model = OffsetModel(bytes)
      for offset in 0...bytes.count {
        let at = ByteOffset(offset)
        // No cursor is inside a line ending.
        if at > rope.content(of: rope.line(at: at)).upperBound { continue }
        var steps: [(String, ByteOffset, Int)] = [
          ("on", rope.boundary(after: at), model.next(after: offset)),
          ("back", rope.boundary(before: at), model.last(before: offset)),
          ("here", rope.boundary(atOrBefore: at), model.last(before: offset + 1)),
          ("word back", rope.wordStart(before: at), model.wordStart(before: offset)),
        ]
        // Ends of words are not searched for from inside a glyph.
        if model.offsets.contains(offset) {
          steps.append(("word on", rope.wordEnd(after: at), model.wordEnd(after: offset)))
        }
        for (name, found, expected) in steps where found.value != expected {
          Issue.record("seed \(seed): \(name) from \(offset) in \(bytes) is \(found.value)")
          return
        }
      }
    }
  }

  @Test(
    "A step in a long line reads only nearby text",
    arguments: ["x", "日本語", "e\u{301}", "👨‍👩‍👧", "क्षि"])
  func looksNear(_ piece: String) {
    let unit = Array(piece.utf8)
    let line = [[UInt8]](repeating: unit, count: 500_000 / unit.count).flatMap { $0 }
    let rope = Rope(line)
    for offset in [5, line.count / 2, line.count - 7] {
      var walker = GlyphWalker(rope, in: rope.all)
      let start = walker.start(covering: offset)
      let end = walker.end(ofGlyphAt: start)
      #expect(start % (piece == "日本語" ? 3 : unit.count) == 0)
      #expect(start <= offset && offset < end && end - start <= unit.count)
      #expect(walker.readCount < 1_000)
    }
  }

  @Test("Endless runs are followed for a limit and then split, and steps always make progress")
  func cutsEndlessRuns() {
    for unit in ["\u{301}", "🇩"] {
      let bytes = [[UInt8]](repeating: Array(unit.utf8), count: 50_000).flatMap { $0 }
      let rope = Rope(bytes)
      var walker = GlyphWalker(rope, in: rope.all)
      for offset in [1, bytes.count / 2, bytes.count - 1] {
        let start = walker.start(covering: offset)
        #expect(start <= offset && start % unit.utf8.count == 0)
        #expect(rope.boundary(after: ByteOffset(offset)).value > offset)
        #expect(rope.boundary(before: ByteOffset(offset)).value < offset)
        #expect(rope.wordStart(before: ByteOffset(offset)).value < offset)
      }
    }
  }

  @Test("A move over a run longer than the longest word stops partway")
  func cutsLongWords() {
    let rope = Rope([UInt8](repeating: 0x61, count: 3 * Rope.longestWord))
    let middle = ByteOffset(Rope.longestWord * 3 / 2)
    #expect(rope.wordEnd(after: middle) == middle + Rope.longestWord)
    #expect(rope.wordStart(before: middle) == middle - Rope.longestWord)
    #expect(rope.word(at: middle) == middle - Rope.longestWord..<middle + Rope.longestWord)
  }

  @Test(
    "A word is the text that a double click selects",
    arguments: [
      ("one two", 1, 0..<3), ("one two", 3, 3..<4), ("one two", 7, 7..<7), ("a+=b", 1, 1..<3),
      ("é日_9 x", 3, 0..<7), ("ab\ncd", 2, 2..<2), ("ab\ncd", 3, 3..<5),
    ])
  func words(_ string: String, _ offset: Int, _ expected: Range<Int>) {
    let rope = Rope(Array(string.utf8), limits: RopeTests.small)
    #expect(rope.word(at: ByteOffset(offset)).values == expected)
  }
}

/// All offsets where a cursor can be, found from the start of each line.
private struct OffsetModel {
  private(set) var offsets: [Int] = []
  private var lineStarts: Set<Int> = []
  private var lineEnds: Set<Int> = []
  private let bytes: [UInt8]

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    var start = 0
    while true {
      let feed = bytes[start...].firstIndex(of: .lineFeed)
      var end = feed ?? bytes.count
      if feed != nil, end > start, bytes[end - 1] == .carriageReturn { end -= 1 }
      var offset = start
      lineStarts.insert(start)
      for glyph in Cells.glyphs(inUTF8: bytes[start..<end]) {
        offsets.append(offset)
        offset += glyph.byteCount
      }
      offsets.append(end)
      lineEnds.insert(end)
      guard let feed else { break }
      start = feed + 1
    }
  }

  func next(after offset: Int) -> Int { offsets.first { $0 > offset } ?? bytes.count }

  func last(before offset: Int) -> Int { offsets.last { $0 < offset } ?? 0 }

  func wordEnd(after offset: Int) -> Int {
    if lineEnds.contains(offset) { return next(after: offset) }
    var (offset, passing) = (offset, WordPart.blank)
    while !lineEnds.contains(offset) {
      let part = WordPart(startingAt: offset, in: bytes[...])
      if passing == .blank { passing = part } else if part != passing { break }
      offset = next(after: offset)
    }
    return offset
  }

  func wordStart(before offset: Int) -> Int {
    if lineStarts.contains(offset) { return last(before: offset) }
    var (offset, passing) = (offset, WordPart.blank)
    while !lineStarts.contains(offset) {
      let previous = last(before: offset)
      let part = WordPart(startingAt: previous, in: bytes[...])
      if passing == .blank { passing = part } else if part != passing { break }
      offset = previous
    }
    return offset
  }
}
