import Comparing
import Entities
import Saving
import Services
import TestSupport
import Testing
import TextEngine
import Viper

@testable import Editor

/// File facts made up by a test.
private struct ListedFiles: VaultFiles {
  var entries: [(path: String, inode: UInt64, size: Int)] = []

  func survey(isCancelled: () -> Bool) -> FileSurvey {
    var survey = FileSurvey()
    for entry in entries {
      survey.append(
        folder: [UInt8](), name: Array(entry.path.utf8),
        FileFact(
          inode: entry.inode, size: entry.size, modified: Timestamp(seconds: 0),
          changed: Timestamp(seconds: 0)))
    }
    return survey
  }
  func survey(of folders: [NotePath]) -> FileSurvey { FileSurvey() }
  func changed(_ folders: [NotePath]) -> [Timestamp?] { folders.map { _ in nil } }
  func facts(of note: NoteID) -> FileFact? { nil }
  func read(
    _ note: NoteID, from place: Int, into buffer: UnsafeMutableRawBufferPointer
  ) throws(NoteStoreError) -> Int { 0 }
  func attachments() -> [NotePath] { [] }
}

@MainActor
@Suite("The editor's text and outside changes to its file")
struct EditorOutsideTests {
  private let events = EditorEvents()
  private let note = EditorBench.note
  private let lines = "one\ntwo\nthree\nfour\n"

  private func bench(_ text: String? = nil, files: (any VaultFiles)? = nil) async -> EditorBench {
    let bench = EditorBench(.note(note), ["a.md": text ?? lines], files: files)
    bench.interactor.output = events
    bench.interactor.start(.open)
    await bench.settle()
    _ = events.takeAll()
    return bench
  }

  private func type(_ text: String, line: Int = 0, in bench: EditorBench) {
    bench.interactor.type(text, at: bench.interactor.text.start(of: LineNumber(line)))
  }

  private func change(_ text: String, in bench: EditorBench) async {
    await bench.store.change(note, to: text)
    bench.interactor.start(.compareWithFile)
    await bench.settle()
  }

  private func save(_ bench: EditorBench) async {
    bench.interactor.start(.save(inPassing: false))
    await bench.settle()
  }

  // MARK: - While it is open

  @Test("A clean text follows its file and stays clean, and undo restores the previous text")
  func follows() async {
    let bench = await bench()
    await change("one\nTWO\nthree\nfour\nfive\n", in: bench)
    #expect(events.takeAll() == [.changed(.followed), .matchesFile])
    #expect(events.inserted == ["TWO", "five\n"])
    #expect(bench.text == "one\nTWO\nthree\nfour\nfive\n" && !bench.interactor.isDirty)
    _ = bench.interactor.perform(.undo)
    #expect(bench.text == lines && bench.interactor.isDirty)
    await save(bench)
    #expect(await bench.saved() == lines)
  }

  @Test("Outside changes elsewhere are merged into an unsaved text, which then saves both")
  func merges() async {
    let bench = await bench()
    type("my ", in: bench)
    await change("one\ntwo\nthree\nFOUR\n", in: bench)
    #expect(events.takeAll() == [.changed(.merged)])
    #expect(events.inserted == ["FOUR"])
    #expect(bench.text == "my one\ntwo\nthree\nFOUR\n" && bench.interactor.isDirty)
    _ = bench.interactor.perform(.undo)
    _ = bench.interactor.perform(.undo)
    #expect(bench.text == lines && bench.interactor.isDirty, "the file has FOUR")
    _ = bench.interactor.perform(.redo)
    _ = bench.interactor.perform(.redo)
    await save(bench)
    #expect(events.all == [.saved(as: note)])
    #expect(await bench.saved() == "my one\ntwo\nthree\nFOUR\n")
  }

  @Test("A conflict is reported once, and nothing changes")
  func conflict() async {
    let bench = await bench()
    type("my ", in: bench)
    await change("their one\ntwo\nthree\nfour\n", in: bench)
    bench.interactor.start(.compareWithFile)
    await bench.settle()
    #expect(events.takeAll() == [.conflictFound])
    #expect(bench.text == "my " + lines && bench.interactor.isDirty)
    await change("THEIR one\ntwo\nthree\nfour\n", in: bench)
    #expect(events.takeAll() == [.conflictFound])
    await change(lines, in: bench)
    await save(bench)
    #expect(events.all == [.saved(as: note)], "they took it back")
  }

  @Test("An outside change identical to the typed text leaves nothing to save")
  func sameText() async {
    let bench = await bench()
    type("my ", in: bench)
    #expect(bench.interactor.perform(.storeDraft).problem == nil)
    await change("my " + lines, in: bench)
    #expect(events.all == [.matchesFile])
    #expect(!bench.interactor.isDirty && bench.journal.isEmpty)
  }

  @Test("A file that was only touched, or saved by this editor, is not reported as changed")
  func untouched() async {
    let bench = await bench()
    await change(lines, in: bench)
    type("my ", in: bench)
    await save(bench)
    bench.interactor.start(.compareWithFile)
    await bench.settle()
    #expect(events.all == [.saved(as: note)])
  }

  @Test("Text typed during a check of the file is not lost, and the file is checked again")
  func typedWhileLooking() async {
    let bench = await bench()
    await bench.store.change(note, to: "one\ntwo\nthree\nFOUR\n")
    bench.interactor.start(.compareWithFile)
    type("my ", in: bench)
    bench.interactor.start(.compareWithFile)
    await bench.settle()
    #expect(bench.text == "my one\ntwo\nthree\nFOUR\n")
    #expect(events.all == [.changed(.merged)])
    #expect(events.inserted == ["FOUR"])
  }

  // MARK: - At a save

  @Test("A save merges outside changes elsewhere in the note, and the text gets them too")
  func savesMerged() async {
    let bench = await bench()
    type("my ", in: bench)
    await bench.store.change(note, to: "one\ntwo\nthree\nFOUR\n")
    await save(bench)
    #expect(events.all == [.changed(.merged), .saved(as: note)])
    #expect(events.inserted == ["FOUR"])
    #expect(await bench.saved() == "my one\ntwo\nthree\nFOUR\n")
    #expect(bench.text == "my one\ntwo\nthree\nFOUR\n" && !bench.interactor.isDirty)
    #expect(bench.journal.isEmpty)
  }

  @Test("Text typed during a merging save stays, on top of the merged changes")
  func typedWhileMerging() async {
    let bench = await bench()
    type("my ", in: bench)
    await bench.store.change(note, to: "one\ntwo\nthree\nFOUR\n")
    bench.interactor.start(.save(inPassing: false))
    type("very ", in: bench)
    await bench.settle()
    #expect(bench.text == "very my one\ntwo\nthree\nFOUR\n" && bench.interactor.isDirty)
    await save(bench)
    #expect(await bench.saved() == "very my one\ntwo\nthree\nFOUR\n")
  }

  @Test("Typing in a line that a merging save changes is a conflict, and keeps both versions")
  func typedIntoMerged() async {
    let bench = await bench()
    type("my ", in: bench)
    await bench.store.change(note, to: "one\ntwo\nthree\nFOUR\n")
    bench.interactor.start(.save(inPassing: false))
    type("very ", line: 3, in: bench)
    await bench.settle()
    #expect(bench.text == "my one\ntwo\nthree\nvery four\n" && bench.interactor.isDirty)
    _ = events.takeAll()
    await save(bench)
    #expect(events.takeAll() == [.savingConflicted])
    bench.interactor.start(.saveBeside)
    await bench.settle()
    #expect(await bench.saved() == "my one\ntwo\nthree\nFOUR\n")
    #expect(
      await bench.saved("a (conflict 2026-03-02 1030).md") == "my one\ntwo\nthree\nvery four\n")
  }

  @Test("Two editors on one note merge, and neither overwrites the other")
  func twoEditors() async {
    let one = await bench()
    let other = EditorInteractor(
      opening: .note(note),
      services: .init(
        store: one.store, journal: MemoryJournal(), clock: one.clock, work: one.work))
    other.start(.open)
    await one.settle()
    type("1 ", in: one)
    other.type("last", at: other.text.end)
    one.interactor.start(.save(inPassing: false))
    other.start(.save(inPassing: false))
    await one.settle()
    one.interactor.start(.compareWithFile)
    other.start(.compareWithFile)
    await one.settle()
    #expect(await one.saved() == "1 " + lines + "last")
    #expect(one.text == "1 " + lines + "last" && other.text.bytes == one.interactor.text.bytes)
    #expect(!one.interactor.isDirty && !other.isDirty)
  }

  // MARK: - Removed and moved

  @Test("A removed note is created again only by an explicit save")
  func gone() async {
    let bench = await bench()
    await bench.store.remove(note)
    bench.interactor.start(.compareWithFile)
    await bench.settle()
    bench.interactor.start(.compareWithFile)
    await bench.settle()
    #expect(events.takeAll() == [.fileRemoved])
    #expect(!bench.interactor.isDirty, "nobody who leaves has to answer for it")
    type("my ", in: bench)
    bench.interactor.start(.save(inPassing: true))
    await bench.settle()
    #expect(await bench.saved() == nil)
    await save(bench)
    #expect(events.all == [.saved(as: note)])
    #expect(await bench.saved() == "my " + lines && !bench.interactor.isDirty)
  }

  @Test("A save that finds the note removed says so first")
  func goneAtSave() async {
    let bench = await bench()
    type("my ", in: bench)
    await bench.store.remove(note)
    await save(bench)
    #expect(events.takeAll() == [.fileRemoved])
    #expect(await bench.saved() == nil)
    await save(bench)
    #expect(events.all == [.saved(as: note)])
    #expect(await bench.saved() == "my " + lines)
  }

  @Test("A removed note that was created again by others is merged, not overwritten")
  func goneAndBack() async {
    let bench = await bench()
    type("my ", in: bench)
    await bench.store.remove(note)
    await save(bench)
    await bench.store.change(note, to: "one\ntwo\nthree\nFOUR\n")
    await save(bench)
    #expect(await bench.saved() == "my one\ntwo\nthree\nFOUR\n")
  }

  @Test("A renamed note is followed by its file number and its text")
  func moved() async {
    let there = NoteID("there.md")
    // The store in memory numbers its notes from 1.
    let files = ListedFiles(entries: [
      ("wrong.md", 1, lines.utf8.count), ("there.md", 1, lines.utf8.count),
    ])
    let bench = await bench(files: files)
    type("my ", in: bench)
    #expect(bench.interactor.perform(.storeDraft).problem == nil)
    await bench.store.move(note, to: there)
    await bench.store.change(NoteID("wrong.md"), to: "eno\ntwo\nthree\nfour\n")
    bench.interactor.start(.compareWithFile)
    await bench.settle()
    #expect(events.takeAll() == [.fileMoved(to: NoteID("there.md"))])
    #expect(bench.interactor.snapshot.name == "there" && bench.kept("there.md") == "my " + lines)
    #expect(bench.kept() == nil)
    await save(bench)
    #expect(await bench.saved("there.md") == "my " + lines)
    #expect(await bench.saved() == nil)
  }

  @Test("A save detects and follows a renamed note")
  func movedAtSave() async {
    let bench = await bench(files: ListedFiles(entries: [("there.md", 1, lines.utf8.count)]))
    type("my ", in: bench)
    await bench.store.move(note, to: NoteID("there.md"))
    await save(bench)
    #expect(events.all == [.fileMoved(to: NoteID("there.md")), .saved(as: NoteID("there.md"))])
    #expect(await bench.saved("there.md") == "my " + lines)
  }

  // MARK: - Differences

  @Test("The differences of a conflict or of recovered text can be viewed before deciding")
  func difference() async {
    let bench = await bench("one\n")
    type("my ", in: bench)
    await bench.store.change(note, to: "their one\n")
    var lines: [DifferenceLine] = []
    bench.interactor.ask(.difference()) { lines = $0 }
    await bench.settle()
    #expect(lines == [DifferenceLine(.removed, "their one"), DifferenceLine(.added, "my one")])
    let other = EditorBench(
      .note(note), ["a.md": "1\n2\n3\n4\n5\n"], left: [.of(note, "1\n2\n3\n4\n5\nmine\n")])
    other.interactor.output = events
    other.interactor.start(.open)
    await other.settle()
    other.interactor.ask(.difference()) { lines = $0 }
    await other.settle()
    let found = EditorEvent.recoveredTextFound(storedAt: "2026-03-02 09:30", differing: 1)
    #expect(events.all == [.loaded, found])
    #expect(
      lines.map { "\($0.kind) \($0.text)" } == ["gap 3 lines", "same 4", "same 5", "added mine"])
  }

  @Test("Stored text of a note without a file is still offered, and is saved under its name")
  func recoveredWithoutFile() async {
    let bench = EditorBench(.note(note), [:], left: [.of(note, "mine")])
    bench.interactor.output = events
    bench.interactor.start(.open)
    await bench.settle()
    #expect(
      events.all == [.loaded, .recoveredTextFound(storedAt: "2026-03-02 09:30", differing: 1)])
    bench.interactor.start(.useRecovered)
    await save(bench)
    #expect(await bench.saved() == "mine")
    #expect(bench.journal.recovered(note) == nil)
  }

  @Test("A patch turns the old text into the new one, whatever bytes they contain")
  func patches() {
    var random = SeededRandom(seed: 5)
    let pieces = ["a", "\n", "\r\n", "\r", "é", "x", "b\n", "\u{ff}"].map { Array($0.utf8) }
    for round in 0..<5000 {
      var old = (0..<Int.random(in: 0...12, using: &random)).map { _ in
        Int.random(in: 0..<12, using: &random) == 0
          ? [0xff] : pieces.randomElement(using: &random) ?? []
      }
      let first = old.flatMap(\.self)
      for _ in 0..<(round % 4) where !old.isEmpty {
        old[Int.random(in: 0..<old.count, using: &random)] =
          pieces.randomElement(using: &random) ?? []
      }
      let second = old.flatMap(\.self)
      var text = Rope(first)
      text.apply(RopePatch.edit(in: text, becoming: Rope(second)))
      #expect(text.bytes == second, "\(first) → \(second)")
    }
  }
}
