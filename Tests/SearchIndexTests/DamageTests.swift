import Entities
import Files
import Glibc
import Services
import TestSupport
import Testing

@testable import SearchIndex

@Suite("An index that is damaged, outdated, or cannot be stored")
struct DamageTests {
  private let folder = TemporaryFolder()

  private func makeFiles(_ count: Int = 120) -> MemoryVault {
    let files = MemoryVault()
    for number in 0..<count {
      files.write(
        "f\(number % 7)/n\(number).md",
        "# Title \(number)\n\nword\(number) #tag [[n\(number / 2)]]",
        seconds: Int64(number))
    }
    return files
  }

  private func makeIndex(_ files: MemoryVault) -> VaultIndex {
    VaultIndex(files: files, folder: folder.bytes, clock: UTCClock())
  }

  private func database() throws -> String {
    try #require(folder.names().first { $0.hasPrefix("index-") && $0.hasSuffix(".db") })
  }

  /// All notes are present, whether from the index or from the files.
  private func expectWhole(_ index: VaultIndex, _ count: Int) async throws {
    let catalog = try await index.catalog(CatalogRequest())
    #expect(catalog.count == count)
    #expect(catalog.notes(in: 0..<count).count == count)
  }

  @Test("Changed bytes anywhere in the index do not cause a crash", arguments: 0..<60)
  func bytes(_ seed: Int) async throws {
    let files = makeFiles()
    do { _ = await makeIndex(files).reconciled() }
    var random = SeededRandom(seed: UInt64(seed))
    let name = try database()
    var bytes = try #require(folder.read(name))
    switch seed % 4 {
    case 0: bytes.removeLast(Int.random(in: 1...bytes.count, using: &random))
    case 1: bytes[Int.random(in: 0..<min(4096, bytes.count), using: &random)] ^= 0x41
    case 2:
      let start = Int.random(in: 0..<bytes.count, using: &random)
      for place in start..<min(bytes.count, start + 3000) { bytes[place] = 0xa7 }
    default:
      for _ in 0..<40 {
        bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(
          in: 0...255, using: &random)
      }
    }
    folder.write(name, bytes)
    let index = makeIndex(files)
    _ = try await index.catalog(CatalogRequest()).notes(in: 0..<50)
    _ = try await index.catalog(CatalogRequest()).position(of: NoteID("f1/n1.md"))
    _ = try? index.index.freshen()
    _ = try? await index.report()
    files.write("new.md", "new", seconds: 1000)
    _ = try await index.refresh([NoteID("new.md")])
    _ = await index.reconciled()
    // Some damage goes unnoticed; deleting the index always helps.
    try await index.discard()
    _ = await index.reconciled()
    try await expectWhole(index, 121)
    #expect(try IndexDump.troubles(index) == [])
  }

  @Test("A file that is not a database is rebuilt and reported")
  func noDatabase() async throws {
    let files = makeFiles()
    do { _ = await makeIndex(files).reconciled() }
    folder.write(try database(), "this is no database, whatever its name says")
    let index = makeIndex(files)
    try await expectWhole(index, 120)
    let progress = await index.reconciled()
    #expect(progress.isFirst)
    #expect(progress.problems.count == 1)
    #expect(progress.problems.first?.contains("is rebuilt") == true)
    #expect(try IndexDump.troubles(index) == [])
    #expect(await index.reconciled() == [])
  }

  @Test("An index of another version is rebuilt")
  func otherVersion() async throws {
    let files = makeFiles()
    let index = makeIndex(files)
    _ = await index.reconciled()
    _ = try index.index.reading { (database) throws(DatabaseError) in
      try database.execute("PRAGMA user_version = 999")
    }
    let later = makeIndex(files)
    let progress = await later.reconciled()
    #expect(progress.isFirst)
    #expect(progress.problems.first?.contains("another version") == true)
    try await expectWhole(later, 120)
    #expect(
      try later.index.reading { (database) throws(DatabaseError) in
        try database.number("PRAGMA user_version")
      } == Schema.version)
  }

  @Test(
    "An index with foreign or additional tables is rebuilt (security L9)",
    arguments: [
      "CREATE TRIGGER t AFTER INSERT ON note BEGIN DELETE FROM note; END",
      "CREATE VIEW v AS SELECT 1", "CREATE TABLE extra (a)", "CREATE INDEX other ON note (title)",
      "DROP INDEX tag_key", "DROP TABLE heading",
      "DROP TABLE block; CREATE TABLE block (note, id, line, CHECK (note > 0))",
      "DROP TABLE heading; CREATE VIEW heading AS SELECT 1 note, 2 line, 3 level, 'x' text",
    ])
  func otherTables(change: String) async throws {
    let files = makeFiles()
    let index = makeIndex(files)
    _ = await index.reconciled()
    _ = try index.index.reading { (database) throws(DatabaseError) in try database.execute(change) }
    let later = makeIndex(files)
    let progress = await later.reconciled()
    #expect(progress.isFirst)
    #expect(progress.problems.first?.contains("its tables are not those of this program") == true)
    try await expectWhole(later, 120)
    #expect(try IndexDump.troubles(later) == [])
    #expect(await makeIndex(files).reconciled() == [])
  }

  @Test("Index contents are not trusted to call functions, and the schema cannot be written to")
  func defence() async throws {
    let index = makeIndex(makeFiles(3))
    _ = await index.reconciled()
    let isTrusted = try index.index.reading { (database) throws(DatabaseError) in
      // The setting reads as on, and changes nothing.
      try database.execute("PRAGMA writable_schema = ON")
      return try database.number("PRAGMA trusted_schema")
    }
    #expect(isTrusted == .some(0))
    for change in ["DELETE FROM sqlite_schema", "DELETE FROM words_data"] {
      let isRefused = try index.index.reading { (database) throws(DatabaseError) in
        do throws(DatabaseError) {
          try database.execute(change)
          return false
        } catch {
          return true
        }
      }
      #expect(isRefused == true, "\(change)")
    }
  }

  @Test("Leftovers of unfinished builds are deleted")
  func leftovers() async throws {
    let files = makeFiles()
    folder.write("index-0123456789abcdef.db", "half a database")
    folder.write("index-0123456789abcdef.db-wal", "and its log")
    folder.write("keep.txt", "not ours")
    let index = makeIndex(files)
    _ = await index.reconciled()
    let name = try database()
    #expect(folder.names().filter { $0.hasPrefix("index-") && !$0.hasPrefix(name) } == [])
    #expect(folder.exists("keep.txt"))
    #expect(folder.mode(name) == 0o600)
  }

  @Test("A name in `current` that points elsewhere is not followed")
  func current() async throws {
    let files = makeFiles()
    for name in [
      "../secret.db\n", "/etc/passwd\n", "index-xyz.db\n", "", "index-0123456789abcdef.db\n",
    ] {
      folder.write("current", name)
      let index = makeIndex(files)
      try await expectWhole(index, 120)
    }
    let index = makeIndex(files)
    _ = await index.reconciled()
    #expect(try IndexDump.troubles(index) == [])
  }

  @Test("Everything works without a writable index, and its absence is reported once")
  func unusable() async throws {
    let files = makeFiles()
    folder.write("file", "no folder")
    let index = VaultIndex(
      files: files, folder: folder.bytes + Array("/file/index".utf8), clock: UTCClock())
    let first = await index.reconciled()
    #expect(first.problems.count == 1)
    #expect(await index.reconciled().problems == [])
    try await expectWhole(index, 120)
    #expect(
      try await index.refresh([NoteID("f1/n1.md"), NoteID("no.md")])
        == IndexChange(updated: [NoteID("f1/n1.md")], removed: [NoteID("no.md")]))
    #expect(try await index.report().notes == 0)
  }

  @Test("Two runs share one index and see each other's findings")
  func sharing() async throws {
    let files = makeFiles()
    let (one, two) = (makeIndex(files), makeIndex(files))
    async let first = one.reconciled()
    async let second = two.reconciled()
    _ = await (first, second)
    #expect(folder.names().filter { $0.hasSuffix(".db") }.count == 1)
    files.write("new.md", "hello", seconds: 5000)
    _ = try await one.refresh([NoteID("new.md")])
    #expect(try IndexDump.notes(two, beginning: "hello") == [NotePath("new.md")])
    try await expectWhole(two, 121)
    // One rebuilds it under the other, which continues with the new one.
    try await one.discard()
    _ = await one.reconciled()
    files.write("newer.md", "hello", seconds: 5001)
    _ = try await two.refresh([NoteID("newer.md")])
    #expect(
      try IndexDump.notes(one, beginning: "hello") == [NotePath("new.md"), NotePath("newer.md")])
    #expect(try IndexDump.troubles(two) == [])
  }

  @Test("A run waits for the index that another run is building")
  func waiting() async throws {
    let files = makeFiles()
    let index = makeIndex(files)
    let follower: Task<[IndexProgress], Never>
    do {
      let lock = try index.index.connections.folder.lock()
      follower = Task { await index.reconciled() }
      var survey = files.survey(isCancelled: { false })
      survey.sortNewestFirst()
      try FirstBuild(
        folder: index.index.connections.folder, files: files, isCancelled: { false },
        progress: { _ in }
      ).run(survey, at: CheckTime(index.index.clock), lock)
    }
    let progress = await follower.value
    #expect(!progress.isFirst)
    try await expectWhole(index, 120)
  }

  @Test(
    "The lock is free once released, even while a started program holds its file open")
  func lockWhileHeld() throws {
    let index = IndexFolder(path: folder.bytes)
    let held: HeldFiles
    do {
      let lock = try index.lock()
      held = HeldFiles(in: folder.path)
      index.clear(lock)
    }
    #expect(held.count > 0)
    try withExtendedLifetime(held) { index.clear(try index.lock()) }
  }

  @Test("A stopped build leaves nothing, and the next build starts over")
  func stopped() async throws {
    let files = makeFiles(400)
    let index = makeIndex(files)
    do {
      let lock = try index.index.connections.folder.lock()
      var survey = files.survey(isCancelled: { false })
      survey.sortNewestFirst()
      let reads = files.reads
      #expect(throws: FirstBuild.Failure.self) {
        try FirstBuild(
          folder: index.index.connections.folder, files: files,
          isCancelled: { files.reads > reads + 100 },
          progress: { _ in }
        ).run(survey, at: CheckTime(index.index.clock), lock)
      }
      #expect(folder.names() == ["lock"])
    }
    _ = await index.reconciled()
    try await expectWhole(index, 400)
  }

  @Test("Ids of deleted notes do not accumulate")
  func wornOut() async throws {
    let files = makeFiles(50)
    let index = makeIndex(files)
    _ = await index.reconciled()
    let name = try database()
    for round in 0..<30 {
      for number in 0..<40 {
        files.write(
          "f0/n\(number).md", "round \(round)", seconds: Int64(2000 + round * 50 + number))
      }
      _ = await index.reconciled()
    }
    #expect(try database() != name)
    #expect(try IndexDump.troubles(index) == [])
    try await expectWhole(index, Set(files.paths).count)
  }

  @Test("A vault whose folder cannot be read removes nothing from the index")
  func unreachable() async throws {
    let files = makeFiles()
    let index = makeIndex(files)
    _ = await index.reconciled()
    files.fail("No permission to read the folder /v.", isAll: true)
    let progress = await index.reconciled()
    #expect(progress.problems == ["No permission to read the folder /v."])
    #expect(try IndexDump.order(index).count == 120)
    // Not reported again while the problem stays the same.
    #expect(await index.reconciled().problems == [])
  }
}
