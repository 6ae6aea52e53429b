import CopyNames
import Entities
import FileStore
import Services
import TestSupport
import Testing
import Vault

@testable import SealedStore

@Suite("Copies that other programs make of encrypted files")
struct SealedCopiesTests {
  private static let marks = [
    ".sync-conflict-20260302-093612-ABCDEFG": ConflictProgram.syncthing,
    " (Ann's conflicted copy 2026-03-02)": .dropbox,
    "_conflict-20260302-093612": .nextcloud, ".Conflict1": .resilio, " 2": .unknown,
    "_LAPTOP_Mar-02-0901-2026_CaseConflict_1": .synology, "-laptop": .oneDrive,
  ]

  /// A copy beside the file, with another text in it.
  private func leave(
    _ mark: String, of id: SealedID, _ text: String, in bench: Bench
  ) throws -> String {
    let other = try bench.add("Plan C.md", text)
    let name = String(decoding: id.text, as: UTF8.self) + mark + ".age"
    bench.folder.rename(bench.file(other), to: name)
    return name
  }

  @Test("A copy is named as one next to its note, whatever its folder, and counting needs no key")
  func named() throws {
    for (mark, program) in Self.marks {
      let bench = try Bench()
      let id = try bench.add("a/Plan C.md", "one\n")
      #expect(SealedCopyName.count(in: bench.folder.bytes) == 0)
      let name = try leave(mark, of: id, "two\n", in: bench)
      let copies = bench.vault.copies
      let found = copies.copies(hosts: ["laptop"], isTaken: { _ in false })
      #expect(found.map(\.copy) == [NoteID("a/Plan C\(mark).md")])
      #expect(found.map(\.note) == [NoteID("a/Plan C.md")])
      #expect(found.map(\.program) == [program])
      #expect(
        SealedCopyName.count(in: bench.folder.bytes) == (program == .oneDrive ? 0 : 1), "\(name)")
      let copy = try #require(found.first).copy
      #expect(try copies.read(copy).text == "two\n")
      #expect(copies.has(copy) && !copies.has(NoteID("a/Plan C.md")))
      #expect(
        copies.copies(hosts: ["laptop"], isTaken: { $0 == copy }).isEmpty && !copies.has(copy))
    }
  }

  @Test("Other files, and copies of missing notes, are not listed")
  func others() throws {
    let bench = try Bench()
    let id = try bench.add("Plan.md", "one\n")
    let text = String(decoding: id.text, as: UTF8.self)
    for name in [
      "\(text).age.tmp", "\(text).sync-conflict-20260302-093612-ABCDEFG.md", "\(text)x.age",
      "letter.sync-conflict-20260302-093612-ABCDEFG.age",
    ] { bench.folder.write(name, "x") }
    #expect(SealedCopyName.count(in: bench.folder.bytes) == 0)
    let gone = String(decoding: SealedID.random().text, as: UTF8.self)
    bench.folder.write("\(gone).sync-conflict-20260302-093612-ABCDEFG.age", "x")
    bench.folder.write("\(text).sync-conflict-20260302-093612-ABCDEFG.age", "x")
    // Files listed as conflicts are not listed as problems; the others are.
    let problems = bench.vault.files.survey { false }.problems
    #expect(problems.count == 3 && !problems.contains { $0.hasPrefix("\(text).sync") })
    bench.folder.remove("\(text).sync-conflict-20260302-093612-ABCDEFG.age")
    #expect(SealedCopyName.count(in: bench.folder.bytes) == 1)
    #expect(bench.vault.copies.copies(hosts: [], isTaken: { _ in false }).isEmpty)
  }

  @Test("A trashed copy is a normal note, and returns byte for byte under its own name")
  func trashed() async throws {
    let bench = try Bench()
    let id = try bench.add("Plan C.md", "one\n")
    let mark = ".sync-conflict-20260302-093612-ABCDEFG"
    let name = try leave(mark, of: id, "two\n", in: bench)
    let bytes = bench.folder.read(name)
    let copies = bench.vault.copies
    let copy = try #require(copies.copies(hosts: [], isTaken: { _ in false }).first).copy
    #expect(await bench.listed().map(path) == ["Plan C.md"])
    let trashed = try copies.trash(copy)
    #expect(!bench.folder.exists(name) && trashed.original == copy)
    let listed = try await bench.vault.notes.trashed()
    #expect(listed.map(\.resting) == [trashed.resting])
    #expect(copies.copies(hosts: [], isTaken: { _ in false }).isEmpty)
    #expect(throws: NoteStoreError.self) { try copies.read(copy) }
    // Another process, which has never searched for copies.
    try bench.vault.copies.putBack(trashed)
    #expect(bench.folder.read(name) == bytes)
    #expect(try await bench.vault.notes.trashed().isEmpty)
    #expect(copies.copies(hosts: [], isTaken: { _ in false }).map(\.copy) == [copy])
    // Two copies of one note do not collide in the trash.
    let other = try leave(" 2", of: id, "three\n", in: bench)
    for found in copies.copies(hosts: [], isTaken: { _ in false }) {
      _ = try copies.trash(found.copy)
    }
    #expect(try await bench.vault.notes.trashed().count == 2)
    #expect(!bench.folder.exists(other))
    for name in [nil, "../out.age", String(decoding: id.fileName, as: UTF8.self)] {
      var hostile = TrashedNote(original: NoteID("never seen.md"), resting: trashed.resting)
      hostile.closedName = name.map { NotePath($0) }
      #expect(throws: NoteStoreError.self, "\(name ?? "none")") { try copies.putBack(hostile) }
    }
  }

  @Test("An unreadable copy is listed with the reason")
  func damaged() throws {
    let bench = try Bench()
    let id = try bench.add("Plan C.md", "one\n")
    let text = String(decoding: id.text, as: UTF8.self)
    bench.folder.write("\(text).sync-conflict-20260302-093612-ABCDEFG.age", "no file of age's")
    let copies = bench.vault.copies
    let copy = try #require(copies.copies(hosts: [], isTaken: { _ in false }).first).copy
    #expect(throws: NoteStoreError.self) { try copies.read(copy) }
  }

  @Test("A copy that arrives while the vault is open is reported by its name next to the note")
  func heard() async throws {
    let bench = try Bench()
    let id = try bench.add("a/Plan C.md", "one\n")
    _ = await bench.listed()
    let events = bench.vault.events
    var told = events.changes().makeAsyncIterator()
    events.mark()
    while let event = await told.next(), event != .notes([]) {}
    _ = try leave(".Conflict", of: id, "two\n", in: bench)
    events.mark()
    var seen: Set<NoteID> = []
    while let event = await told.next(), event != .notes([]) {
      if case .notes(let notes) = event { seen.formUnion(notes) }
    }
    #expect(seen.contains(NoteID("a/Plan C.Conflict.md")))
  }
}
