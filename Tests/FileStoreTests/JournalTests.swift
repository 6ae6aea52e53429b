import Files
import Entities
import Glibc
import Services
import TestSupport
import Testing

@testable import FileStore

@Suite("The recovery journal")
struct JournalTests {
  let folder = TemporaryFolder()
  let clock = StillClock()
  let id = NoteID(NotePath(bytes: Array("daily/é \n%".utf8) + [0xff]))

  private func journal(vault: String = "/vault", disk: Disk = .real) -> FolderJournal {
    FolderJournal(
      stateFolder: Array(folder.path("state").utf8), vault: VaultID(NotePath(vault)), clock: clock,
      disk: disk)
  }

  /// What a run saves when it ends right afterward: its journal and its lock are released.
  private func earlierRun(_ text: String, of note: NoteID?, draft: Int = 0) throws {
    try journal().keep(Array(text.utf8), of: note, draft: draft)
  }

  private var place: String {
    "state/recovery/\(folder.names(in: "state/recovery").first ?? "none")"
  }

  private var texts: [String] {
    folder.names(in: place).filter { $0.hasPrefix("note-") || $0.hasPrefix("draft-") }
  }

  @Test("A run has ended even if a program that it started still holds its lock")
  func endsWhileHeld() throws {
    let held: HeldFiles
    do {
      let run = journal()
      try run.keep(Array("text".utf8), of: id, draft: 0)
      #expect(journal().recovered(id) == nil)
      held = HeldFiles(in: folder.path)
    }
    #expect(held.count > 0)
    withExtendedLifetime(held) { #expect(journal().recovered(id)?.bytes == Array("text".utf8)) }
  }

  @Test("A note's text saved by an ended run comes back byte for byte")
  func recover() throws {
    let bytes: [UInt8] = [0, 0xff, 10, 13, 10, 0xc3]
    try journal().keep(bytes, of: id, draft: 0)
    let recovered = journal().recovered(id)
    #expect(recovered == RecoveredText(note: id, bytes: bytes, savedAt: clock.now))
    #expect(journal().recovered(NoteID("other.md")) == nil)
    #expect(journal().recovered(nil) == nil)
    #expect(journal(vault: "/other").recovered(id) == nil)
  }

  @Test("The journal stays out of the vault's folder and is readable only by its owner")
  func modes() throws {
    try earlierRun("text", of: id)
    try earlierRun("text", of: nil)
    for name in ["state", "state/recovery", place] { #expect(folder.mode(name) == 0o700) }
    for name in folder.names(in: place) { #expect(folder.mode("\(place)/\(name)") == 0o600) }
  }

  @Test("Notes with unsaved text from ended runs are listed once each")
  func unsavedNotes() throws {
    let other = NoteID("b.md")
    try earlierRun("1", of: id)
    try earlierRun("2", of: id)
    try earlierRun("3", of: nil)
    try journal().keep([UInt8](repeating: 0x61, count: 300 << 10), of: other, draft: 0)
    let own = journal()
    try own.keep([1], of: NoteID("own.md"), draft: 0)
    #expect(own.unsavedNotes() == [other, id])
    #expect(own.recovered(id) != nil && own.recovered(other) != nil)
    own.forget(other, draft: 0)
    #expect(own.unsavedNotes() == [id])
  }

  @Test("Nothing is written before the first save to the journal")
  func lazy() {
    #expect(journal().recovered(id) == nil)
    journal().forget(id, draft: 0)
    #expect(folder.names().isEmpty)
  }

  @Test(
    "A living run's text is offered to no other run, only to itself when a note is left unsaved")
  func living() throws {
    let first = journal()
    try first.keep([1], of: id, draft: 0)
    try first.keep([2], of: nil, draft: 0)
    let second = journal()
    #expect(second.recovered(id) == nil)
    #expect(second.recovered(nil) == nil)
    #expect(first.recovered(id)?.bytes == [1])
    #expect(first.recovered(nil) == nil)
    withExtendedLifetime(first) {}
  }

  @Test("A vault closed and reopened in the same run is offered its saved text")
  func leftAndOpenedAgain() throws {
    let first = journal()
    try first.keep(Array("unsaved".utf8), of: id, draft: 0)
    try first.keep(Array("new".utf8), of: nil, draft: 7)
    let second = journal()
    #expect(second.recovered(id) == nil)
    first.end()
    #expect(second.recovered(id)?.bytes == Array("unsaved".utf8))
    #expect(second.recovered(nil)?.bytes == Array("new".utf8))
    // A holder of the first journal continues to save its text, as a run of its own.
    try first.keep(Array("later".utf8), of: NoteID("b.md"), draft: 0)
    #expect(second.recovered(NoteID("b.md")) == nil)
    first.end()
    #expect(second.recovered(NoteID("b.md"))?.bytes == Array("later".utf8))
  }

  @Test("A run with an unlocked lock file has ended, as after a kill, but a locked one has not")
  func killed() throws {
    try earlierRun("text", of: id)
    let lock = try #require(folder.names(in: place).first { $0.hasPrefix("run-") })
    let own = journal()
    let file = open(folder.path("\(place)/\(lock)"), O_RDWR)
    #expect(flock(file, LOCK_EX) == 0)
    #expect(own.recovered(id) == nil)
    close(file)
    #expect(own.recovered(id)?.bytes == Array("text".utf8))
    folder.remove("\(place)/\(lock)")
    #expect(own.recovered(id)?.bytes == Array("text".utf8))
  }

  @Test("Saving replaces this run's text and leaves an earlier run's")
  func keepAgain() throws {
    try earlierRun("earlier", of: id)
    clock.advance(by: .seconds(1))
    let own = journal()
    try own.keep(Array("one".utf8), of: id, draft: 0)
    try own.keep(Array("two".utf8), of: id, draft: 0)
    #expect(texts.count == 2)
    #expect(own.recovered(id)?.bytes == Array("two".utf8), "the newest is offered")
    #expect(journal().recovered(id)?.bytes == Array("earlier".utf8))
  }

  @Test("Forgetting removes this run's text and displayed texts, but not unseen ones")
  func forget() throws {
    try earlierRun("earlier", of: id)
    let unseen = journal()
    try unseen.keep([1], of: id, draft: 0)
    unseen.forget(id, draft: 0)
    #expect(texts.count == 1)
    let seen = journal()
    #expect(seen.recovered(id) != nil)
    seen.forget(id, draft: 0)
    #expect(texts.isEmpty)
    #expect(seen.recovered(id) == nil)
  }

  @Test("The newest text of a note from several runs is offered first")
  func newest() throws {
    for text in ["1", "2", "3"] {
      try earlierRun(text, of: id)
      clock.advance(by: .seconds(1))
    }
    let own = journal()
    for text in ["3", "2", "1"] {
      #expect(own.recovered(id)?.bytes == Array(text.utf8))
      own.forget(id, draft: 0)
    }
    #expect(own.recovered(id) == nil)
  }

  @Test("A recovered draft continues under its number and is released by it")
  func adoptDraft() throws {
    try earlierRun("a", of: nil)
    clock.advance(by: .seconds(1))
    try earlierRun("b", of: nil)
    let own = journal()
    let first = try #require(own.recovered(nil))
    #expect(first.bytes == Array("a".utf8))
    #expect(own.recovered(nil) == first)
    let number = try #require(first.draft)
    try own.keep(Array("a more".utf8), of: nil, draft: number)
    let second = try #require(own.recovered(nil))
    #expect(second.bytes == Array("b".utf8))
    #expect(second.draft != first.draft)
    own.forget(nil, draft: number)
    #expect(texts.count == 1)
    own.forget(nil, draft: try #require(second.draft))
    #expect(texts.isEmpty)
    #expect(own.recovered(nil) == nil)
  }

  @Test("Forgetting a draft of this run leaves the drafts of other runs")
  func forgetDraft() throws {
    try earlierRun("a", of: nil, draft: 3)
    let own = journal()
    try own.keep([1], of: nil, draft: 3)
    try own.keep([2], of: nil, draft: 4)
    own.forget(nil, draft: 3)
    #expect(texts.count == 2)
    #expect(own.recovered(nil)?.bytes == Array("a".utf8))
  }

  @Test("A damaged file is never offered and is set aside", arguments: 0..<6)
  func damaged(kind: Int) throws {
    try earlierRun("some text", of: id)
    let name = "\(place)/\(try #require(texts.first))"
    var bytes = try #require(folder.read(name))
    switch kind {
    case 0: bytes = []
    case 1: bytes.removeLast()
    case 2: bytes[bytes.count - 2] ^= 1
    case 3: bytes += [0]
    case 4: bytes[19] = UInt8(ascii: "9")
    default: bytes = [UInt8](repeating: 0xff, count: 100)
    }
    folder.write(name, bytes)
    #expect(journal().recovered(id) == nil)
    #expect(texts.isEmpty)
    let aside = try #require(folder.names(in: place).first { $0.hasPrefix("bad-") })
    #expect(folder.read("\(place)/\(aside)") == bytes)
  }

  @Test("Lock files of ended runs that left nothing are removed, and those of living runs stay")
  func locks() throws {
    for _ in 0..<3 {
      let run = journal()
      try run.keep([1], of: id, draft: 0)
      run.forget(id, draft: 0)
    }
    let living = journal()
    try living.keep([1], of: NoteID("b.md"), draft: 0)
    living.forget(NoteID("b.md"), draft: 0)
    // A program started by another test also holds our locks, from its fork to its exec.
    for _ in 0..<10_000 where folder.names(in: place).count != 1 {
      _ = journal().recovered(id)
      sched_yield()
    }
    #expect(folder.names(in: place).count == 1)
    try living.keep([2], of: id, draft: 0)
    #expect(journal().recovered(id) == nil)
    withExtendedLifetime(living) {}
  }

  @Test("A full disk is reported and leaves the earlier text intact")
  func fullDisk() throws {
    let own = journal(disk: .full(after: 150))
    try own.keep([1], of: id, draft: 0)
    #expect(throws: NoteStoreError.noSpace(id.path)) {
      try own.keep([UInt8](repeating: 2, count: 200), of: id, draft: 0)
    }
    #expect(texts.count == 1)
    #expect(folder.names(in: place).allSatisfy { !$0.hasPrefix(".") })
  }

  @Test("An unusable state folder is reported with the note's name")
  func noStateFolder() {
    folder.write("state", "a file")
    #expect(throws: NoteStoreError.self) { try journal().keep([1], of: id, draft: 0) }
    #expect(journal().recovered(id) == nil)
    #expect(folder.text("state") == "a file")
  }
}
