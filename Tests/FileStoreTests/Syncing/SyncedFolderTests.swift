import Entities
import Files
import Services
import TestSupport
import Testing

@testable import FileStore

@Suite("The sync's access to a vault's folder")
struct SyncedFolderTests {
  private let bench = Bench()
  private let versions = MemoryVersions()
  private let outside = TemporaryFolder()

  private var files: SyncedFolder { SyncedFolder(bench.vault, versions: versions) }
  private var folder: TemporaryFolder { bench.folder }

  @Test("Files in a folder are read as git stores them")
  func reads() async throws {
    folder.write("a.md", "text")
    folder.write("run.sh", "echo")
    folder.setMode("run.sh", 0o755)
    folder.link("link.md", to: "/etc/passwd")
    folder.makeFolder("empty")
    folder.write("full/x.md", "x")
    let rows: [(String, SyncedFile?)] = [
      ("a.md", text("text")), ("run.sh", SyncedFile(Array("echo".utf8), as: .executable)),
      ("link.md", SyncedFile(Array("/etc/passwd".utf8), as: .link)), ("none.md", nil),
      ("none/x.md", nil), ("a.md/x.md", nil), ("empty", nil), ("full/x.md", text("x")),
    ]
    for (path, expected) in rows {
      #expect(try await files.file(at: NotePath(path)) == expected, "\(path)")
    }
    let error = NoteStoreError.notAFile(NotePath("full"), kind: "a folder")
    await #expect(throws: error) { try await files.file(at: NotePath("full")) }
  }

  /// What a path holds, what the sync expects, what it writes, and whether it may.
  private static let writes: [(there: String?, expected: String?, new: String, isWritten: Bool)] = [
    (nil, nil, "new", true),
    ("old", "old", "new", true),
    ("old", nil, "new", false),
    (nil, "old", "new", false),
    ("typed", "old", "new", false),
    ("", "old", "new", false),
    ("", "", "new", true),
    // An earlier attempt has written it.
    ("new", "old", "new", true),
    ("new", nil, "new", true),
  ]

  @Test("A file is overwritten only if it equals what the sync has seen", arguments: writes.indices)
  func writesOverTheSeen(_ row: Int) async throws {
    let (there, expected, new, isWritten) = Self.writes[row]
    for path in ["a.md", "deep/er/a.md", "picture.png"] {
      if let there { folder.write(path, there) }
      let write = {
        try await files.write(text(new), at: NotePath(path), replacing: expected.map(text))
      }
      if isWritten {
        try await write()
      } else {
        await #expect(throws: NoteStoreError.changedOutside(NotePath(path))) { try await write() }
      }
      #expect(folder.text(path) == (isWritten ? new : there), "\(path)")
      #expect(bench.leftovers.isEmpty)
    }
  }

  @Test("A file is trashed only if it equals what the sync has seen", arguments: ["old", "typed"])
  func removesTheSeen(_ there: String) async throws {
    folder.write("deep/er/a.md", there)
    folder.write("other/b.md", "b")
    let path = NotePath("deep/er/a.md")
    if there == "old" {
      try await files.remove(path, holding: text("old"))
      #expect(folder.text(".trash/a.md") == "old")
      // git does not store empty folders.
      #expect(!folder.exists("deep") && folder.exists("other"))
      #expect(try bench.vault.trashed().map(\.original.path) == [path])
    } else {
      await #expect(throws: NoteStoreError.changedOutside(path)) {
        try await files.remove(path, holding: text("old"))
      }
      #expect(folder.text("deep/er/a.md") == "typed")
    }
    try await files.remove(NotePath("gone.md"), holding: text("old"))
    try await files.remove(NotePath("gone/x.md"), holding: text("old"))
  }

  @Test("A note that another device deleted from the trash is not trashed again")
  func trashOfTrash() async throws {
    folder.write(".trash/a.md", "old")
    try await files.remove(NotePath(".trash/a.md"), holding: text("old"))
    #expect(folder.names(in: ".trash").isEmpty)
  }

  @Test("A note's old and new texts are stored as versions, but not those of other files")
  func keepsVersions() async throws {
    folder.write("a.md", "one")
    folder.write("b.png", "one")
    for name in ["a.md", "b.png"] {
      try await files.write(text("two"), at: NotePath(name), replacing: text("one"))
      try await files.write(text("three"), at: NotePath(name), replacing: text("two"))
    }
    folder.write("a.md", "typed")
    try await files.remove(NotePath("a.md"), holding: text("typed"))
    #expect(await versions.texts(of: NoteID("a.md")) == ["typed", "three", "two", "one"])
    #expect(await versions.texts(of: NoteID("b.png")).isEmpty)
  }

  @Test("A version that cannot be stored does not stop a write")
  func versionsFail() async throws {
    folder.write("a.md", "one")
    await versions.fail(next: .noSpace(NotePath("a.md")))
    try await files.write(text("two"), at: NotePath("a.md"), replacing: text("one"))
    #expect(folder.text("a.md") == "two")
  }

  @Test("A file becomes executable and plain again, and the rest of its mode is unchanged")
  func modes() async throws {
    folder.write("run.sh", "a")
    folder.setMode("run.sh", 0o640)
    let path = NotePath("run.sh")
    let (plain, executable) = (text("a"), SyncedFile(Array("a".utf8), as: .executable))
    try await files.write(executable, at: path, replacing: plain)
    #expect(folder.mode("run.sh") == 0o750)
    try await files.write(plain, at: path, replacing: executable)
    #expect(folder.mode("run.sh") == 0o640)
  }

  @Test("Links are written as links and can replace and be replaced by files")
  func links() async throws {
    outside.write("secret.md", "theirs")
    let link: (String) -> SyncedFile = { SyncedFile(Array($0.utf8), as: .link) }
    let path = NotePath("x.md")
    let there = link(outside.path("secret.md"))
    try await files.write(there, at: path, replacing: nil)
    #expect(try await files.file(at: path) == there)
    try await files.write(link("a.md"), at: path, replacing: there)
    await #expect(throws: NoteStoreError.changedOutside(path)) {
      try await files.write(link("b.md"), at: path, replacing: there)
    }
    try await files.write(text("mine"), at: path, replacing: link("a.md"))
    #expect(folder.text("x.md") == "mine")
    await #expect(throws: NoteStoreError.changedOutside(path)) {
      try await files.write(there, at: path, replacing: text("other"))
    }
    try await files.write(there, at: path, replacing: text("mine"))
    #expect(try await files.file(at: path) == there)
    try await files.remove(path, holding: there)
    #expect(outside.text("secret.md") == "theirs")
    #expect(outside.names() == ["secret.md"])
    #expect(bench.leftovers.isEmpty)
  }

  @Test("Nothing is written or removed through a linked folder or outside the vault")
  func linksOnTheWay() async throws {
    outside.write("x.md", "theirs")
    folder.write("real/x.md", "ours")
    folder.link("out", to: outside.path)
    folder.link("in", to: "real")
    for name in ["out/x.md", "in/x.md", "out/new.md", "in/deep/new.md"] {
      let path = NotePath(name)
      let error = NoteStoreError.refused(
        path, reason: "its folder is a link, which no sync follows")
      await #expect(throws: error) {
        try await files.write(text("new"), at: path, replacing: nil)
      }
      await #expect(throws: error) { try await files.remove(path, holding: text("theirs")) }
      await #expect(throws: error) { try await files.file(at: path) }
    }
    for name in ["../x.md", "", "/x.md", "a//b.md", "a/../../x.md"] {
      await #expect(throws: NoteStoreError.self, "\(name)") {
        try await files.write(text("new"), at: NotePath(name), replacing: nil)
      }
    }
    #expect(outside.names() == ["x.md"])
    #expect(outside.text("x.md") == "theirs")
    #expect(folder.names(in: "real") == ["x.md"])
  }

  @Test("A note can take the name of an empty folder, but not of a full one")
  func folders() async throws {
    folder.makeFolder("empty")
    folder.write("full/x.md", "x")
    folder.write("file", "f")
    try await files.write(text("new"), at: NotePath("empty"), replacing: nil)
    #expect(folder.text("empty") == "new")
    await #expect(throws: NoteStoreError.notAFile(NotePath("full"), kind: "a folder")) {
      try await files.write(text("new"), at: NotePath("full"), replacing: nil)
    }
    let path = NotePath("file/x.md")
    await #expect(
      throws: NoteStoreError.refused(path, reason: "a file has the name of its folder")
    ) {
      try await files.write(text("new"), at: path, replacing: nil)
    }
  }

  @Test("A full disk leaves the old file", arguments: [0, 2, 3])
  func fullDisk(_ room: Int) async throws {
    let bench = Bench(disk: .full(after: room))
    bench.folder.write("a.md", "old")
    let files = SyncedFolder(bench.vault, versions: nil)
    for (name, old) in [("a.md", text("old")), ("new.md", nil)] {
      let path = NotePath(name)
      await #expect(throws: NoteStoreError.noSpace(path)) {
        try await files.write(text("longer"), at: path, replacing: old)
      }
    }
    #expect(bench.folder.names() == ["a.md"])
    #expect(bench.folder.text("a.md") == "old")
  }

  @Test("A disk that breaks at any flush leaves the old file or the new one", arguments: 0..<4)
  func breakingDisk(_ flush: Int) async throws {
    let bench = Bench(disk: .breaking(atFlush: flush))
    bench.folder.write("a.md", "old")
    let files = SyncedFolder(bench.vault, versions: nil)
    let path = NotePath("a.md")
    var isWritten = true
    do {
      try await files.write(text("new"), at: path, replacing: text("old"))
    } catch {
      isWritten = false
    }
    #expect(isWritten == (flush > 1))
    #expect(bench.folder.text("a.md") == (isWritten ? "new" : "old"))
    #expect(bench.folder.names() == ["a.md"])
  }

  @Test("Nothing is written in a vault that has since been encrypted")
  func encryptedMeanwhile() async throws {
    let files = SyncedFolder(
      root: folder.bytes, clock: bench.clock, versions: nil,
      plainWriteRefusal: { "it is encrypted" })
    let path = NotePath("a.md")
    await #expect(throws: NoteStoreError.refused(path, reason: "it is encrypted")) {
      try await files.write(text("new"), at: path, replacing: nil)
    }
    #expect(folder.names().isEmpty)
  }
}

private func text(_ text: String) -> SyncedFile { SyncedFile(Array(text.utf8)) }
