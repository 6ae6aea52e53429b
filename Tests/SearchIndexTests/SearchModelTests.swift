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

@Suite("Queries of any size")
struct LargeQueryTests {
  /// Hundreds of conditions, each way of joining them.
  static let queries: [(String, NoteQuery)] = {
    let words = (0..<1000).map { NoteQuery.word("w\($0)") }
    let facts = (0..<400).map { NoteQuery.tag("t\($0)") }
    let mixed = (0..<200).map { NoteQuery.and([.tag("t\($0)"), .phrase("a b\($0)")]) }
    let nested = (0..<60).reduce(NoteQuery.word("w")) { .not(.and([$0, .word("x\($1)")])) }
    return [
      ("all words", .and(words)), ("any word", .or(words)),
      ("no word", .and(words.map { .not($0) })),
      ("not any", .not(.or(words))), ("all tags", .and(facts)), ("any tag", .or(facts)),
      ("no tag", .and(facts.map { .not($0) })), ("mixed", .or(mixed)), ("nested", nested),
      ("words and none", .and(words + words.map { .not(.phrase("n \($0.text)")) })),
    ]
  }()

  @Test("Hundreds of conditions are answered, by the index too", arguments: queries.map(\.0))
  func large(_ name: String) async throws {
    let query = try #require(Self.queries.first { $0.0 == name }?.1)
    let files = MemoryVault()
    files.write("words.md", (0..<1000).map { "w\($0)" }.joined(separator: " "), seconds: 3)
    files.write("tags.md", (0..<400).map { "#t\($0)" }.joined(separator: " "), seconds: 2)
    files.write("both.md", "#t7 a b7 w9", seconds: 1)
    let folder = TemporaryFolder()
    let indexed = try IndexedVault(files, in: folder).index
    let plain = VaultIndex(
      files: files, folder: folder.bytes + Array("/none".utf8), clock: UTCClock())
    let answer = try await indexed.search(query, limit: 10, excerpts: false)
    #expect(try await plain.search(query, limit: 10, excerpts: false) == answer)
    #expect(indexed.connections.takeProblems().isEmpty)
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
