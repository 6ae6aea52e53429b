import Entities
import Services
import TestSupport
import Testing

@testable import SearchIndex

@Suite("Search against a plain model")
struct SearchModelTests {
  private func names(_ answer: SearchAnswer) -> [String] { answer.hits.map(\.id.path.text) }

  @Test("With an index and without, the same notes are found as one by one", arguments: 0..<12)
  func model(_ seed: Int) async throws {
    var vault = NaiveVault(seed: UInt64(seed), notes: 60)
    let files = vault.files
    let kept = TemporaryFolder()
    let indexed = try IndexedVault(files, in: kept)
    let plain = VaultIndex(
      files: files, folder: kept.bytes + Array("/none".utf8), clock: UTCClock())
    var found = 0
    for _ in 0..<150 {
      let query = vault.query(depth: 3)
      let expected = vault.notes.filter { $0.fits(query, vault.words) }.map(\.path)
      let limit = [1, 5, 1000][Int.random(in: 0..<3, using: &vault.random)]
      for index in [indexed.index, plain] {
        let answer = try await index.search(query, limit: limit, excerpts: true)
        #expect(names(answer) == Array(expected.prefix(limit)), "\(query)")
        #expect(answer.hasMore == (expected.count > limit), "\(query)")
      }
      found += expected.isEmpty ? 0 : 1
    }
    #expect(found > 50)
  }
}

/// An index that was built for a test.
struct IndexedVault {
  let index: VaultIndex

  init(_ files: any VaultFiles, in folder: TemporaryFolder) throws {
    index = VaultIndex(files: files, folder: folder.bytes + Array("/index".utf8), clock: UTCClock())
    var survey = files.survey(isCancelled: { false })
    survey.sortNewestFirst()
    let lock = try index.folder.lock()
    try FirstBuild(
      folder: index.folder, files: files, isCancelled: { false }, progress: { _ in }
    ).run(survey, at: RunMoment(index.clock), lock)
  }
}

/// Walls in UTC.
struct UTCClock: WallClock {
  let now = Timestamp(seconds: 1_772_447_400)
  func civil(_ moment: Timestamp) -> CivilTime { CivilCalendar.civil(moment) }
}
