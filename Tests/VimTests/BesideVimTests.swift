import KeyRows
import TestSupport
import Testing

/// Random keys, judged by the installed vim. `make fuzz-keys` runs more of them.
@Suite("Random keys compared with the installed vim", .thorough)
struct BesideVimTests {
  @Test("At most five of 500 rows differ from vim's results")
  func rows() throws {
    var replay = KeyReplay<VimRow>()
    for row in try VimJudge().rows(500, seed: Thorough.seed) { replay.add(row) }
    let report = (replay.failures + [replay.summary]).joined(separator: "\n")
    print("Beside vim, with seed \(Thorough.seed):\n\(report)")
    #expect(replay.rows >= 490, "vim did not answer")
    #expect(replay.isGood, "seed \(Thorough.seed)\n\(report)")
  }
}
