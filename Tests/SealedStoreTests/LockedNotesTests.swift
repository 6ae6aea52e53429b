import OpenVault
import Comparing
import Entities
import FileStore
import Glibc
import Secrets
import Services
import TestSupport
import Testing
import VaultLayers

@testable import SealedStore
@testable import Vault

/// A plain vault with single notes locked, as one run of the program has it.
final class LockedBench {
  let vault: TemporaryFolder
  let state: TemporaryFolder
  let clock = StillClock()
  let notes: LockedNotes
  let store: VersionedStore
  let versions: LockedVersions
  let journal: LockedJournal
  let files: FolderFiles

  init(vault: TemporaryFolder = TemporaryFolder(), state: TemporaryFolder = TemporaryFolder()) {
    (self.vault, self.state) = (vault, state)
    let id = VaultID(NotePath(bytes: vault.bytes))
    let keyring = NoteKeyring()
    let kept = FolderVersions(stateFolder: state.bytes, vault: id, clock: clock)
    let unsaved = FolderJournal(stateFolder: state.bytes, vault: id, clock: clock)
    notes = LockedNotes(
      FolderStore(root: vault.bytes, clock: clock), root: vault.bytes, keyring: keyring,
      state: LockedState(
        versions: kept, journal: unsaved, index: nil, vault: vault.bytes,
        stateFolder: state.bytes), stateFolder: state.bytes,
      clock: clock, workFactor: 4)
    versions = LockedVersions(kept, keyring: keyring)
    journal = LockedJournal(unsaved, keyring: keyring)
    store = VersionedStore(notes, versions: versions)
    files = FolderFiles(root: vault.bytes, clock: clock)
  }

  /// The same vault as the next run finds it.
  func again() -> LockedBench { LockedBench(vault: vault, state: state) }

  func lock(_ name: String, _ passphrase: String = "open sesame") async throws -> NoteID {
    try await notes.lock(NoteID(name), passphrase: Self.typed(passphrase))
  }

  func open(
    _ note: NoteID, _ passphrase: String = "open sesame"
  ) async throws -> any OpenLock {
    try await notes.open(note, passphrase: Self.typed(passphrase))
  }

  static func typed(_ words: String) -> TypedSecret {
    let secret = TypedSecret()
    secret.append(words.utf8)
    return secret
  }

  /// The files in which these words can be read, names and all.
  func files(with words: String) -> [String] {
    (vault.everything + state.everything).filter { $0.contains(words) }
  }
}

extension TemporaryFolder {
  /// Every file's path and bytes as one text each.
  var everything: [String] { everything(in: ".") }

  private func everything(in folder: String) -> [String] {
    names(in: folder).flatMap { name -> [String] in
      let place = "\(folder)/\(name)"
      if let bytes = read(place) {
        return ["\(place): \(String(decoding: bytes, as: UTF8.self))"]
      }
      return everything(in: place)
    }
  }
}

extension [UInt8] {
  fileprivate init(_ text: String) { self = Array(text.utf8) }
}

@Suite("Single notes with a lock")
struct LockedNotesTests {
  private let bench = LockedBench()
  private let diary = NoteID("Diary.md.age")

  private func locked(_ text: String = "canary one\n") async throws {
    bench.vault.write("Diary.md", text)
    #expect(try await bench.lock("Diary.md") == diary)
  }

  @Test("A locked note is one file that age's passphrase opens, and no plain text is left")
  func locking() async throws {
    try await locked()
    #expect(bench.vault.names().sorted() == ["Diary.md.age"])
    #expect(bench.files(with: "canary") == [])
    let file = try #require(bench.vault.read("Diary.md.age"))
    let secret = try Secret(copying: LockedBench.typed("open sesame"))
    #expect(
      try Age.open(bytes: file, with: [.passphrase(secret)]) == [UInt8]("canary one\n"))
  }

  @Test("Command records drop a locked note's text under any of its names, and no other text")
  func commands() async throws {
    let done = StateFiles(
      stateFolder: bench.state.bytes, vault: VaultID(NotePath(bytes: bench.vault.bytes))
    ).state().done
    var receipt = RewriteReceipt(changes: [])
    receipt.texts = [
      RewrittenText(note: NotePath("Old.md"), old: Array("canary".utf8), new: [])
    ]
    receipt.changes = [NoteChange(note: NoteID("Old.md"), title: "", pieces: [])]
    let move = MoveReceipt(
      moves: [NoteMove(from: NoteID("Old.md"), to: NoteID("Diary.md"))], rewritten: [])
    let other = DoneCommand.Step.made(NoteID("Plan.md"), size: 1, digest: 2)
    let steps: [[DoneCommand.Step]] = [[.rewrote(receipt)], [other], [.moved(move)]]
    for (number, steps) in steps.enumerated() {
      let command = DoneCommand("x", began: Timestamp(seconds: 1), number: UInt64(number))
      try await done.change { $0.add(steps, of: command) }
    }
    #expect(bench.files(with: "canary").count == 1)
    try await locked()
    #expect(bench.files(with: "canary") == [])
    // Changes of other notes can still be undone.
    let diary = DoneCommand.Step.beyond(NoteID("Diary.md"))
    #expect(done.value().all.map(\.steps) == [[diary], [other], [diary]])
  }

  @Test("Locking preserves the note's mode and time")
  func attributes() async throws {
    bench.vault.write("Diary.md", "x")
    bench.vault.setMode("Diary.md", 0o600)
    let before = try await bench.notes.summary(of: NoteID("Diary.md")).modified
    _ = try await bench.lock("Diary.md")
    #expect(bench.vault.mode("Diary.md.age") == 0o600)
    #expect(try await bench.notes.summary(of: diary).modified == before)
  }

  @Test("A locked note is listed by name, marked as locked, and not read")
  func listing() async throws {
    try await locked("# A title\ncanary\n")
    let row = try await bench.again().notes.summary(of: diary)
    #expect(row.title == "Diary")
    #expect(row.snippet == "")
    #expect(row.obstacle == .locked)
    #expect(row.isLocked)
  }

  @Test("A locked note cannot be read or written without the passphrase")
  func closed() async throws {
    try await locked()
    let run = bench.again()
    await #expect(throws: NoteStoreError.locked(diary.path)) { try await run.store.read(diary) }
    await #expect(throws: NoteStoreError.locked(diary.path)) { try await run.store.open(diary) }
    let stamp = NoteStamp(inode: 0, size: 0, modified: Timestamp(seconds: 0), digest: 0)
    await #expect(throws: NoteStoreError.locked(diary.path)) {
      try await run.store.save([UInt8]("x"), to: diary, replacing: stamp)
    }
    await #expect(throws: (any Error).self) {
      try await run.store.create([UInt8]("x"), at: NoteID("New.md.age"))
    }
    #expect(await run.notes.open(diary) == nil)
  }

  @Test("A wrong passphrase is refused, and its growing pause outlives the program")
  func wrongPassphrase() async throws {
    try await locked()
    var run = bench.again()
    await #expect(throws: NoteStoreError.wrongPassphrase(diary.path)) {
      try await run.open(diary, "close sesame")
    }
    await #expect(throws: NoteStoreError.tooSoon(diary.path, seconds: 1)) {
      try await run.open(diary)
    }
    run.clock.advance(by: .seconds(1))
    await #expect(throws: NoteStoreError.wrongPassphrase(diary.path)) {
      try await run.open(diary, "again wrong")
    }
    let clock = run.clock
    run = run.again()
    run.clock.advance(by: .seconds(1))
    _ = clock
    #expect(await run.notes.wait(before: diary) == .seconds(2))
    run.clock.advance(by: .seconds(3))
    let lock = try await run.open(diary)
    #expect(await run.notes.wait(before: diary) == .zero)
    withExtendedLifetime(lock) {}
  }

  @Test("An open note is read and saved as usual, and each save preserves the header")
  func saving() async throws {
    try await locked()
    let run = bench.again()
    let header = try #require(bench.vault.read("Diary.md.age")).prefix(120)
    let lock = try await run.open(diary)
    let content = try await run.store.read(diary)
    #expect(content.bytes == [UInt8]("canary one\n"))
    let saved = try await run.store.save(
      [UInt8]("canary two\n"), to: diary, replacing: content.stamp)
    #expect(
      try await run.store.read(diary) == NoteContent(bytes: [UInt8]("canary two\n"), stamp: saved))
    #expect(try #require(bench.vault.read("Diary.md.age")).prefix(120) == header)
    await #expect(throws: NoteStoreError.changedOutside(diary.path)) {
      try await run.store.save([UInt8]("three\n"), to: diary, replacing: content.stamp)
    }
    #expect(bench.files(with: "canary") == [])
    withExtendedLifetime(lock) {}
  }

  @Test("A note is closed again when its last holder releases it")
  func letGo() async throws {
    try await locked()
    let run = bench.again()
    var lock: (any OpenLock)? = try await run.open(diary)
    #expect(try await run.store.read(diary).bytes == [UInt8]("canary one\n"))
    #expect(lock != nil)
    lock = nil
    await #expect(throws: NoteStoreError.locked(diary.path)) { try await run.store.read(diary) }
  }

  @Test("An open note that is renamed stays open under the new name")
  func moved() async throws {
    try await locked()
    let run = bench.again()
    let lock = try await run.open(diary)
    bench.vault.rename("Diary.md.age", to: "Other.md.age")
    #expect(try await run.store.read(NoteID("Other.md.age")).bytes == [UInt8]("canary one\n"))
    #expect(await run.notes.open(NoteID("Other.md.age")) === lock)
  }

  @Test("A locked note's versions, undo and unsaved text are stored encrypted and come back")
  func keeping() async throws {
    bench.vault.write("Diary.md", "canary zero\n")
    let plain = try await bench.store.read(NoteID("Diary.md"))
    let first = [UInt8]("canary one\n")
    _ = try await bench.store.save(first, to: NoteID("Diary.md"), replacing: plain.stamp)
    try await bench.versions.keepUndo([UInt8]("canary undo"), of: NoteID("Diary.md"))
    #expect(!bench.files(with: "canary").isEmpty)
    _ = try await bench.lock("Diary.md")
    #expect(bench.files(with: "canary") == [])

    let run = bench.again()
    let lock = try await run.open(diary)
    let found = try await run.store.read(diary)
    _ = try await run.store.save([UInt8]("canary two\n"), to: diary, replacing: found.stamp)
    try await run.versions.keepUndo([UInt8]("canary undo"), of: diary)
    try run.journal.keep([UInt8]("canary unsaved"), of: diary, draft: 1)
    #expect(bench.files(with: "canary") == [])
    var texts: [String] = []
    for version in try await run.versions.versions(of: diary) {
      let bytes = try await run.versions.bytes(of: version)
      #expect(version.size == bytes.count)
      texts.append(String(decoding: bytes, as: UTF8.self))
    }
    #expect(texts == ["canary two\n", "canary one\n", "canary zero\n"])
    #expect(await run.versions.undo(of: diary) == [UInt8]("canary undo"))
    #expect(run.journal.recovered(diary)?.bytes == [UInt8]("canary unsaved"))
    withExtendedLifetime(lock) {}
  }

  @Test("While a note is locked its versions are unreadable and its unsaved text is not offered")
  func keptWhileClosed() async throws {
    try await locked()
    let run = bench.again()
    var lock: (any OpenLock)? = try await run.open(diary)
    let found = try await run.store.read(diary)
    _ = try await run.store.save([UInt8]("canary two\n"), to: diary, replacing: found.stamp)
    try run.journal.keep([UInt8]("canary unsaved"), of: diary, draft: 1)
    #expect(lock != nil)
    lock = nil
    let version = try #require(try await run.versions.versions(of: diary).first)
    await #expect(throws: NoteStoreError.locked(diary.path)) {
      try await run.versions.bytes(of: version)
    }
    #expect(run.journal.recovered(diary) == nil)
    #expect(throws: NoteStoreError.locked(diary.path)) {
      try run.journal.keep([UInt8]("canary"), of: diary, draft: 1)
    }
    await #expect(throws: NoteStoreError.locked(diary.path)) {
      try await run.versions.keep([UInt8]("canary"), of: diary)
    }
    #expect(bench.files(with: "canary") == [])
  }

  @Test("Edits of a large text are recovered together with the text that they apply to")
  func keptEdits() async throws {
    try await locked()
    let lock = try await bench.open(diary)
    let base = TextBase(
      inode: 7, size: 9, modified: Timestamp(seconds: 5, nanoseconds: 6), digest: nil)
    try bench.journal.keep(edits: [UInt8]("canary\nedits"), since: base, of: diary, draft: 1)
    #expect(try bench.journal.keepMore(edits: [UInt8]("more"), of: diary, draft: 1) == false)
    #expect(
      bench.journal.recovered(diary)?.edits
        == RecoveredEdits(base: base, edits: [[UInt8]("canary\nedits")]))
    #expect(bench.files(with: "canary") == [])
    withExtendedLifetime(lock) {}
  }

  @Test("A note made for a locked note is locked with the same passphrase")
  func beside() async throws {
    try await locked()
    let lock = try await bench.open(diary)
    bench.vault.write("Diary (conflict).md.age", "taken")
    let made = try await bench.store.create(
      [UInt8]("canary beside"), titled: "Diary (conflict)", in: NotePath(""), keptAs: diary)
    #expect(made.id == NoteID("Diary (conflict) 2.md.age"))
    #expect(bench.files(with: "canary") == [])
    #expect(try await bench.store.read(made.id).bytes == [UInt8]("canary beside"))
    withExtendedLifetime(lock) {}
    let run = bench.again()
    let again = try await run.open(made.id)
    #expect(try await run.store.read(made.id).stamp == made.stamp)
    withExtendedLifetime(again) {}
  }

  @Test("Removing the lock restores the note and its versions as they were")
  func takingOff() async throws {
    bench.vault.write("Diary.md", "zero\n")
    let plain = try await bench.store.read(NoteID("Diary.md"))
    _ = try await bench.store.save([UInt8]("one\n"), to: NoteID("Diary.md"), replacing: plain.stamp)
    _ = try await bench.lock("Diary.md")
    let run = bench.again()
    await #expect(throws: NoteStoreError.locked(diary.path)) { try await run.notes.takeOff(diary) }
    let lock = try await run.open(diary)
    #expect(try await run.notes.takeOff(diary) == NoteID("Diary.md"))
    withExtendedLifetime(lock) {}
    #expect(bench.vault.names() == ["Diary.md"])
    #expect(bench.vault.text("Diary.md") == "one\n")
    let versions = try await run.versions.versions(of: NoteID("Diary.md"))
    #expect(versions.map(\.size) == [4, 5])
    #expect(try await run.versions.versions(of: diary) == [])
  }

  @Test("A locking stopped between its two files resumes only with the same passphrase")
  func goingOn() async throws {
    try await locked()
    bench.vault.write("Diary.md", "canary one\n")
    await #expect(throws: NoteStoreError.self) { try await bench.lock("Diary.md", "another") }
    #expect(bench.vault.text("Diary.md") == "canary one\n")
    #expect(try await bench.lock("Diary.md") == diary)
    #expect(bench.vault.names() == ["Diary.md.age"])
    // A different text belongs to a different note.
    bench.vault.write("Diary.md", "another\n")
    await #expect(throws: NoteStoreError.self) { try await bench.lock("Diary.md") }
    #expect(bench.vault.text("Diary.md") == "another\n")
    let lock = try await bench.open(diary)
    await #expect(throws: NoteStoreError.self) { try await bench.notes.takeOff(diary) }
    #expect(try await bench.notes.read(diary).bytes == [UInt8]("canary one\n"))
    withExtendedLifetime(lock) {}
  }

  @Test("A file with a second name is not locked")
  func otherNames() async throws {
    bench.vault.write("Diary.md", "x")
    bench.vault.link("Linked.md", to: "Diary.md")
    await #expect(throws: NoteStoreError.self) { try await bench.lock("Linked.md") }
    #expect(Glibc.link(bench.vault.path("Diary.md"), bench.vault.path("Second.md")) == 0)
    await #expect(throws: NoteStoreError.self) { try await bench.lock("Diary.md") }
    #expect(bench.vault.names().sorted() == ["Diary.md", "Linked.md", "Second.md"])
  }

  @Test("A note with unsaved text cannot be locked")
  func unsaved() async throws {
    bench.vault.write("Diary.md", "x")
    try bench.journal.keep([UInt8]("y"), of: NoteID("Diary.md"), draft: 1)
    await #expect(throws: NoteStoreError.self) { try await bench.lock("Diary.md") }
    #expect(bench.journal.recovered(NoteID("Diary.md"))?.bytes == [UInt8]("y"))
  }

  @Test(
    "A file that age did not write or that is damaged is reported as such",
    arguments: ["", "no age", "damaged"])
  func damaged(content: String) async throws {
    try await locked()
    if content == "damaged" {
      var bytes = try #require(bench.vault.read("Diary.md.age"))
      bytes[bytes.count - 1] ^= 1
      bench.vault.write("Diary.md.age", bytes)
    } else {
      bench.vault.write("Diary.md.age", content)
    }
    let run = bench.again()
    let error = await #expect(throws: NoteStoreError.self) { try await run.open(diary) }
    #expect(error?.message.hasPrefix("Could not open Diary.md.age: ") == true)
    #expect(await run.notes.wait(before: diary) == .zero)
  }

  @Test("Renaming can neither lock a note nor remove its lock")
  func names() async throws {
    try await locked()
    bench.vault.write("b.md", "b")
    let moves = FolderMoves(
      root: bench.vault.bytes, stateFolder: bench.state.bytes,
      vault: VaultID(NotePath(bytes: bench.vault.bytes)), clock: bench.clock)
    for (from, to) in [("b.md", "b.md.age"), ("Diary.md.age", "Diary.md")] {
      await #expect(throws: NoteStoreError.self) {
        try await moves.move([NoteMove(from: NoteID(from), to: NoteID(to))], linking: nil)
      }
    }
    let receipt = try await moves.rename(diary, to: "Log", linking: nil)
    #expect(receipt.moves.map(\.to) == [NoteID("Log.md.age")])
    let trashed = try await bench.notes.trash(NoteID("Log.md.age"))
    #expect(trashed.title == "Log")
    #expect(try await bench.notes.restore(trashed) == NoteID("Log.md.age"))
  }
}
