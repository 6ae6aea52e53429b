import TestSupport
import Testing
import TextEngine

@Suite("Counting words")
struct WordCounterTests {
  private func count(_ text: String) -> Int? {
    WordCounter(of: Rope(Array(text.utf8)))?.count
  }

  @Test("Words are counted in parts of a text, and a word cut by a part counts as a word there")
  func parts() {
    let text = Rope(Array("one two three\nfour".utf8))
    func count(_ ranges: Range<Int>...) -> Int? {
      WordCounter.count(
        in: ranges.map { ByteOffset($0.lowerBound)..<ByteOffset($0.upperBound) }, of: text
      ) { false }
    }
    #expect(count(0..<18) == 4)
    #expect(count(1..<5, 8..<9) == 3)
    #expect(count() == 0)
    #expect(count(3..<4) == 0)
    #expect(WordCounter.count(in: [text.all], of: text) { true } == nil)
  }

  @Test(
    "A word has a letter or a digit, and blanks around it",
    arguments: [
      ("", 0), ("one", 1), ("one two\nthree", 3), ("# Title", 1), ("- [ ] do it", 2),
      ("well-known, isn't it?", 3), ("   ", 0), ("--- *** ===", 0), ("3.14 42", 2),
      ("élan vital", 2), ("Привет мир", 2), ("日本語", 3), ("日本 と English", 4),
      ("— “quoted” …", 1), ("한국어 문장", 2), ("👍 fine", 1), ("a\u{3000}b", 2),
    ])
  func words(text: String, expected: Int) {
    #expect(count(text) == expected)
  }

  @Test("Bytes that are not valid text count as nothing and end no word")
  func badBytes() {
    #expect(WordCounter(of: Rope([0x61, 0xff, 0x62, 0x20, 0x80, 0xe2, 0x82]))?.count == 1)
  }

  @Test(
    "A truncated character does not continue after a blank, a letter or a sign",
    arguments: [(UInt8(ascii: " "), 0), (UInt8(ascii: "a"), 1), (UInt8(ascii: "-"), 0)])
  func cutShort(byte: UInt8, expected: Int) {
    #expect(WordCounter(of: Rope([0xe6, 0x97, byte, 0xa5]))?.count == expected)
  }

  @Test("A canceled count returns nothing")
  func cancelled() {
    #expect(WordCounter(of: Rope(Array("one two".utf8)), isCancelled: { true }) == nil)
  }

  @Test("After thousands of edits the count equals a fresh count")
  func follows() throws {
    var random = SeededRandom(seed: 11)
    let pieces = ["a", "b1", " ", "\n", "-", "é", "日", "本", "# ", "…", "word ", "\u{3000}"]
    var text = Rope(Array("some words\nto begin with, 日本".utf8))
    var counter = try #require(WordCounter(of: text))
    for _ in 0..<4000 {
      var builder = EditBuilder(text)
      var offset = 0
      for _ in 0..<Int.random(in: 1...3, using: &random) where offset < text.byteCount {
        let low = Int.random(in: offset...text.byteCount, using: &random)
        let high = min(text.byteCount, low + Int.random(in: 0...6, using: &random))
        // No character is ever split.
        let range =
          text.boundary(atOrBefore: ByteOffset(low))..<text.boundary(atOrBefore: ByteOffset(high))
        if range.lowerBound.value < offset { continue }
        let new = (0..<Int.random(in: 0...3, using: &random))
          .compactMap { _ in pieces.randomElement(using: &random) }.joined()
        builder.replace(range, with: Array(new.utf8))
        offset = range.upperBound.value
      }
      let edit = builder.takeEdit()
      text.apply(edit)
      counter.apply(edit)
      let again = WordCounter(of: text)?.count
      guard counter.count == again else {
        Issue.record("\(counter.count) words, not \(again ?? -1)")
        return
      }
    }
  }
}
