import Testing

@testable import VaultFuzz

@Suite("Corrupted files")
struct MutatedFileTests {
  @Test("A corrupted file yields no text that was not encrypted in it", arguments: [1, 2, 3, 4])
  func bent(seed: UInt64) throws {
    var files = try MutatedFiles(seed: seed)
    let tally = files.run(1_000)
    #expect(tally.wrongs == [])
    #expect(tally.largestPiece <= 65_536)
    // Unless both outcomes occur, nothing was tested.
    #expect(tally.opened > 0 && tally.refused > 500)
  }
}
