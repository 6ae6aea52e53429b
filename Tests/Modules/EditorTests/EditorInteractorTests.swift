import Entities
import Services
import TestSupport
import Testing
import TextEngine
import Viper

@testable import Editor

@MainActor
@Suite("The editor's text: opening, changing, saving, storing for recovery")
struct EditorInteractorTests {
  private let events = EditorEvents()
  private let note = EditorBench.note

  /// An interactor alone: the bench's presenter hears nothing.
  private func bench(
    _ opening: EditorOpening = .note(EditorBench.note), _ texts: [String: String] = ["a.md": "one"],
    left: [RecoveredText] = []
  ) async -> EditorBench {
    let bench = EditorBench(opening, texts, left: left)
    bench.interactor.output = events
    bench.interactor.start(.open)
    await bench.settle()
    return bench
  }

  /// Types at the end of the text.
  private func type(_ text: String, in bench: EditorBench) {
    bench.interactor.type(text, at: bench.interactor.text.end)
  }

  // MARK: - Opening

  @Test("Z5 one module opens an existing note with its text and a new note empty")
  func opens() async {
    let old = await bench()
    #expect(old.text == "one" && old.interactor.snapshot.name == "a" && !old.interactor.isDirty)
    let new = await bench(.newNote(folder: NotePath("")))
    #expect(new.text == "" && new.interactor.snapshot.name == "New note" && !new.interactor.isDirty)
    #expect(events.all == [.loaded, .loaded])
  }

  @Test("Bytes that are not valid text are loaded and saved unchanged")
  func bytes() async {
    let text = "\u{feff}a\r\nb\n\nc"
    let bench = await bench(.note(note), ["a.md": text])
    #expect(bench.interactor.text.bytes == Array(text.utf8))
    type("!", in: bench)
    bench.interactor.start(.save(inPassing: false))
    await bench.settle()
    #expect(await bench.saved() == text + "!")
  }

  @Test("Z10 an unreadable note says why, and rejects typing")
  func loadingFails() async {
    let bench = await bench(.note(NoteID("gone.md")))
    #expect(
      events.all == [.loadingFailed(NoteStoreError.notFound(NotePath("gone.md")).message)])
    type("x", in: bench)
    bench.interactor.start(.save(inPassing: false))
    #expect(bench.interactor.perform(.storeDraft).problem == nil)
    #expect(bench.text == "" && bench.journal.isEmpty && bench.work.isIdle)
  }

  @Test("Text stored by an earlier run is offered, and is restored as one undoable step or dropped")
  func recovered() async {
    let left = [RecoveredText.of(note, "mine")]
    let bench = await bench(left: left)
    #expect(
      events.takeAll() == [
        .loaded, .recoveredTextFound(storedAt: "2026-03-02 09:30", differing: 1),
      ])
    #expect(bench.text == "one")
    bench.interactor.start(.useRecovered)
    #expect(bench.text == "mine" && bench.interactor.isDirty)
    _ = bench.interactor.perform(.undo)
    #expect(bench.text == "one" && !bench.interactor.isDirty)
    #expect(bench.journal.recovered(note) != nil, "only a save or a no lets it go")

    let other = await self.bench(left: left)
    other.interactor.start(.dropRecovered)
    other.interactor.start(.useRecovered)
    #expect(other.text == "one")
    #expect(other.journal.recovered(note) == nil)
  }

  @Test("Recovered text identical to the file is removed without a question")
  func recoveredSame() async {
    let bench = await bench(left: [RecoveredText.of(note, "one")])
    #expect(events.all == [.loaded])
    #expect(bench.journal.recovered(note) == nil)
  }

  @Test("A recovered draft becomes this note's, is not offered meanwhile, and is removed by a save")
  func recoveredDraft() async {
    let bench = await bench(.recoveredDraft, [:], left: [.of(nil, "# Lost\nx", draft: -1)])
    #expect(bench.text == "# Lost\nx" && bench.interactor.isDirty)
    #expect(bench.journal.recovered(nil) == nil, "someone works on it")
    #expect(bench.journal.kept(draft: -1) == Array("# Lost\nx".utf8))
    bench.interactor.start(.save(inPassing: false))
    await bench.settle()
    #expect(await bench.saved("Lost.md") == "# Lost\nx")
    #expect(bench.journal.isEmpty)
    #expect(bench.journal.recovered(nil) == nil, "it is saved, so nobody is asked again")
  }

  @Test("A recovered draft that no longer exists opens as an empty new note")
  func noDraft() async {
    let bench = await bench(.recoveredDraft, [:])
    #expect(bench.text == "" && bench.interactor.isLoaded && !bench.interactor.isDirty)
  }

  // MARK: - Changing

  @Test("A text is dirty only if it differs from the file: undoing to the file makes it clean")
  func dirty() async {
    let bench = await bench()
    type(" two", in: bench)
    #expect(bench.interactor.isDirty)
    _ = bench.interactor.perform(.undo)
    #expect(!bench.interactor.isDirty && bench.text == "one")
    _ = bench.interactor.perform(.redo)
    #expect(bench.interactor.isDirty && bench.text == "one two")
    bench.interactor.start(.save(inPassing: false))
    await bench.settle()
    #expect(!bench.interactor.isDirty)
    _ = bench.interactor.perform(.undo)
    #expect(bench.interactor.isDirty, "the file has the other text now")
    #expect(!bench.interactor.perform(.undo).isDone)
  }

  // MARK: - Saving

  @Test("Z6 Z10 a save replaces the note's file, and a clean text is not written")
  func saves() async {
    let bench = await bench()
    bench.interactor.start(.save(inPassing: false))
    type("!", in: bench)
    bench.interactor.start(.save(inPassing: false))
    await bench.settle()
    #expect(events.all == [.loaded, .nothingToSave, .saved(as: note)])
    #expect(await bench.saved() == "one!")
    #expect(await bench.store.ids.count == 1)
  }

  @Test("Z10 a new note gets one file, named after its first words, in its folder")
  func saveNew() async {
    let bench = await bench(.newNote(folder: NotePath("daily")), [:])
    type("# Monday\nrain", in: bench)
    bench.interactor.start(.save(inPassing: false))
    await bench.settle()
    type("!", in: bench)
    bench.interactor.start(.save(inPassing: false))
    await bench.settle()
    #expect(
      events.all == [
        .loaded, .saved(as: NoteID("daily/Monday.md")), .saved(as: NoteID("daily/Monday.md")),
      ])
    #expect(await bench.store.ids == [NoteID("daily/Monday.md")])
    #expect(await bench.saved("daily/Monday.md") == "# Monday\nrain!")
    #expect(bench.interactor.snapshot.name == "Monday")
  }

  @Test("A save requested during a save runs after it, with the text at that time")
  func saveWhileSaving() async {
    let bench = await bench()
    type("1", in: bench)
    bench.interactor.start(.save(inPassing: false))
    type("2", in: bench)
    bench.interactor.start(.save(inPassing: false))
    bench.interactor.start(.save(inPassing: false))
    await bench.settle()
    #expect(events.all == [.loaded, .saved(as: note), .saved(as: note)])
    #expect(await bench.saved() == "one12")
    #expect(!bench.interactor.isDirty)
  }

  @Test("Text typed during a save stays dirty, and undoing it does not look saved")
  func editWhileSaving() async {
    let bench = await bench()
    type("1", in: bench)
    bench.interactor.start(.save(inPassing: false))
    type("2", in: bench)
    await bench.settle()
    #expect(await bench.saved() == "one1")
    #expect(bench.interactor.isDirty)
    while bench.interactor.perform(.undo).isDone {}
    #expect(bench.text == "one")
    #expect(bench.interactor.isDirty, "the file says one1")
    bench.interactor.start(.save(inPassing: false))
    await bench.settle()
    #expect(await bench.saved() == "one")
    #expect(!bench.interactor.isDirty)
  }

  @Test("A new note that is typed in during its first save is then stored under its name")
  func draftBecomesNote() async {
    let bench = await bench(.newNote(folder: NotePath("")), [:])
    type("Plan", in: bench)
    #expect(bench.interactor.perform(.storeDraft).problem == nil)
    bench.interactor.start(.save(inPassing: false))
    type(" B", in: bench)
    await bench.settle()
    #expect(bench.kept("Plan.md") == "Plan B")
    bench.interactor.start(.save(inPassing: false))
    await bench.settle()
    #expect(bench.journal.isEmpty, "the draft as well as the note")
    #expect(await bench.saved("Plan.md") == "Plan B")
  }

  @Test("Z10 a failed save says why, leaves the file alone and stays dirty; the next may succeed")
  func saveFails() async {
    let bench = await bench()
    type("!", in: bench)
    await bench.store.fail(next: .noSpace(NotePath("a.md")))
    bench.interactor.start(.save(inPassing: false))
    await bench.settle()
    #expect(
      events.takeAll() == [
        .loaded, .savingFailed(NoteStoreError.noSpace(NotePath("a.md")).message),
      ])
    #expect(await bench.saved() == "one")
    #expect(bench.interactor.isDirty)
    bench.interactor.start(.save(inPassing: false))
    await bench.settle()
    #expect(events.all == [.saved(as: note)])
    #expect(await bench.saved() == "one!")
  }

  @Test("A save never overwrites another program's text, and can go to another note instead")
  func changedOutside() async {
    let bench = await bench()
    type("!", in: bench)
    await bench.store.change(note, to: "theirs")
    bench.interactor.start(.save(inPassing: false))
    await bench.settle()
    #expect(await bench.saved() == "theirs")
    bench.interactor.start(.saveBeside)
    await bench.settle()
    #expect(
      events.all == [
        .loaded, .savingConflicted, .savedBeside(as: NoteID("a (conflict 2026-03-02 1030).md")),
      ])
    #expect(await bench.saved() == "theirs")
    #expect(await bench.saved("a (conflict 2026-03-02 1030).md") == "one!")
    #expect(
      bench.interactor.snapshot.name == "a (conflict 2026-03-02 1030)" && !bench.interactor.isDirty)
    type("?", in: bench)
    bench.interactor.start(.save(inPassing: false))
    await bench.settle()
    #expect(await bench.saved("a (conflict 2026-03-02 1030).md") == "one!?")
    #expect(await bench.saved() == "theirs")
  }

  // MARK: - Keeping

  @Test(
    "Unsaved text is stored under its note, the latest replaces older text, and a save removes it")
  func keeps() async {
    let bench = await bench()
    bench.interactor.start(.storeDraft)
    #expect(bench.interactor.perform(.storeDraft).problem == nil)
    #expect(bench.work.isIdle && bench.journal.isEmpty, "a clean text is not kept")
    type("1", in: bench)
    bench.interactor.start(.storeDraft)
    type("2", in: bench)
    #expect(bench.interactor.perform(.storeDraft).problem == nil)
    await bench.settle()
    #expect(bench.kept() == "one12", "a slow write of older text came too late to matter")
    bench.interactor.start(.save(inPassing: false))
    await bench.settle()
    #expect(bench.journal.isEmpty)
  }

  @Test("Stored text goes once undo restores the file's text, and when a clean note is left")
  func keptTextGoesWithUndo() async {
    for opening in [EditorOpening.note(note), .newNote(folder: NotePath(""))] {
      let bench = await bench(opening)
      type(" two", in: bench)
      bench.interactor.start(.storeDraft)
      await bench.settle()
      #expect(!bench.journal.isEmpty)
      _ = bench.interactor.perform(.undo)
      bench.interactor.start(.storeDraft)
      await bench.settle()
      #expect(bench.journal.isEmpty)
      _ = bench.interactor.perform(.redo)
      #expect(bench.interactor.perform(.storeDraft).problem == nil && !bench.journal.isEmpty)
      _ = bench.interactor.perform(.undo)
      #expect(bench.interactor.perform(.storeDraft).problem == nil && bench.journal.isEmpty)
    }
  }

  @Test("Text stored by an earlier run remains until the question about it is answered")
  func keptByOthersStays() async {
    let bench = await bench(left: [RecoveredText.of(note, "mine")])
    bench.interactor.start(.storeDraft)
    #expect(bench.interactor.perform(.storeDraft).problem == nil)
    await bench.settle()
    #expect(bench.journal.recovered(note) != nil)
  }

  @Test("A late write of unsaved text does not bring it back after a save")
  func keptAfterSave() async {
    let bench = await bench()
    type("1", in: bench)
    bench.interactor.start(.save(inPassing: false))
    bench.interactor.start(.storeDraft)
    await bench.settle()
    #expect(await bench.saved() == "one1")
  }

  @Test("A failure to store unsaved text is reported")
  func keepingFails() async {
    let bench = await bench()
    type("1", in: bench)
    let error = NoteStoreError.noSpace(NotePath("a.md"))
    bench.journal.fail(next: error)
    bench.interactor.start(.storeDraft)
    await bench.settle()
    bench.journal.fail(next: error)
    #expect(bench.interactor.perform(.storeDraft).problem == error.message)
    #expect(bench.interactor.perform(.storeDraft).problem == nil)
    #expect(events.all == [.loaded, .storingFailed(error.message)])
  }

  @Test("R5 R6 a stopped interactor reports nothing and starts nothing")
  func stop() async {
    let bench = await bench()
    _ = events.takeAll()
    type("1", in: bench)
    bench.interactor.start(.save(inPassing: false))
    bench.interactor.start(.storeDraft)
    bench.interactor.start(.close)
    await bench.settle()
    bench.interactor.start(.save(inPassing: false))
    bench.interactor.start(.open)
    #expect(bench.work.isIdle)
    #expect(events.all == [])
  }
}
