import Files
import Entities
import Glibc
import Services
import TestSupport
import Testing

@testable import FileStore

@Suite("Reading and saving")
struct SaveTests {
  let bench = Bench()
  let id = NoteID("a.md")

  /// Named, because a test's arguments are printed.
  static let contents: [String: [UInt8]] = [
    "nothing": [], "a zero": [0], "a line": Array("plain\n".utf8),
    "a mark and CRLF": Array("\u{FEFF}mark\r\nlines\r\n".utf8),
    "UTF-16": [0xff, 0xfe, 0x61, 0, 0x62, 0], "no UTF-8": [0xc3, 0x28, 0x80, 0xff],
    "no last newline": Array("no newline at the end".utf8),
    "ten megabytes": [UInt8](repeating: 0x61, count: 10 << 20),
  ]

  @Test("Any bytes are read back as they were saved", arguments: contents.keys.sorted())
  func roundTrip(name: String) async throws {
    let bytes = try #require(Self.contents[name])
    bench.folder.write("a.md", "first")
    let first = try await bench.store.read(id)
    let stamp = try await bench.store.save(bytes, to: id, replacing: first.stamp)
    let second = try await bench.store.read(id)
    #expect(second.bytes.elementsEqual(bytes), "\(name)")
    #expect(second.stamp == stamp)
    #expect(stamp.modified == bench.clock.now)
    #expect(bench.folder.names() == ["a.md"])
  }

  @Test("A disk that takes one byte at a time and is interrupted gets every byte once")
  func shortWrites() throws {
    let bench = Bench(disk: .hesitant(1))
    bench.folder.write("a.md", "old")
    let text = Array("ten thousand bytes ".utf8)
    let bytes = Array(repeatElement(text, count: 200).joined())
    _ = try bench.vault.save(bytes, to: id, replacing: bench.vault.read(id).stamp)
    #expect(bench.folder.read("a.md") == bytes)
  }

  @Test("A note that another program changed is not overwritten")
  func changedOutside() async throws {
    bench.folder.write("a.md", "mine")
    let stamp = try await bench.store.read(id).stamp
    bench.folder.write("a.md", "them")
    await #expect(throws: NoteStoreError.changedOutside(id.path)) {
      try await bench.store.save([1], to: id, replacing: stamp)
    }
    #expect(bench.folder.text("a.md") == "them")
    #expect(bench.leftovers.isEmpty)
  }

  @Test("A change of the same length with the old time restored is noticed")
  func hiddenChange() async throws {
    bench.folder.write("a.md", "mine")
    bench.folder.setModified("a.md", seconds: 1_000_000)
    let stamp = try await bench.store.read(id).stamp
    bench.folder.write("a.md", "them")
    bench.folder.setModified("a.md", seconds: 1_000_000)
    await #expect(throws: NoteStoreError.changedOutside(id.path)) {
      try await bench.store.save([1], to: id, replacing: stamp)
    }
  }

  @Test("A note that was only touched, or replaced by the same text, can be saved")
  func touched() async throws {
    bench.folder.write("a.md", "mine")
    let stamp = try await bench.store.read(id).stamp
    bench.folder.setModified("a.md", seconds: 1_000_000)
    let next = try await bench.store.save(Array("two".utf8), to: id, replacing: stamp)
    bench.folder.write("b.md", "two")
    bench.folder.rename("b.md", to: "a.md")
    _ = try await bench.store.save(Array("three".utf8), to: id, replacing: next)
    #expect(bench.folder.text("a.md") == "three")
  }

  @Test("A large note that was touched is compared by its text")
  func largeTouched() async throws {
    let large = [UInt8](repeating: 0x62, count: VaultFolder.alwaysCompared + 1)
    bench.folder.write("a.md", large)
    let stamp = try await bench.store.read(id).stamp
    bench.folder.setModified("a.md", seconds: 1_000_000)
    let next = try await bench.store.save(large + [1], to: id, replacing: stamp)
    var other = large + [1]
    other[7] = 0
    bench.folder.write("a.md", other)
    bench.folder.setModified("a.md", seconds: 1_000_000)
    await #expect(throws: NoteStoreError.changedOutside(id.path)) {
      try await bench.store.save(large, to: id, replacing: next)
    }
  }

  @Test("A save does not recreate a missing note")
  func gone() async throws {
    bench.folder.write("a.md", "mine")
    let stamp = try await bench.store.read(id).stamp
    bench.folder.remove("a.md")
    await #expect(throws: NoteStoreError.notFound(id.path)) {
      try await bench.store.save([1], to: id, replacing: stamp)
    }
    await #expect(throws: NoteStoreError.notFound(id.path)) { try await bench.store.read(id) }
    #expect(bench.folder.names().isEmpty)
  }

  @Test(
    "Leftovers of killed runs are removed as soon as a note is written in the folder (trials T4)",
    arguments: ["save", "create", "create at"])
  func leftovers(of operation: String) async throws {
    bench.folder.write("a.md", "old")
    let left = (0..<20).map { _ in String(decoding: TemporaryName.make(), as: UTF8.self) }
    for name in left { bench.folder.write(name, "half of a te") }
    // One of them is being written.
    let file = try Posix.open(Array(bench.folder.path(left[7]).utf8), O_RDWR)
    try Posix.lock(file.raw)
    switch operation {
    case "save":
      _ = try await bench.store.save([1], to: id, replacing: bench.store.read(id).stamp)
    case "create": _ = try await bench.store.create([1], titled: "b", in: NotePath(""))
    default: _ = try await bench.store.create([1], at: NoteID("b.md"))
    }
    #expect(bench.leftovers == [left[7]])
  }

  @Test("A note keeps its mode through a save", arguments: [0o600, 0o640, 0o755] as [UInt32])
  func mode(_ mode: UInt32) async throws {
    bench.folder.write("a.md", "mine")
    bench.folder.setMode("a.md", mode)
    let stamp = try await bench.store.read(id).stamp
    _ = try await bench.store.save([1], to: id, replacing: stamp)
    #expect(bench.folder.mode("a.md") == mode)
  }

  @Test("A full disk leaves the old text and nothing else", arguments: [0, 1, 4_000])
  func fullDisk(after bytes: Int) throws {
    let bench = Bench(disk: .full(after: bytes))
    bench.folder.write("a.md", "old")
    let stamp = try bench.vault.read(id).stamp
    #expect(throws: NoteStoreError.noSpace(id.path)) {
      try bench.vault.save([UInt8](repeating: 1, count: 5_000), to: id, replacing: stamp)
    }
    #expect(bench.folder.text("a.md") == "old")
    #expect(bench.folder.names() == ["a.md"])
    #expect(try bench.vault.read(id).stamp == stamp)
  }

  @Test("A disk that cannot flush leaves the old text and says why")
  func brokenDisk() throws {
    let bench = Bench(disk: .breaking(atFlush: 0))
    bench.folder.write("a.md", "old")
    let stamp = try bench.vault.read(id).stamp
    let reason = SystemError(EIO).reason
    #expect(throws: NoteStoreError.failed(id.path, action: "save", reason: reason)) {
      try bench.vault.save([1], to: id, replacing: stamp)
    }
    #expect(bench.folder.text("a.md") == "old")
    #expect(bench.folder.names() == ["a.md"])
  }

  @Test("A change during the write of the new text is not overwritten")
  func changeMeanwhile() throws {
    let folder = TemporaryFolder()
    let disk = Disk(
      writeSome: Disk.real.writeSome,
      flush: { _ in
        folder.write("a.md", "them")
        return 0
      })
    let vault = VaultFolder(root: folder.bytes, clock: StillClock(), disk: disk)
    folder.write("a.md", "mine")
    let stamp = try vault.read(id).stamp
    #expect(throws: NoteStoreError.changedOutside(id.path)) {
      try vault.save([1], to: id, replacing: stamp)
    }
    #expect(folder.text("a.md") == "them")
    #expect(folder.names() == ["a.md"])
  }

  @Test("A folder that cannot be flushed gets its old text back")
  func brokenFolder() throws {
    let folder = TemporaryFolder()
    let flushes = SharedCount(0)
    // The first flush is that of the new file; the second, of the folder, comes after the two files
    // are exchanged.
    let disk = Disk(
      writeSome: Disk.real.writeSome,
      flush: { _ in flushes.next() == 1 ? -EIO : 0 })
    let vault = VaultFolder(root: folder.bytes, clock: StillClock(), disk: disk)
    folder.write("a.md", "old")
    let stamp = try vault.read(id).stamp
    #expect(throws: NoteStoreError.self) { try vault.save([1], to: id, replacing: stamp) }
    #expect(folder.text("a.md") == "old")
    #expect(folder.names() == ["a.md"])
    #expect(try vault.read(id).stamp == stamp)
  }

  @Test("A note that already holds the text is saved")
  func alreadySaved() async throws {
    bench.folder.write("a.md", "mine")
    let stamp = try await bench.store.read(id).stamp
    bench.folder.write("a.md", "new")
    let next = try await bench.store.save(Array("new".utf8), to: id, replacing: stamp)
    #expect(try await bench.store.read(id).stamp == next)
  }

  @Test("Another hard link to the file keeps the old text")
  func hardLink() async throws {
    bench.folder.write("a.md", "old")
    #expect(Glibc.link(bench.folder.path("a.md"), bench.folder.path("b.md")) == 0)
    let stamp = try await bench.store.read(id).stamp
    _ = try await bench.store.save(Array("new".utf8), to: id, replacing: stamp)
    #expect(bench.folder.text("a.md") == "new")
    #expect(bench.folder.text("b.md") == "old")
  }

  @Test("Nothing is read or written without permission, and the error names the action")
  func permissions() throws {
    bench.folder.write("a.md", "old")
    bench.folder.write("secret.md", "old")
    bench.folder.makeFolder("shut")
    bench.folder.write("shut/c.md", "old")
    let stamp = try bench.vault.read(id).stamp
    let inner = NoteID("shut/c.md")
    let innerStamp = try bench.vault.read(inner).stamp
    bench.folder.setMode("a.md", 0o444)
    bench.folder.setMode("secret.md", 0)
    bench.folder.setMode("shut", 0o555)
    withoutPrivileges(in: bench.folder) {
      #expect(throws: NoteStoreError.notPermitted(id.path, action: "save")) {
        try bench.vault.save([1], to: id, replacing: stamp)
      }
      #expect(throws: NoteStoreError.notPermitted(NotePath("secret.md"), action: "read")) {
        try bench.vault.read(NoteID("secret.md"))
      }
      #expect(throws: NoteStoreError.notPermitted(inner.path, action: "save")) {
        try bench.vault.save([1], to: inner, replacing: innerStamp)
      }
      #expect(throws: NoteStoreError.notPermitted(inner.path, action: "trash")) {
        try bench.vault.trash(inner)
      }
      #expect(throws: NoteStoreError.notPermitted(NotePath("shut/New.md"), action: "create")) {
        try bench.vault.create([1], titled: "New", in: NotePath("shut"))
      }
    }
    bench.folder.setMode("shut", 0o755)
    #expect(bench.folder.text("a.md") == "old")
    #expect(bench.folder.text("shut/c.md") == "old")
    #expect(bench.folder.names(in: "shut") == ["c.md"])
  }

  @Test("A note that is not a regular file is refused and never opened")
  func notFiles() async throws {
    _ = mkfifo(bench.folder.path("pipe.md"), 0o644)
    bench.folder.makeFolder("folder.md")
    let cases = [("pipe.md", "a pipe"), ("folder.md", "a folder")]
    let stamp = NoteStamp(inode: 0, size: 0, modified: bench.clock.now, digest: 0)
    for (name, kind) in cases {
      let id = NoteID(name)
      await #expect(throws: NoteStoreError.notAFile(id.path, kind: kind)) {
        try await bench.store.read(id)
      }
      await #expect(throws: NoteStoreError.notAFile(id.path, kind: kind)) {
        try await bench.store.save([], to: id, replacing: stamp)
      }
    }
  }

  @Test("A file of more than 512 MB is refused before it is read")
  func tooLarge() async throws {
    bench.folder.write("a.md", "")
    let size = VaultFolder.largestNote + 1
    #expect(truncate(bench.folder.path("a.md"), size) == 0)
    await #expect(throws: NoteStoreError.tooLarge(id.path, bytes: size)) {
      try await bench.store.read(id)
    }
  }

  @Test(
    "A path that leads out of the vault is refused",
    arguments: ["../a.md", "/etc/passwd", "x/../../a.md", "", "x//a.md", "./a.md", "a\0.md", ".."])
  func outside(path: String) async throws {
    bench.folder.makeFolder("x")
    let id = NoteID(path)
    await #expect(
      throws: NoteStoreError.failed(
        id.path, action: "read", reason: "this is not a path inside the vault")
    ) {
      try await bench.store.read(id)
    }
  }

  @Test("A name of any bytes can be read and saved")
  func hostileNames() async throws {
    let names: [[UInt8]] = [
      Array("e\u{301}.md".utf8), Array("\u{e9}.md".utf8), [0xff, 0xfe] + Array(".md".utf8),
      Array("\u{1b}[2J\n\t.md".utf8), [UInt8](repeating: 0x78, count: 252) + Array(".md".utf8),
      Array(" .md".utf8), Array("%41.md".utf8), Array("-rf.md".utf8),
    ]
    for name in names { bench.folder.write(name, name) }
    #expect(await Set(bench.listed().map(\.id.path.bytes)) == Set(names))
    for name in names {
      let id = NoteID(NotePath(bytes: name))
      let content = try await bench.store.read(id)
      #expect(content.bytes == name)
      _ = try await bench.store.save([1] + name, to: id, replacing: content.stamp)
      #expect(bench.folder.read(name) == [1] + name)
    }
  }
}
