import KeyRows
import TestSupport
import Testing

/// Keys by chance, judged by the emacs that is installed. `make fuzz-keys` asks for more.
@Suite("Keys beside the emacs that is installed", .thorough)
struct BesideEmacsTests {
  @Test("Of 500 rows at most five come out otherwise than in emacs")
  func rows() throws {
    var replay = KeyReplay<EmacsRow>()
    for row in try EmacsJudge().rows(500, seed: Thorough.seed) { replay.add(row) }
    let report = (replay.failures + [replay.summary]).joined(separator: "\n")
    print("Beside emacs, with seed \(Thorough.seed):\n\(report)")
    #expect(replay.rows >= 490, "emacs did not answer")
    #expect(replay.isGood, "seed \(Thorough.seed)\n\(report)")
  }
}
