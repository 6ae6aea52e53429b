import KeyRows
import TestSupport
import Testing

/// Keys by chance, judged by the vim that is installed. `make fuzz-keys` asks for more.
@Suite("Keys beside the vim that is installed", .thorough)
struct BesideVimTests {
  @Test("Of 500 rows at most five come out otherwise than in vim")
  func rows() throws {
    var replay = KeyReplay<VimRow>()
    for row in try VimJudge().rows(500, seed: Thorough.seed) { replay.add(row) }
    let report = (replay.failures + [replay.summary]).joined(separator: "\n")
    print("Beside vim, with seed \(Thorough.seed):\n\(report)")
    #expect(replay.rows >= 490, "vim did not answer")
    #expect(replay.isGood, "seed \(Thorough.seed)\n\(report)")
  }
}
