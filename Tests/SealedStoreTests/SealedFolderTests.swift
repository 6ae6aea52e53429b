import Entities
import FileStore
import Files
import Services
import TestSupport
import Testing
import Vault

@testable import SealedStore

@Suite("Files of an encrypted vault")
struct SealedFolderTests {
  private let folder = TemporaryFolder()
  private let identity: X25519Identity
  private let vault: SealedFolder

  init() throws {
    identity = try .make()
    vault = SealedFolder(
      root: folder.bytes, identity: identity, clock: StillClock(), disk: .quick)
  }

  @Test("A file name reveals nothing, and is read back as the same id")
  func names() {
    var seen: Set<SealedID> = []
    for _ in 0..<1000 {
      let id = SealedID.random()
      #expect(seen.insert(id).inserted)
      #expect(SealedID(fileName: id.fileName) == id)
      #expect(SealedID(bytes: id.bytes) == id)
      #expect(id.fileName.count == 30)
    }
  }

  @Test(
    "Any other file name is refused",
    arguments: [
      "", ".age", "aaaaaaaaaaaaaaaaaaaaaaaaaa", "aaaaaaaaaaaaaaaaaaaaaaaaab.age",
      "Aaaaaaaaaaaaaaaaaaaaaaaaaa.age", "aaaaaaaaaaaaaaaaaaaaaaaaa1.age",
      "aaaaaaaaaaaaaaaaaaaaaaaaa.age", "aaaaaaaaaaaaaaaaaaaaaaaaaaa.age",
    ])
  func otherNames(name: String) {
    #expect(SealedID(fileName: Array(name.utf8)) == nil)
    #expect(SealedID(fileName: Array("aaaaaaaaaaaaaaaaaaaaaaaaaa.age".utf8)) != nil)
  }

  @Test(
    "A text comes back byte for byte, with its path and time",
    arguments: [
      0, 1, 100, 65_000, 65_499, 65_500, 65_501, 65_535, 65_536, 65_537, 131_072, 300_001, 1 << 20,
    ])
  func roundTrips(size: Int) throws {
    var random = SeededRandom(seed: UInt64(size))
    let bytes = (0..<size).map { _ in UInt8.random(in: 0...255, using: &random) }
    let place = NotePath(bytes: Array("daily/ü %-->\n".utf8) + [0xff] + Array(".md".utf8))
    let time = Timestamp(seconds: 1_600_000_000, nanoseconds: 123)
    let id = try vault.add(bytes, at: place, modified: time)
    let opened = try vault.open(id, isTrashed: false, as: place)
    #expect(opened.seen.size == size)
    #expect(try opened.whole() == bytes)
    let items = try vault.items()
    #expect(items.map(\.id) == [id])
    #expect(items.first?.facts.modified == time)
    #expect(try items.first?.content.get().path == place)
    #expect(try items.first?.content.get().textSize == size)
    // A sealed text can be sealed again straight from its file.
    let reading = try vault.open(id, isTrashed: false, as: place)
    let other = try vault.add(reading, at: NotePath("b.md"), modified: time, inTrash: true)
    #expect(try vault.open(other, isTrashed: true, as: place).whole(block: 4096) == bytes)
    #expect(folder.mode(String(decoding: id.fileName, as: UTF8.self)) == 0o600)
  }

  @Test("Standard tools find the path on the first line and the note after it")
  func form() throws {
    let id = try vault.add(
      Array("# A\n".utf8), at: NotePath("a b/c.md"), modified: .init(seconds: 1))
    let sealed = try #require(folder.read(String(decoding: id.fileName, as: UTF8.self)))
    let text = try Age.open(bytes: sealed, with: [.key(identity)])
    #expect(String(decoding: text, as: UTF8.self) == "<!-- notes-tui: a%20b/c.md -->\n# A\n")
  }

  @Test(
    "A file not made by this vault is reported with its fault",
    arguments: [
      ("", "is not an age file"), ("not age", "is not an age file"),
      ("cut", "is damaged; bring the file back from a backup"),
      ("bent", "is damaged; bring the file back from a backup"),
      ("other", "is closed with another key than this vault's"),
      ("text", "does not say where in the vault it belongs"),
      ("<!-- notes-tui: a.md -->", "does not say where in the vault it belongs"),
      ("<!-- notes-tui: a%2.md -->\n", "does not say where in the vault it belongs"),
      ("<!-- notes-tui: ../a.md -->\n", "says that it belongs outside the vault"),
      ("<!-- notes-tui: /a.md -->\n", "says that it belongs outside the vault"),
      ("<!-- notes-tui: a//b.md -->\n", "says that it belongs outside the vault"),
      ("<!-- notes-tui: .git/a.md -->\n", "says that it belongs outside the vault"),
      ("<!-- notes-tui: a%00.md -->\n", "says that it belongs outside the vault"),
      ("<!-- notes-tui:  -->\n", "says that it belongs outside the vault"),
    ])
  func hostile(text: String, obstacle: String) throws {
    let good = Array("<!-- notes-tui: a.md -->\nGood".utf8)
    var sealed: [UInt8]
    switch text {
    case "", "not age": sealed = Array(text.utf8)
    case "cut", "bent": sealed = try Age.seal(bytes: good, to: [.key(identity.recipient)])
    case "other": sealed = try Age.seal(bytes: good, to: [.key(X25519Identity.make().recipient)])
    default: sealed = try Age.seal(bytes: Array(text.utf8), to: [.key(identity.recipient)])
    }
    if text == "cut" { sealed.removeLast(3) }
    if text == "bent" { sealed[sealed.count - 20] ^= 1 }
    folder.write(SealedID.random().fileName, sealed)
    #expect(try vault.everything() == [Opened(place: "?", text: obstacle, isTrashed: false)])
  }

  @Test("A first line longer than any path is refused, however long it is")
  func longLine() throws {
    let line = Array("<!-- notes-tui: \(String(repeating: "a", count: 1 << 20)) -->\n".utf8)
    folder.write(
      SealedID.random().fileName, try Age.seal(bytes: line, to: [.key(identity.recipient)]))
    #expect(try vault.everything().map(\.text) == ["does not say where in the vault it belongs"])
  }

  @Test("A file cut off after its first chunks is not read as whole")
  func cutOff() throws {
    let bytes = [UInt8](repeating: 7, count: 700_000)
    let id = try vault.add(bytes, at: NotePath("a.md"), modified: .init(seconds: 1))
    let name = String(decoding: id.fileName, as: UTF8.self)
    let sealed = try #require(folder.read(name))
    folder.write(name, Array(sealed.dropLast(70_000)))
    let reading = try vault.open(id, isTrashed: false, as: NotePath("a.md"))
    #expect(throws: NoteStoreError.self) { try reading.whole() }
    folder.write(name, Array(sealed.prefix(100_000)))
    #expect(throws: NoteStoreError.self) {
      try vault.open(id, isTrashed: false, as: NotePath("a.md"))
    }
  }

  @Test("A file that is not a regular file is ignored")
  func others() throws {
    folder.makeFolder(String(decoding: SealedID.random().fileName, as: UTF8.self))
    folder.link(String(decoding: SealedID.random().fileName, as: UTF8.self), to: "/etc/passwd")
    folder.write("readme.md", "plain")
    #expect(try vault.everything() == [])
  }

  @Test("A full disk leaves nothing behind")
  func full() throws {
    let vault = SealedFolder(
      root: folder.bytes, identity: identity, clock: StillClock(),
      disk: Disk(writeSome: { _, _ in -28 }, flush: { _ in 0 }))
    #expect(throws: NoteStoreError.noSpace(NotePath("a.md"))) {
      try vault.add(Array("a".utf8), at: NotePath("a.md"), modified: .init(seconds: 1))
    }
    #expect(folder.names() == [])
  }

  @Test("A disk that loses written data is detected")
  func lying() throws {
    let vault = SealedFolder(
      root: folder.bytes, identity: identity, clock: StillClock(),
      disk: Disk(
        writeSome: { file, bytes in
          var bent = Array(bytes)
          if let last = bent.indices.last { bent[last] ^= 1 }
          return bent.withUnsafeBytes { Disk.real.writeSome(file, $0) }
        }, flush: { _ in 0 }))
    #expect(throws: NoteStoreError.self) {
      try vault.add(Array("a".utf8), at: NotePath("a.md"), modified: .init(seconds: 1))
    }
    #expect(folder.names() == [])
  }
}
