import SyntaxFuzz
import Testing

@Suite("Notes read by the program and by cmark-gfm")
struct SyntaxFuzzTests {
  /// `make fuzz-syntax` reads many more.
  @Test("2,000 small notes read the same as in cmark-gfm")
  func readsAlike() {
    for seed in UInt64(0)..<2_000 {
      if let failure = SyntaxCheck.failure(seed: seed) {
        Issue.record("\(failure)")
        return
      }
    }
  }
}
