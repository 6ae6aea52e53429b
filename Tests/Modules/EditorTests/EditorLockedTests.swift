import Entities
import Secrets
import Services
import Synchronization
import Terminal
import TestSupport
import Testing
import VaultLayers
import Viper

@testable import Editor

/// Notes of which the locked ones can be read only while they are unlocked.
struct LockedLayer: LayeredStore {
  let notes: MemoryNoteStore
  let locks: FakeLocks

  func read(_ id: NoteID) async throws(NoteStoreError) -> NoteContent {
    if id.path.isLocked, !locks.isOpen { throw .locked(id.path) }
    return try await store.read(id)
  }

  func open(_ id: NoteID) async throws(NoteStoreError) -> any NoteReading {
    if id.path.isLocked, !locks.isOpen { throw .locked(id.path) }
    return WholeReading(try await store.read(id))
  }
}

@MainActor
@Suite("Editor: a note with its own lock")
struct EditorLockedTests {
  private let locks = FakeLocks()

  private func bench(asPeek: Bool = false) async -> EditorBench {
    let bench = EditorBench(
      .note(NoteID("Diary.md.age")), ["Diary.md.age": "one\n"], asPeek: asPeek, locks: locks)
    await bench.open()
    return bench
  }

  private func answer(_ bench: EditorBench, _ word: String) async {
    let secret = TypedSecret()
    secret.append(word.utf8)
    bench.wireframe.answer(.gave(secret))
    await bench.settle()
  }

  @Test("Z9 a locked note asks for the passphrase, and opens with the right one")
  func opens() async {
    let bench = await bench()
    #expect(bench.wireframe.asked == ["passphrase of Diary?"])
    #expect(bench.text == "")
    await answer(bench, "sesame")
    #expect(bench.wireframe.asked == ["passphrase of Diary?", "open"])
    #expect(bench.text == "one\n")
    #expect(bench.presenter.holdsLock)
    bench.type("more ")
    bench.press("C-s")
    await bench.settle()
    #expect(await bench.saved("Diary.md.age") == "more one\n")
  }

  @Test("Z9 a peek says that a note is locked and asks nothing; opening it in full asks")
  func peek() async {
    let bench = await bench(asPeek: true)
    #expect(bench.wireframe.asked == [])
    #expect(bench.message == "“Diary” is locked. Enter asks for its passphrase.")
    bench.press("Enter")
    #expect(bench.wireframe.asked == ["commit", "passphrase of Diary?"])
  }

  @Test("A wrong passphrase is asked for again, with the wait until the next attempt")
  func wrong() async {
    let bench = await bench()
    locks.pause.withLock { $0 = .milliseconds(1_500) }
    await answer(bench, "salami")
    await answer(bench, "soon")
    #expect(
      bench.wireframe.asked == [
        "passphrase of Diary?",
        "passphrase of Diary? Wrong passphrase. Try again in 2 s.",
        "passphrase of Diary? Wait 3 seconds, then try again.",
      ])
    #expect(!bench.presenter.holdsLock)
  }

  @Test("A file that no passphrase can open says why, and asks no more")
  func damaged() async {
    let bench = await bench()
    await answer(bench, "broken")
    #expect(bench.wireframe.asked.count == 1)
    #expect(bench.message == "Could not open Diary.md.age: it is damaged.")
  }

  @Test("Giving no passphrase goes back")
  func givesNone() async {
    let bench = await bench()
    bench.wireframe.answer(.cancelled)
    #expect(bench.wasRemoved)
  }

  @Test("The editor releases the key when it closes")
  func letsGo() async {
    let bench = await bench()
    await answer(bench, "sesame")
    #expect(locks.isOpen)
    bench.press("Esc")
    await bench.settle()
    #expect(bench.wasRemoved)
    #expect(!locks.isOpen)
  }

  @Test("M-L saves, then asks for the note's lock; a note without a file has none")
  func lock() async {
    let bench = await EditorBench.on("text")
    bench.type("x")
    bench.press("M-L")
    await bench.settle()
    #expect(await bench.saved() == "xtext")
    #expect(bench.wireframe.asked == ["lock of a.md"])
    let new = EditorBench(.newNote(folder: NotePath("")))
    await new.open()
    new.press("M-L")
    #expect(new.message == "Save the note first to lock it.")
    #expect(new.wireframe.asked == [])
  }
}
