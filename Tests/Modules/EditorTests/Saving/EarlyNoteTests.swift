import Entities
import Services
import TestSupport
import Testing
import TextEngine

@testable import Editor

@MainActor
@Suite("A note that was read before its editor was made")
struct EarlyNoteTests {
  private let note = EditorBench.note

  private func read(_ note: NoteID, for bench: EditorBench) async -> EarlyNote? {
    await EarlyNote.read(
      note, from: bench.store, journal: bench.journal, versions: MemoryVersions(),
      places: PassingPlaces())
  }

  @Test("Its text is there as soon as the editor is opened, and can be typed in")
  func isThereAtOnce() async {
    let bench = EditorBench(.note(note), ["a.md": "one"])
    bench.interactor.early = await read(note, for: bench)
    bench.interactor.open()
    #expect(bench.text == "one")
    bench.interactor.type("!", at: bench.interactor.text.end)
    bench.interactor.save(inPassing: false)
    await bench.settle()
    #expect(await bench.saved() == "one!")
  }

  @Test("It serves once: whoever opens the note again reads what it is by then")
  func servesOnce() async throws {
    let bench = EditorBench(.note(note), ["a.md": "one"])
    bench.interactor.early = await read(note, for: bench)
    bench.interactor.open()
    await bench.settle()
    let stamp = try await bench.store.read(note).stamp
    _ = try await bench.store.save(Array("two".utf8), to: note, replacing: stamp)
    bench.interactor.open()
    await bench.settle()
    #expect(bench.text == "two")
  }

  @Test("What was read of another note is left alone")
  func otherNote() async {
    let bench = EditorBench(.note(note), ["a.md": "one", "b.md": "other"])
    bench.interactor.early = await read(NoteID("b.md"), for: bench)
    bench.interactor.open()
    await bench.settle()
    #expect(bench.text == "one")
  }

  @Test("A note that somebody has to be asked about is not read early, nor one that is not there")
  func leavesToTheEditor() async {
    let bench = EditorBench(
      .note(note), ["a.md": "one", "Diary.md.age": "x"], left: [.of(note, "typed")])
    #expect(await read(note, for: bench)?.note == nil)
    #expect(await read(NoteID("Diary.md.age"), for: bench)?.note == nil)
    #expect(await read(NoteID("gone.md"), for: bench)?.note == nil)
  }
}
