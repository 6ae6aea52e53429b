import CopyNames
import Entities
import Merging
import Services
import Synchronization
import TestSupport
import Testing

/// Copies that lie in no file of the vault, as those of closed files do.
private final class MemoryCopies: ClosedCopies {
  private struct State {
    var texts: [NoteID: String] = [:]
    var trash: [NoteID: String] = [:]
    var known: Set<NoteID> = []
  }

  private let state = Mutex(State())
  private let note: NoteID

  init(of note: NoteID, _ texts: [NoteID: String]) {
    self.note = note
    state.withLock { $0.texts = texts }
  }

  var texts: [NoteID: String] { state.withLock { $0.texts } }

  func copies(hosts: [String], isTaken: (NoteID) -> Bool) -> [ConflictCopy] {
    let free = texts.keys.filter { !isTaken($0) }.sorted { $0.path < $1.path }
    state.withLock { $0.known = Set(free) }
    return
      free
      .map { ConflictCopy(copy: $0, note: note, program: .syncthing) }
  }

  func has(_ copy: NoteID) -> Bool {
    state.withLock { $0.known.contains(copy) }
  }

  func read(_ copy: NoteID) throws(NoteStoreError) -> NoteContent {
    guard let text = texts[copy] else { throw .notFound(copy.path) }
    let stamp = NoteStamp(
      inode: 1, size: text.utf8.count, modified: Timestamp(seconds: 3_000_000_000), digest: 1)
    return NoteContent(bytes: Array(text.utf8), stamp: stamp)
  }

  func trash(_ copy: NoteID) throws(NoteStoreError) -> TrashedNote {
    state.withLock { $0.trash[copy] = $0.texts.removeValue(forKey: copy) }
    var trashed = TrashedNote(original: copy, resting: NotePath(".trash/closed"))
    trashed.closedName = NotePath("a copy.age")
    return trashed
  }

  func putBack(_ trashed: TrashedNote) throws(NoteStoreError) {
    state.withLock { $0.texts[trashed.original] = $0.trash.removeValue(forKey: trashed.original) }
  }
}

@Suite("Copies of encrypted files in a vault")
struct ClosedCopyTests {
  private static let note = NoteID("Note.md")
  private static let copy = NoteID("Note.sync-conflict-20260302-093612-ABCDEFG.md")
  private static let other = NoteID("Note.sync-conflict-20260303-093612-ABCDEFG.md")

  private func vault(_ texts: [NoteID: String]) -> (ConflictVault, MemoryCopies) {
    let copies = MemoryCopies(of: Self.note, texts)
    let vault = ConflictVault(closed: copies)
    vault.folder.write("Note.md", "one\ntwo\nthree\nfour\n")
    return (vault, copies)
  }

  @Test(
    "Encrypted copies merge with others through a common base, and one undo restores everything")
  func merges() async throws {
    let texts = [Self.copy: "zero\none\nthree\n", Self.other: "one\ntwo\nthree\nfive\n"]
    let (vault, copies) = vault(texts)
    vault.folder.write("Note (Ann's conflicted copy 2026-03-02).md", "one\ntwo\nTHREE\nfour\n")
    try await vault.keep("one\ntwo\nthree\n", of: "Note.md")
    let found = try await vault.copies()
    #expect(found.map(\.copy.path.text).count == 3)
    #expect(found.map(\.copy.path) == found.map(\.copy.path).sorted())
    let merge = try await vault.conflicts.merged(try #require(found.first { $0.copy == Self.copy }))
    #expect(merge.hasBase && merge.isClean)
    let receipt = try await vault.conflicts.merge(found, cleanOnly: false)
    #expect(receipt.merged.count == 3 && receipt.left.isEmpty)
    let text = try #require(vault.folder.text("Note.md"))
    for word in ["zero", "one", "THREE", "four", "five"] { #expect(text.contains(word), "\(word)") }
    #expect(copies.texts.isEmpty)
    _ = try await vault.conflicts.undo(receipt)
    #expect(copies.texts == texts)
    #expect(
      vault.texts().mapValues { String(decoding: $0, as: UTF8.self) } == [
        "Note.md": "one\ntwo\nthree\nfour\n",
        "Note (Ann's conflicted copy 2026-03-02).md": "one\ntwo\nTHREE\nfour\n",
      ])
  }

  @Test("A copy saved as a separate note gets another title, and undo makes it a copy again")
  func kept() async throws {
    let (vault, copies) = vault([Self.copy: "other\n"])
    let found = try await vault.copies()
    await #expect(throws: NoteStoreError.self) {
      try await vault.conflicts.keep(found[0], as: "Note.Conflict")
    }
    let receipt = try await vault.conflicts.keep(found[0], as: "Mine")
    #expect(vault.folder.text("Mine.md") == "other\n" && copies.texts.isEmpty)
    #expect(!receipt.isEmpty && receipt.touched.contains(NoteID("Mine.md")))
    _ = try await vault.conflicts.undo(receipt)
    #expect(!vault.folder.exists("Mine.md") && copies.texts == [Self.copy: "other\n"])
    // A title that is in use changes nothing.
    vault.folder.write("Mine.md", "there\n")
    await #expect(throws: NoteStoreError.self) {
      try await vault.conflicts.keep(found[0], as: "Mine")
    }
    #expect(vault.folder.text("Mine.md") == "there\n" && copies.texts.count == 1)
  }

  @Test("A plain file with the very name of an encrypted copy is the one that is merged")
  func sameName() async throws {
    let (vault, copies) = vault([Self.copy: "closed\n"])
    vault.folder.write(Self.copy.path.text, "plain\n")
    let found = try await vault.copies()
    #expect(found.map(\.copy) == [Self.copy])
    let receipt = try await vault.conflicts.merge(found, cleanOnly: false)
    #expect(receipt.merged.count == 1 && copies.texts.count == 1)
    #expect(vault.folder.text("Note.md")?.contains("plain") == true)
    #expect(try await vault.copies().map(\.copy) == [Self.copy])
  }
}
