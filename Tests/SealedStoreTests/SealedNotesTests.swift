import Entities
import FileStore
import Files
import Services
import TestSupport
import Testing
import Vault

@testable import SealedStore

@Suite("Notes of an encrypted vault")
struct SealedNotesTests {
  private let bench: Bench

  init() throws { bench = try Bench() }

  private var notes: FolderStore { bench.vault.notes }

  @Test("A new note is read, saved and listed as usual")
  func lifeOfANote() async throws {
    let text = Array("# Shopping\nmilk and #food\n".utf8)
    let (id, stamp) = try await notes.create(text, titled: "Shopping: list", in: NotePath("home"))
    #expect(id == NoteID("home/Shopping list.md"))
    let read = try await notes.read(id)
    #expect(read == NoteContent(bytes: text, stamp: stamp))
    bench.clock.advance(by: .seconds(1))
    let saved = try await notes.save(Array("# New\nwords".utf8), to: id, replacing: stamp)
    #expect(try await notes.read(id).stamp == saved)
    let rows = await bench.listed()
    #expect(rows.map(path) == ["home/Shopping list.md"])
    #expect(rows.map(\.title) == ["New"])
    #expect(rows.map(\.snippet) == ["words"])
    #expect(rows.map(\.modified) == [bench.clock.now])
    #expect(try await notes.summary(of: id) == rows[0])
    #expect(bench.leftovers == [])
    #expect(bench.folder.names().count == 1)
  }

  @Test("An attachment is created like a note, sealed, and not a note")
  func attachment() async throws {
    let picture = NoteID("files/canaryword.png")
    let bytes = Array("canaryword \u{0}".utf8)
    let stamp = try await notes.create(bytes, at: picture)
    #expect(try await notes.read(picture) == NoteContent(bytes: bytes, stamp: stamp))
    await #expect(throws: NoteStoreError.changedOutside(picture.path)) {
      try await notes.create([2], at: picture)
    }
    for path in [".a.png", "../a.png"] {
      await #expect(throws: NoteStoreError.self) { try await notes.create([2], at: NoteID(path)) }
    }
    #expect(bench.vault.files.attachments() == [picture.path])
    #expect(await bench.listed().isEmpty)
    #expect(canaries(in: bench.folder, ".") == [])
    #expect(try await notes.restore(notes.trash(picture)) == picture)
  }

  @Test("Written files reveal no word of the notes or their names")
  func nothingReadable() async throws {
    let (id, stamp) = try await notes.create(
      Array("canaryword one".utf8), titled: "Canaryword", in: NotePath("canaryword"))
    _ = try await notes.save(Array("canaryword two".utf8), to: id, replacing: stamp)
    _ = await bench.listed()
    let trashed = try await notes.trash(id)
    _ = try await notes.restore(trashed)
    for folder in [bench.folder, bench.outside] { #expect(canaries(in: folder, ".") == []) }
    #expect(bench.outside.names(in: "cache/places").count == 1)
  }

  private func canaries(in folder: TemporaryFolder, _ path: String) -> [String] {
    folder.names(in: path).flatMap { name -> [String] in
      let inner = "\(path)/\(name)"
      if name.lowercased().contains("canary") { return [inner] }
      guard let text = folder.text(inner) else { return canaries(in: folder, inner) }
      return text.lowercased().contains("canary") ? [inner] : []
    }
  }

  @Test(
    "A new note's file name resembles no other in its folder",
    arguments: [
      ("a", "b.md", "a.md"), ("a", "a.md", "a 2.md"), ("a", "A.md", "a 2.md"),
      ("\u{e9}", "e\u{301}.md", "\u{e9} 2.md"), ("a", "a.png", "a.md"),
      ("a", "a.md/b.md", "a 2.md"),
      ("a", "x/a.md", "a.md"),
    ])
  func names(title: String, there: String, made: String) async throws {
    try bench.add(there)
    let (id, _) = try await notes.create(Array("x".utf8), titled: title, in: NotePath(bytes: []))
    #expect(id == NoteID(made))
  }

  @Test("A note is created at a given path only if nothing is there")
  func createAt() async throws {
    try bench.add("a.md", "old")
    try bench.add("x/y.md")
    _ = try await notes.create(Array("new".utf8), at: NoteID("b.md"))
    for taken in ["a.md", "b.md", "a.md/c.md", "x"] {
      await #expect(throws: NoteStoreError.self, "\(taken)") {
        try await notes.create(Array("x".utf8), at: NoteID(taken))
      }
    }
    for bad in ["../a.md", ".x/a.md", "", "/a.md"] {
      await #expect(throws: NoteStoreError.self, "\(bad)") {
        try await notes.create(Array("x".utf8), at: NoteID(bad))
      }
    }
    #expect(bench.folder.names().count == 3)
  }

  @Test("Saving over another program's text is refused, and nothing is lost")
  func changedOutside() async throws {
    let (id, stamp) = try await notes.create(Array("one".utf8), at: NoteID("a.md")).with("a.md")
    let other = bench.another()
    let theirs = try await other.notes.save(Array("two".utf8), to: id, replacing: stamp)
    await #expect(throws: NoteStoreError.changedOutside(id.path)) {
      try await notes.save(Array("three".utf8), to: id, replacing: stamp)
    }
    #expect(try await notes.read(id).text == "two")
    // Saving the text that is already there is not a conflict.
    #expect(try await notes.save(Array("two".utf8), to: id, replacing: stamp) == theirs)
    // Only the time changed, not the text.
    let name = try #require(bench.folder.names().first)
    bench.folder.setModified(name, seconds: 1_000)
    _ = try await notes.save(Array("four".utf8), to: id, replacing: theirs)
    #expect(try await other.notes.read(id).text == "four")
    #expect(bench.leftovers == [])
  }

  @Test("Two programs in one vault see each other's changes at once")
  func together() async throws {
    let other = bench.another()
    #expect(await bench.listed().isEmpty)
    #expect(await bench.listed(other).isEmpty)
    let (id, _) = try await notes.create(Array("one".utf8), titled: "a", in: NotePath(bytes: []))
    #expect(try await other.notes.read(id).text == "one")
    let (second, _) = try await other.notes.create(
      Array("two".utf8), titled: "a", in: NotePath(bytes: []))
    #expect(second == NoteID("a 2.md"))
    #expect(bench.vault.files.facts(of: second)?.size == 3)
    let trashed = try await other.notes.trash(id)
    await #expect(throws: NoteStoreError.notFound(id.path)) { try await notes.read(id) }
    #expect(try await notes.trashed() == [trashed])
    #expect(bench.vault.files.facts(of: id) == nil)
  }

  @Test("Trashed notes return under another name if theirs is taken")
  func trash() async throws {
    let (id, _) = try await notes.create(Array("# One\n".utf8), titled: "a", in: NotePath("x"))
    let trashed = try await notes.trash(id)
    #expect(trashed.original == id)
    #expect(trashed.title == "One")
    #expect(await bench.listed().isEmpty)
    #expect(try await notes.trashed() == [trashed])
    _ = try await notes.create(Array("two".utf8), at: id)
    let back = try await notes.restore(trashed)
    #expect(back == NoteID("x/a 2.md"))
    #expect(try await notes.read(back).text == "# One\n")
    #expect(try await notes.read(id).text == "two")
    #expect(try await notes.trashed() == [])
    let again = try await notes.trash(back)
    try await notes.deleteForGood([again, again])
    #expect(try await notes.trashed() == [])
    #expect(bench.folder.names(in: ".trash") == [])
    await #expect(throws: NoteStoreError.self) { try await notes.restore(again) }
    await #expect(throws: NoteStoreError.self) {
      try await notes.deleteForGood([
        TrashedNote(original: id, resting: NotePath(".trash/../important"))
      ])
    }
  }

  @Test("Files with the same path are listed under separate names, and each stays itself")
  func onePlace() async throws {
    let ids = try [bench.add("a.md", "1"), bench.add("a.md", "2"), bench.add("a.md", "3")].sorted()
    try bench.add("a 2.md", "other")
    let rows = await bench.listed()
    #expect(Set(rows.map(path)) == ["a.md", "a 2.md", "a 3.md", "a 4.md"])
    var texts: Set<String> = []
    for row in rows { texts.insert(try await notes.read(row.id).text) }
    #expect(texts == ["1", "2", "3", "other"])
    // A saved file keeps the name under which it is listed.
    let third = try await notes.read(NoteID("a 4.md"))
    _ = try await notes.save(Array("new".utf8), to: NoteID("a 4.md"), replacing: third.stamp)
    #expect(try await notes.read(NoteID("a 4.md")).text == "new")
    // Once the first file is gone the others move up.
    bench.folder.remove(bench.file(ids[0]))
    #expect(Set(await bench.listed().map(path)) == ["a.md", "a 2.md", "a 3.md"])
  }

  @Test("An unreadable file is listed with the reason, under a placeholder name of letters")
  func hostile() async throws {
    let good = try bench.add("good.md", "fine")
    let bad = try bench.add("bad.md", "text")
    var bytes = try #require(bench.folder.read(bench.file(bad)))
    bytes[bytes.count - 1] ^= 1
    bench.folder.write(bench.file(bad), bytes)
    let foreign = SealedID.random()
    bench.folder.write(
      foreign.fileName,
      try Age.seal(bytes: Array("x".utf8), to: [.key(X25519Identity.make().recipient)]))
    bench.folder.write("copy of something.age", "x")
    bench.folder.write("plain.md", "x")
    let rows = await bench.listed().sorted { path($0) < path($1) }
    let expected = [
      bad.placeholder.text: "is damaged; bring the file back from a backup",
      foreign.placeholder.text: "is closed with another key than this vault's", "good.md": nil,
    ]
    #expect(
      Dictionary(uniqueKeysWithValues: rows.map { (path($0), $0.obstacle?.words) }) == expected)
    let survey = bench.vault.files.survey(isCancelled: { false })
    #expect(survey.problems.count == 1)
    #expect(survey.problems.first?.hasPrefix("copy of something.age is not a note") == true)
    await #expect(throws: NoteStoreError.self) { try await notes.read(NoteID(bad.placeholder)) }
    // The file can be trashed, and comes back unchanged.
    let trashed = try await notes.trash(NoteID(bad.placeholder))
    #expect(try await notes.trashed().map(\.resting) == [trashed.resting])
    #expect(try await notes.restore(trashed) == NoteID(bad.placeholder))
    #expect(bench.folder.read(bench.file(bad)) == bytes)
    #expect(bench.folder.exists(bench.file(good)))
  }

  @Test("A large note is saved and read in blocks")
  func large() async throws {
    let (id, first) = try await notes.create(Array("x".utf8), at: NoteID("a.md")).with("a.md")
    let text = PiecedText((0..<50).map { [UInt8](repeating: UInt8($0), count: 40_009) })
    let stamp = try await notes.save(text, to: id, replacing: first)
    let reading = try await notes.open(id)
    #expect(reading.seen == TextBase(stamp).withoutDigest)
    #expect(try reading.whole() == text.gathered)
    #expect(try await notes.open(id).whole(block: 999) == text.gathered)
    #expect(try await notes.beginning(of: id, atMost: 5) == [0, 0, 0, 0, 0])
    let second = try await notes.save(Array("small".utf8), to: id, replacing: stamp)
    #expect(try await notes.read(id).stamp == second)
  }

  @Test("A text that is replaced while it is read is not taken for a whole text")
  func replacedWhileRead() async throws {
    let bytes = [UInt8](repeating: 5, count: 2 << 20)
    let stamp = try await notes.create(bytes, at: NoteID("a.md"))
    let reading = try await notes.open(NoteID("a.md"))
    _ = try await notes.save(Array("new".utf8), to: NoteID("a.md"), replacing: stamp)
    // The open file is still whole but is no longer the note.
    #expect(try reading.whole() == bytes)
    let name = try #require(bench.folder.names().first { $0.hasSuffix(".age") })
    let sealed = try #require(bench.folder.read(name))
    let again = try await notes.open(NoteID("a.md"))
    bench.folder.write(name, sealed + [0])
    #expect(throws: NoteStoreError.self) { try again.whole() }
  }

  @Test("A full disk leaves the old text")
  func fullDisk() async throws {
    let stamp = try await notes.create(Array("old".utf8), at: NoteID("a.md"))
    let full = SealedFolder(
      root: bench.folder.bytes, identity: bench.keys.identity, clock: bench.clock,
      disk: Disk(writeSome: { _, _ in -28 }, flush: { _ in 0 }))
    let work = SealedWork(
      paths: SealedPaths(
        full,
        cache: PathCache(
          cacheFolder: bench.outside.bytes, vault: bench.folder.bytes, seal: bench.keys.stateSeal)))
    #expect(throws: NoteStoreError.noSpace(NotePath("a.md"))) {
      try work.save(Array("new".utf8), to: NoteID("a.md"), replacing: stamp)
    }
    #expect(try await notes.read(NoteID("a.md")).text == "old")
    #expect(bench.leftovers == [])
  }
}

extension NoteStamp {
  fileprivate func with(_ note: String) -> (NoteID, NoteStamp) { (NoteID(note), self) }
}

extension TextBase {
  fileprivate var withoutDigest: TextBase {
    var copy = self
    copy.digest = nil
    return copy
  }
}
