import NoteSyntax
import TestSupport
import Testing

@testable import SearchIndex

@Suite("Finding words in raw bytes")
struct BentWordTests {
  @Test(
    "A folded word that matches occurs in the raw bytes or in the folded spellings",
    arguments: 0..<8)
  func sound(_ seed: Int) {
    var random = SeededRandom(seed: UInt64(seed))
    var found = 0
    for _ in 0..<400 {
      let text = NaiveText.random(Int.random(in: 0...30, using: &random), &random)
      let needle = Needle(
        phrase: String(
          decoding: NaiveText.random(2, &random, gaps: false).raw, as: UTF8.self))
      text.raw.withUnsafeBufferPointer { bytes in
        guard needle.firstMatch(in: bytes) != nil else { return }
        found += 1
        let bent = FoldedSpellings(of: bytes)
        for (word, finder) in zip(needle.words, needle.finders) {
          #expect(
            finder.firstOffset(in: UnsafeRawBufferPointer(bytes)) != nil || bent.contains(word))
        }
      }
    }
    #expect(found > 3)
  }

  @Test("No character skipped three bytes at a time changes when folded")
  func chinese() {
    for value in UInt32(0x4000)...0x9fff {
      guard let scalar = Unicode.Scalar(value) else { continue }
      #expect(!FoldedSpellings.changesWhenFolded(scalar) && !Scalars.isMark(scalar), "\(value)")
    }
  }

  @Test("Matching in raw bytes ignores only ASCII case")
  func raw() {
    func place(_ word: String, _ text: String) -> Int? {
      Array(text.utf8).withUnsafeBytes { RawFinder(Array(word.utf8)).firstOffset(in: $0) }
    }
    #expect(place("abz", "xx ABZ abz") == 3)
    #expect(place("abz", "xx abZ") == 3)
    #expect(place("12", "x12") == 1)
    #expect(place("я", "Яя") == 2)
    #expect(place("abz", "ab") == nil)
    #expect(place("abz", "abab") == nil)
    // A bracket is not a lowercase letter, though it is one bit away from a capital's neighbor.
    #expect(place("a{", "A[") == nil)
  }
}
