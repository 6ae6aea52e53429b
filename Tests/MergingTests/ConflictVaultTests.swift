import CopyNames
import Entities
import FileStore
import Merging
import OpenVault
import SearchIndex
import Services
import TestSupport
import Testing

/// A vault on the disk with all that merging copies goes through.
struct ConflictVault {
  let folder = TemporaryFolder()
  let state = TemporaryFolder()
  /// Later than anything is written: what a merge keeps is younger than the texts that it merged.
  let clock = StillClock(Timestamp(seconds: 4_000_000_000))
  let store: any NoteStore
  let versions: FolderVersions
  let index: VaultIndex
  let moves: any NoteMoves & NoteRewriting
  let conflicts: VaultConflicts

  init(closed: (any ClosedCopies)? = nil) {
    let (folder, state, clock) = (folder, state, clock)
    let vault = VaultID(NotePath(folder.path))
    let files = FolderFiles(root: folder.bytes, clock: clock)
    let index = VaultIndex(
      files: files, folder: state.bytes + Array("/index".utf8), clock: clock, isWatched: false)
    let plain = FolderStore(root: folder.bytes, clock: clock)
    versions = FolderVersions(stateFolder: state.bytes, vault: vault, clock: clock)
    store = VersionedStore(plain, versions: versions)
    self.index = index
    let moves = FollowedMoves(
      FolderMoves(root: folder.bytes, stateFolder: state.bytes, vault: vault, clock: clock),
      store: plain, versions: versions)
    self.moves = moves
    var services = VaultServices.inMemory(links: index.links)
    (services.store, services.versions, services.moves) = (store, versions, moves)
    (services.index, services.queries.search, services.files) = (index, index.search, files)
    conflicts = VaultConflicts(services, closed: closed, hosts: ["laptop"])
  }

  static func copyName(_ name: String, _ number: Int = 0) -> String {
    "\(name).sync-conflict-2026030\(number + 2)-093612-ABCDEFG.md"
  }

  /// A version of the note that was kept before the note and its copy were written.
  func keep(_ text: String, of note: String) async throws {
    try await versions.keep(
      Array(text.utf8), of: NoteID(note), written: Timestamp(seconds: 1_700_000_000))
  }

  func copies() async throws -> [ConflictCopy] { try await conflicts.copies() }

  /// All notes with their bytes.
  func texts() -> [String: [UInt8]] {
    Dictionary(
      uniqueKeysWithValues: folder.names().filter { $0.hasSuffix(".md") }
        .map { ($0, folder.read($0) ?? []) })
  }
}

@Suite("Copies in a vault")
struct ConflictVaultTests {
  private let vault = ConflictVault()
  private let copy = ConflictVault.copyName("Note")

  @Test("A copy merges through a common base and goes to the trash, and one undo restores it")
  func merges() async throws {
    try await vault.keep("one\ntwo\nthree\n", of: "Note.md")
    vault.folder.write("Note.md", "one\ntwo\nthree\nfour\n")
    vault.folder.write(copy, "zero\none\nthree\n")
    vault.folder.write("Other.md", "See [[\(copy.dropLast(3))]] and [[Note]].\n")
    let before = vault.texts()
    let found = try await vault.copies()
    #expect(found.map(\.copy.path.text) == [copy])
    #expect(found.map(\.program) == [.syncthing])
    let merge = try await vault.conflicts.merged(found[0])
    #expect(merge.isClean && merge.hasBase)
    let receipt = try await vault.conflicts.merge(found, cleanOnly: true)
    // Line two was in both texts and deleted in one.
    #expect(vault.folder.text("Note.md") == "zero\none\nthree\nfour\n")
    #expect(vault.folder.text("Other.md") == "See [[Note]] and [[Note]].\n")
    #expect(!vault.folder.exists(copy) && vault.folder.exists(".trash/\(copy)"))
    #expect(try await vault.copies().isEmpty)
    _ = try await vault.conflicts.undo(receipt)
    #expect(vault.texts() == before)
  }

  @Test("Without a base neither side loses a line, and differences in the same lines are marked")
  func withoutBase() async throws {
    vault.folder.write("Note.md", "a\nb\nmine\nc\nd\n")
    vault.folder.write(copy, "a\nb\ntheirs\nc\nd\ne\n")
    let found = try await vault.copies()
    let merge = try await vault.conflicts.merged(found[0])
    #expect(merge.conflicts == 1 && !merge.hasBase)
    let kept = try await vault.conflicts.merge(found, cleanOnly: true)
    #expect(kept.isEmpty && kept.left.count == 1 && vault.folder.exists(copy))
    let receipt = try await vault.conflicts.merge(found, cleanOnly: false)
    #expect(receipt.marked == [NoteID("Note.md")])
    #expect(
      vault.folder.text("Note.md")
        == "a\nb\n<<<<<<< Note.md\nmine\n=======\ntheirs\n>>>>>>> \(copy)\nc\nd\ne\n")
    let marked = try await vault.conflicts.marked()
    #expect(marked.map(\.note.path.text) == ["Note.md"])
    #expect(marked.map(\.line) == [3] && marked.map(\.conflicts) == [1])
    _ = try await vault.conflicts.undo(receipt)
    #expect(vault.folder.text("Note.md") == "a\nb\nmine\nc\nd\n" && vault.folder.exists(copy))
    #expect(try await vault.conflicts.marked().isEmpty)
  }

  @Test("Leftovers of editors, rsync and unison are neither notes nor copies")
  func leftovers() async throws {
    vault.folder.write("Note.md", "one\n")
    for name in [
      "Note.md~", "Note.md.orig", "Note.md.rej", "Note.md.bak", ".unison.Note.md.0a1b.unison.tmp",
      ".syncthing.Note.md.tmp", "~syncthing~Note.md.tmp",
    ] { vault.folder.write(name, "one\nleft\n") }
    #expect(try await vault.copies().isEmpty)
    #expect(try await vault.conflicts.marked().isEmpty)
    #expect(await vault.conflicts.remains().isEmpty)
    #expect(try await vault.index.catalog(CatalogRequest()).count == 1)
  }

  @Test("A version that one side never saw is not a base, and its lines stay")
  func youngerVersion() async throws {
    try await vault.keep("one\n", of: "Note.md")
    try await vault.versions.keep(
      Array("one\nlate\n".utf8), of: NoteID("Note.md"), written: Timestamp(seconds: 1_700_000_009))
    vault.folder.write("Note.md", "zero\none\nlate\n")
    vault.folder.write(copy, "one\n\nother\n")
    _ = try await vault.conflicts.merge(try await vault.copies(), cleanOnly: false)
    let text = try #require(vault.folder.text("Note.md"))
    for line in ["zero", "one", "late", "other"] { #expect(text.contains(line), "\(line)") }
  }

  @Test(
    "A list that both appended to keeps every line, whenever the copy was written (chaos 2 F1)",
    arguments: [11, 22, 33])
  func shopping(written: Int64) async throws {
    let items = ["- [ ] bread", "- [ ] eggs", "- [ ] milk", "- [ ] tea"]
    func text(_ count: Int) -> String { items.prefix(count).map { $0 + "\n" }.joined() }
    // Each save leaves a version of the saved text.
    for (count, second) in [(2, 10), (3, 20), (4, 30)] as [(Int, Int64)] {
      try await vault.versions.keep(
        Array(text(count).utf8), of: NoteID("Note.md"),
        written: Timestamp(seconds: 1_700_000_000 + second))
    }
    vault.folder.write("Note.md", text(4))
    vault.folder.write(copy, text(2) + "- [ ] rice\n")
    vault.folder.setModified("Note.md", seconds: 1_700_000_030)
    vault.folder.setModified(copy, seconds: 1_700_000_000 + Int(written))
    _ = try await vault.conflicts.merge(try await vault.copies(), cleanOnly: false)
    let merged = try #require(vault.folder.text("Note.md")).split(separator: "\n")
    for item in items + ["- [ ] rice"] {
      #expect(merged.filter { $0 == item }.count == 1, "\(item)")
    }
  }

  @Test("Several copies of a note are merged one after another")
  func several() async throws {
    try await vault.keep("one\ntwo\nthree\nfour\nfive\n", of: "Note.md")
    vault.folder.write("Note.md", "one\ntwo\nthree\nfour\nfive\nmine\n")
    vault.folder.write(ConflictVault.copyName("Note", 1), "first\none\ntwo\nthree\nfour\nfive\n")
    vault.folder.write(ConflictVault.copyName("Note", 2), "one\ntwo\nthird\nthree\nfour\nfive\n")
    vault.folder.write("Links.md", "[[\(ConflictVault.copyName("Note", 2))]]\n")
    let before = vault.texts()
    let receipt = try await vault.conflicts.merge(try await vault.copies(), cleanOnly: true)
    #expect(receipt.merged.count == 2 && receipt.left.isEmpty)
    #expect(vault.folder.text("Note.md") == "first\none\ntwo\nthird\nthree\nfour\nfive\nmine\n")
    #expect(vault.folder.text("Links.md") == "[[Note.md]]\n")
    _ = try await vault.conflicts.undo(receipt)
    #expect(vault.texts() == before)
  }

  @Test("Canvas cards that link to a copy link to its note, and back again after undo")
  func canvases() async throws {
    let canvas = """
      {"nodes":[{"id":"1","type":"file","file":"deep/\(copy)","x":0,"y":0},
      {"id":"2","type":"text","text":"[[\(copy.dropLast(3))]]"},
      {"id":"3","type":"file","file":"other.md"}],"edges":[]}

      """
    vault.folder.write("deep/Note.md", "one\n")
    vault.folder.write("deep/\(copy)", "one\n")
    vault.folder.write("board.canvas", canvas)
    let receipt = try await vault.conflicts.merge(try await vault.copies(), cleanOnly: true)
    #expect(receipt.merged.count == 1 && receipt.linking == [NoteID("board.canvas")])
    let after = vault.folder.text("board.canvas")
    #expect(after?.contains(#""file":"deep/Note.md""#) == true)
    #expect(after?.contains("[[Note]]") == true && after?.contains("other.md") == true)
    _ = try await vault.conflicts.undo(receipt)
    #expect(vault.folder.text("board.canvas") == canvas)
    #expect(vault.folder.exists("deep/\(copy)"))
  }

  @Test("Remains of Syncthing and iCloud are reported with their paths and are not copies")
  func remains() async throws {
    vault.folder.write("Note.md", "one\n")
    vault.folder.write("deep/.Trip.md.icloud", "")
    vault.folder.write(".stversions/Note~20260302-093612.md", "old\n")
    #expect(try await vault.copies().isEmpty)
    #expect(await vault.conflicts.remains().map(\.path.text) == [".stversions", "deep/Trip.md"])
  }

  @Test("A copy saved as a separate note gets another title, and its links follow")
  func keeps() async throws {
    vault.folder.write("Note.md", "# Note\none\n")
    vault.folder.write(copy, "# Note\ntwo\n")
    vault.folder.write("Other.md", "See [[\(copy.dropLast(3))]] and [[Note]].\n")
    let before = vault.texts()
    let found = try await vault.copies()
    for name in ["Note 2", "Note (conflicted copy 2026-03-02 093612)"] {
      await #expect(throws: NoteStoreError.self) {
        try await vault.conflicts.keep(found[0], as: name)
      }
    }
    let receipt = try await vault.conflicts.keep(found[0], as: "Note from Syncthing")
    #expect(vault.folder.text("Note from Syncthing.md") == "# Note from Syncthing\ntwo\n")
    #expect(vault.folder.text("Note.md") == "# Note\none\n" && !vault.folder.exists(copy))
    #expect(vault.folder.text("Other.md") == "See [[Note from Syncthing]] and [[Note]].\n")
    #expect(try await vault.copies().isEmpty)
    _ = try await vault.conflicts.undo(receipt)
    #expect(vault.texts() == before)
  }

  @Test("Many copies are restored together, and one missing from the trash is reported")
  func manyBack() async throws {
    for number in 0..<40 {
      vault.folder.write("deep/n\(number).md", "text \(number)\n")
      vault.folder.write("deep/n\(number).Conflict.md", "text \(number)\n")
    }
    let receipt = try await vault.conflicts.merge(try await vault.copies(), cleanOnly: true)
    #expect(receipt.trashed.count == 40)
    vault.folder.remove(".trash/n7.Conflict.md")
    await #expect(throws: NoteStoreError.self) { try await vault.conflicts.undo(receipt) }
    #expect(vault.folder.names(in: "deep").count == 79)
    #expect(vault.folder.names(in: ".trash/.origin").filter { $0 != "n7.Conflict.md" }.isEmpty)
  }

  @Test("Edits made after a merge survive its undo, and the copy returns")
  func editedSince() async throws {
    try await vault.keep("one\ntwo\nthree\n", of: "Note.md")
    vault.folder.write("Note.md", "one\ntwo\nthree\nfour\n")
    vault.folder.write(copy, "zero\none\ntwo\nthree\n")
    let receipt = try await vault.conflicts.merge(try await vault.copies(), cleanOnly: true)
    vault.folder.write("Note.md", "zero\none\ntwo and a half\nthree\nfour\n")
    _ = try await vault.conflicts.undo(receipt)
    #expect(vault.folder.text("Note.md") == "one\ntwo and a half\nthree\nfour\n")
    #expect(vault.folder.text(copy) == "zero\none\ntwo\nthree\n")
  }

  @Test(
    "A name like a person's own is offered only if the texts are alike, and is not merged silently")
  func personsNames() async throws {
    vault.folder.write("Plan.md", "one\ntwo\nthree\n")
    vault.folder.write("Plan 2.md", "one\ntwo\nthree\nfour\n")
    vault.folder.write("Trip.md", "sea\n")
    vault.folder.write("Trip 2.md", "mountains\n")
    let found = try await vault.copies()
    #expect(found.map(\.copy.path.text) == ["Plan 2.md"])
    #expect(!found[0].isSure)
  }

  @Test("A copy that changes during its merge stays where it is")
  func changedMeanwhile() async throws {
    vault.folder.write("Note.md", "one\n")
    vault.folder.write(copy, "one\n")
    vault.folder.write(ConflictVault.copyName("Note", 1), [0, 1, 0])
    let receipt = try await vault.conflicts.merge(try await vault.copies(), cleanOnly: true)
    // An equal copy goes without any write. A copy that is not text is left, with the reason.
    #expect(receipt.rewriting == nil && receipt.merged.count == 1 && receipt.left.count == 1)
    #expect(vault.folder.exists(ConflictVault.copyName("Note", 1)))
  }
}
