import Entities
import Files
import Glibc
import Services
import TestSupport
import Testing

@testable import FileStore

@Suite("Versions in a folder")
struct VersionsTests {
  private let note = NoteID("daily/plan.md")

  @Test("Every state is stored, newest first, with its size and time")
  func kept() async throws {
    let bench = VersionBench()
    try await bench.keep("one", of: note)
    try await bench.keep("two words", of: note, after: .seconds(60))
    try await bench.keep("", of: note, after: .seconds(60))
    let versions = try await bench.versions.versions(of: note)
    #expect(versions.map(\.size) == [0, 9, 3])
    #expect(versions.map { bench.clock.now.seconds - $0.savedAt.seconds } == [0, 60, 120])
    #expect(versions.allSatisfy { $0.note == note && $0.name.utf8.count == 10 })
    #expect(Set(versions.map(\.name)).count == 3)
    #expect(try await bench.words(of: note) == ["", "two words", "one"])
  }

  @Test("The newest text is not stored twice, and repeating an older one needs almost no space")
  func twice() async throws {
    let bench = VersionBench()
    var random = SeededBytes(seed: 1)
    let first = String(decoding: (0..<200).flatMap { _ in random.text() }, as: UTF8.self)
    try await bench.keep(first, of: note)
    try await bench.keep(first, of: note, after: .seconds(1))
    try await bench.keep("something else", of: note, after: .seconds(1))
    let size = bench.folder.read(bench.logName(note))?.count ?? 0
    try await bench.keep(first, of: note, after: .seconds(1))
    try await bench.keep(first, of: note, after: .seconds(1))
    #expect(try await bench.words(of: note) == [first, "something else", first])
    #expect((bench.folder.read(bench.logName(note))?.count ?? 0) - size == 72)
  }

  @Test("A text has the date when it was written, but never one in the future")
  func written() async throws {
    let bench = VersionBench()
    let now = bench.clock.now
    try await bench.versions.keep([1], of: note, written: now.advanced(by: .seconds(-90)))
    try await bench.versions.keep([2], of: note, written: now.advanced(by: .seconds(90)))
    #expect(
      try await bench.versions.versions(of: note).map(\.savedAt)
        == [now, now.advanced(by: .seconds(-90))])
  }

  @Test("A note without stored texts has no versions, and reading them creates no folder")
  func none() async throws {
    let bench = VersionBench()
    #expect(try await bench.versions.versions(of: note).isEmpty)
    try await bench.versions.noteMoved(from: note, to: NoteID("b.md"))
    #expect(bench.folder.names().isEmpty)
    let gone = NoteVersion(name: "0123456789", note: note, savedAt: bench.clock.now, size: 1)
    await #expect(throws: NoteStoreError.self) { try await bench.versions.bytes(of: gone) }
  }

  @Test("Versions are readable only by their owner")
  func modes() async throws {
    let bench = VersionBench()
    try await bench.keep("secret", of: note)
    #expect(bench.folder.mode("versions") == 0o700)
    #expect(bench.folder.mode(bench.place) == 0o700)
    for name in bench.folder.names(in: bench.place) {
      #expect(bench.folder.mode("\(bench.place)/\(name)") == 0o600, "\(name)")
    }
  }

  @Test("Two programs that store versions of one note both see all of them")
  func together() async throws {
    let bench = VersionBench()
    let other = bench.another()
    for number in 0..<40 {
      try await (number % 2 == 0 ? bench.versions : other).keep(
        Array("text \(number)".utf8), of: note)
    }
    let expected = (0..<40).reversed().map { "text \($0)" }
    #expect(try await bench.words(of: note) == expected)
    #expect(
      try await VersionBench.texts(of: note, in: other).map { String(decoding: $0, as: UTF8.self) }
        == expected)
  }

  @Test("Concurrent saves lose no version")
  func atOnce() async throws {
    let bench = VersionBench()
    let others = (0..<4).map { _ in bench.another() }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for (index, other) in others.enumerated() {
        group.addTask {
          for number in 0..<25 {
            try await other.keep(
              Array("\(index) wrote \(number)".utf8), of: NoteID("daily/plan.md"))
          }
        }
      }
      try await group.waitForAll()
    }
    let words = Set(try await bench.words(of: note))
    for index in 0..<4 {
      for number in 0..<25 { #expect(words.contains("\(index) wrote \(number)")) }
    }
  }

  @Test("A thousand saves of a note of 2 KB take well under 1 MB")
  func small() async throws {
    let bench = VersionBench()
    var random = SeededRandom(seed: 7)
    var lines = (0..<40).map { _ in
      (0..<9).map { _ in
        ["alpha", "beta", "gamma", "delta", "rain"].randomElement(using: &random) ?? ""
      }
      .joined(separator: " ") + " \(random.next())"
    }
    for number in 0..<1_000 {
      lines[Int.random(in: 0..<40, using: &random)] += " word\(number)"
      if number % 20 == 0 { lines[Int.random(in: 0..<40, using: &random)] = "new \(random.next())" }
      let text = lines.joined(separator: "\n")
      try await bench.keep(text, of: note)
    }
    let size = bench.folder.read(bench.logName(note))?.count ?? 0
    #expect(size < 500_000, "\(size)")
    #expect(try await bench.versions.versions(of: note).count == 1_000)
  }

  @Test("A large note is stored, and then only its differences")
  func large() async throws {
    let bench = VersionBench()
    var random = SeededRandom(seed: 3)
    var bytes = (0..<300_000).flatMap { _ in withUnsafeBytes(of: random.next()) { Array($0) } }
    try await bench.versions.keep(bytes, of: note)
    bytes.insert(contentsOf: Array("in front".utf8), at: 0)
    bytes[2_000_000] ^= 1
    try await bench.versions.keep(bytes, of: note)
    let size = bench.folder.read(bench.logName(note))?.count ?? 0
    #expect(size < 2_600_000, "\(size)")
    #expect(try await VersionBench.texts(of: note, in: bench.another()).first == bytes)
  }

  @Test("A note that is too large gets no version, which is reported once")
  func tooLarge() async throws {
    let bench = VersionBench()
    let bytes = [UInt8](repeating: 0, count: (16 << 20) + 1)
    for _ in 0..<2 { try await bench.versions.keep(bytes, of: note) }
    #expect(
      await bench.versions.problems()
        == ["“daily/plan.md” is larger than 16 MB: it gets no versions."])
    #expect(try await bench.versions.versions(of: note).isEmpty)
  }

  @Test("A problem with one note's versions is not reported for another note (use A10)")
  func problemsOfOne() async throws {
    let bench = VersionBench()
    try await bench.versions.keep([UInt8](repeating: 0, count: (16 << 20) + 1), of: note)
    #expect(await bench.versions.problems(of: note).count == 1)
    #expect(await bench.versions.problems(of: NoteID("other.md")) == [])
    #expect(await bench.versions.problems().count == 1)
  }

  @Test(
    "A full disk is reported with its folder and leaves earlier versions intact (chaos L2)")
  func full() async throws {
    let bench = VersionBench()
    try await bench.keep("one", of: note)
    let full = FolderVersions(
      stateFolder: bench.folder.bytes, vault: VaultID(NotePath("/vault")), clock: bench.clock,
      disk: .full(after: 40))
    let place = "\(bench.folder.path)/versions: No space left on device"
    await #expect(
      throws: NoteStoreError.failed(note.path, action: "keep a version of", reason: place)
    ) {
      try await full.keep(Array("two".utf8), of: NoteID("daily/plan.md"))
    }
    #expect(try await bench.words(of: note) == ["one"])
    try await bench.keep("three", of: note)
    #expect(try await bench.words(of: note) == ["three", "one"])
  }

  @Test("A lock that another program never releases causes an error, not an endless wait")
  func locked() async throws {
    let bench = VersionBench()
    try await bench.keep("one", of: note)
    let lock = open(bench.folder.path("\(bench.place)/lock"), O_RDWR)
    defer { close(lock) }
    #expect(flock(lock, LOCK_EX) == 0)
    await #expect(throws: NoteStoreError.self) { try await bench.keep("two", of: note) }
    #expect(flock(lock, LOCK_UN) == 0)
    #expect(try await bench.words(of: note) == ["one"])
  }

  @Test("Names and paths of any bytes have their own versions")
  func paths() async throws {
    let bench = VersionBench()
    let notes = [
      [UInt8]("é.md".utf8), [UInt8]("e\u{301}.md".utf8), [0xff, 0xfe, 0x2e], Array("a\nb".utf8),
      [UInt8](repeating: 0x78, count: 4_000),
    ].map { NoteID(NotePath(bytes: $0)) }
    for (index, note) in notes.enumerated() { try await bench.keep("text \(index)", of: note) }
    for (index, note) in notes.enumerated() {
      #expect(try await bench.words(of: note) == ["text \(index)"])
    }
  }
}
