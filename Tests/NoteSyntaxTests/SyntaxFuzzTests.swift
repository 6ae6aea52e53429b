import SyntaxFuzz
import Testing

@Suite("The program's reading of notes beside cmark-gfm's")
struct SyntaxFuzzTests {
  /// `make fuzz-syntax` reads many more.
  @Test("2,000 small notes are read as cmark-gfm reads them")
  func readsAlike() {
    for seed in UInt64(0)..<2_000 {
      if let failure = SyntaxCheck.failure(seed: seed) {
        Issue.record("\(failure)")
        return
      }
    }
  }
}
