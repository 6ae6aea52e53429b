import Entities
import NoteQueries
import Services
import TestSupport
import Testing
import VaultSettings

@testable import SearchIndex

@Suite("Search compared with a plain model")
struct SearchModelTests {
  private func names(_ answer: SearchAnswer) -> [String] { answer.hits.map(\.id.path.text) }

  @Test("A search with or without an index finds what checking each note finds", arguments: 0..<12)
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
        let answer = try await index.search.search(query, limit: limit, excerpts: true)
        #expect(names(answer) == Array(expected.prefix(limit)), "\(query)")
        #expect(answer.hasMore == (expected.count > limit), "\(query)")
      }
      found += expected.isEmpty ? 0 : 1
    }
    #expect(found > 50)
  }

  @Test("A forbidden note is found by its name and never read, with and without an index")
  func shut() async throws {
    let files = MemoryVault()
    files.write("a.md", "one needle", seconds: 1)
    files.write("b.md", "nothing", seconds: 2)
    files.write(
      NotePath("pipe.md"), Array("needle #tag [[a]]".utf8), seconds: 3,
      obstacle: .unreadable("is a pipe"))
    let kept = TemporaryFolder()
    let indexed = try IndexedVault(files, in: kept).index
    let plain = VaultIndex(
      files: files, folder: kept.bytes + Array("/none".utf8), clock: UTCClock())
    let expected: [(String, [String])] = [
      ("needle", ["a.md"]), ("/ne+dle/", ["a.md"]), ("-needle", ["pipe.md", "b.md"]),
      ("title:pipe", ["pipe.md"]), ("pipe", ["pipe.md"]), ("#tag", []), ("has:link", []),
      ("path:p needle", []), ("/pi.e/", ["pipe.md"]),
    ]
    for (typed, names) in expected {
      let query = try NoteQuery(parsing: typed, today: CivilCalendar.civil(UTCClock().now))
      for index in [indexed, plain] {
        for limit in [1, 100] {
          let answer = try await index.search.search(query, limit: limit, excerpts: true)
          #expect(self.names(answer) == Array(names.prefix(limit)), "\(typed)")
        }
      }
    }
    files.write("c.md", "# Pipe", seconds: 4)
    _ = try await indexed.links.mentions(of: NoteID("c.md"))
    #expect(files.readShut.isEmpty)
  }

  @Test(
    "The newest matches are found in order, however many there are", arguments: [3, 30, 300, 3000])
  func many(_ fitting: Int) async throws {
    let files = MemoryVault()
    for number in 0..<3_000 {
      let text = number % (3_000 / fitting) == 0 ? "needle" : "straw"
      // Those with equal times come in the order of their names.
      files.write("n\(number).md", text, seconds: Int64(number / 4))
    }
    let plain = VaultIndex(
      files: files, folder: TemporaryFolder().bytes + Array("/none".utf8), clock: UTCClock())
    var survey = files.survey(isCancelled: { false })
    survey.sortNewestFirst()
    let order = survey.entries.map { survey.path(of: $0).text }.filter {
      Int($0.dropFirst().dropLast(3)).map { $0 % (3_000 / fitting) == 0 } ?? false
    }
    for limit in [1, 10, 1_000, .max] {
      let answer = try await plain.search.search(.word("needle"), limit: limit, excerpts: false)
      #expect(names(answer) == Array(order.prefix(limit)))
      #expect(answer.hasMore == (order.count > limit))
    }
  }
}

@Suite("Words with the same beginning")
struct OpenWordTests {
  /// Every note matches `w`, some match `w1`, few match `w17`; a tenth have a common word.
  private static let vault: MemoryVault = {
    let files = MemoryVault()
    for number in 0..<400 {
      let common = number % 10 == 0 ? " rare" : " often"
      files.write("\(number).md", "w\(number % 90)\(common) x\(number)", seconds: Int64(number))
    }
    return files
  }()

  @Test(
    "The newest notes are found, whether few or many match",
    arguments: [
      "w", "w1", "w17", "w179", "rare", "rar", "o", "x", "x39 w", "w r", "w1 rare", "rare w17",
      "often w -w1", "(w17 OR w18) rar", "nothing", "w nothing", "title:x", "w w1 w2",
    ])
  func found(_ typed: String) async throws {
    let folder = TemporaryFolder()
    let indexed = try IndexedVault(Self.vault, in: folder).index
    let plain = VaultIndex(
      files: Self.vault, folder: folder.bytes + Array("/none".utf8), clock: UTCClock())
    let query = try NoteQuery(parsing: typed, today: CivilCalendar.civil(UTCClock().now))
    for limit in [1, 7, 50, 1000] {
      let answer = try await indexed.search.search(query, limit: limit, excerpts: false)
      #expect(try await plain.search.search(query, limit: limit, excerpts: false) == answer)
    }
    #expect(indexed.index.connections.takeProblems().isEmpty)
  }

  @Test("Words of added and removed notes are known at once")
  func changes() async throws {
    let files = MemoryVault()
    for number in 0..<5 { files.write("\(number).md", "apple", seconds: Int64(number)) }
    let folder = TemporaryFolder()
    let index = try IndexedVault(files, in: folder).index
    let query = NoteQuery.word("app")
    #expect(try await index.search.search(query, limit: 9, excerpts: false).hits.count == 5)
    files.write("6.md", "applied", seconds: 9)
    _ = try await index.refresh([NoteID("6.md")])
    #expect(try await index.search.search(query, limit: 9, excerpts: false).hits.count == 6)
  }
}

@Suite("Queries of any size")
struct LargeQueryTests {
  /// Hundreds of conditions, joined in each possible way.
  static let queries: [(String, NoteQuery)] = {
    let words = (0..<1000).map { NoteQuery.word("w\($0)") }
    let facts = (0..<400).map { NoteQuery.tag("t\($0)") }
    let mixed = (0..<200).map {
      NoteQuery.and([.tag("t\($0)"), .literal("a b\($0)", isAnyCase: true)])
    }
    let nested = (0..<60).reduce(NoteQuery.word("w")) { .not(.and([$0, .word("x\($1)")])) }
    return [
      ("all words", .and(words)), ("any word", .or(words)),
      ("no word", .and(words.map { .not($0) })),
      ("not any", .not(.or(words))), ("all tags", .and(facts)), ("any tag", .or(facts)),
      ("no tag", .and(facts.map { .not($0) })), ("mixed", .or(mixed)), ("nested", nested),
      (
        "words and none",
        .and(words + words.map { .not(.literal("n \($0.text)", isAnyCase: true)) })
      ),
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
    let answer = try await indexed.search.search(query, limit: 10, excerpts: false)
    #expect(try await plain.search.search(query, limit: 10, excerpts: false) == answer)
    #expect(indexed.index.connections.takeProblems().isEmpty)
  }
}

/// An index that was built for a test.
struct IndexedVault {
  let index: VaultIndex

  init(
    _ files: any VaultFiles, in folder: TemporaryFolder,
    foreign: any ForeignSettings = NoForeignSettings()
  ) throws {
    index = VaultIndex(
      files: files, folder: folder.bytes + Array("/index".utf8), clock: UTCClock(),
      foreign: foreign)
    var survey = files.survey(isCancelled: { false })
    survey.sortNewestFirst()
    let lock = try index.index.connections.folder.lock()
    try FirstBuild(
      folder: index.index.connections.folder, files: files, isCancelled: { false },
      progress: { _ in }
    ).run(survey, at: CheckTime(index.index.clock), lock)
  }
}

/// A wall clock in UTC.
struct UTCClock: WallClock {
  let now = Timestamp(seconds: 1_772_447_400)
  func civil(_ moment: Timestamp) -> CivilTime { CivilCalendar.civil(moment) }
}
