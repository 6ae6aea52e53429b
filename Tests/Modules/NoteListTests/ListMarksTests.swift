import Entities
import FakeTerminal
import Services
import Terminal
import TestSupport
import Testing
import Viper

@testable import NoteList

@MainActor
@Suite("Marked notes, and actions on all of them")
struct ListMarksTests {
  private func bench(_ count: Int = 5) async -> ListBench {
    let bench = ListBench(ListBench.numbered(count))
    await bench.start()
    return bench
  }

  private func run(_ bench: ListBench, _ commands: NoteListCommand...) async {
    for command in commands {
      bench.presenter.handle(command)
      await bench.work.whenIdle()
    }
  }

  private func marked(_ bench: ListBench) -> [Int] {
    (0..<bench.interactor.rows.count).filter { bench.presenter.row(at: $0).isMarked }
  }

  @Test("Marking moves the selection down; marks are counted, shown, and dropped by Esc")
  func marks() async {
    let bench = await bench()
    await bench.press("m", "m", "Down", "m")
    #expect(marked(bench) == [0, 1, 3])
    #expect(bench.screen.chrome.state == "3 marked, 5 notes")
    #expect(bench.frame().lines[0].hasPrefix(" +Note 04"))
    await bench.press("Up", "Up", "Up", "m")
    #expect(marked(bench) == [0, 3])
    await bench.press("Esc")
    #expect(marked(bench) == [])
    #expect(bench.screen.chrome.state == "5 notes")
  }

  @Test("A click with Control marks the row")
  func mouse() async {
    let bench = await bench()
    _ = bench.frame()
    _ = bench.screen.handle(
      .mouse(.init(.press, at: .init(row: 2, column: 4), modifiers: .control)))
    #expect(marked(bench) == [2])
    #expect(bench.wireframe.asked == [])
  }

  @Test("Mark All marks all notes, each mark can be removed, and a second Mark All unmarks all")
  func all() async {
    let bench = await bench()
    await run(bench, .markAll)
    #expect(marked(bench) == [0, 1, 2, 3, 4])
    await run(bench, .select(1), .mark)
    #expect(marked(bench) == [0, 2, 3, 4])
    #expect(bench.interactor.rows.marked == 4)
    await run(bench, .markAll, .markAll)
    #expect(marked(bench) == [])
  }

  @Test("Mark All marks only the notes shown then: a dropped filter or a new note changes nothing")
  func allWasShown() async throws {
    let bench = await bench(12)
    await run(bench, .filter("note 1"), .markAll)
    #expect(bench.interactor.rows.marked == 3)
    await run(bench, .dropFilter)
    #expect(marked(bench) == [0, 1, 10])
    await run(bench, .markAll)
    await bench.store.change(NoteID("late.md"), to: "# Late")
    _ = try await bench.index.refresh([NoteID("late.md")])
    bench.presenter.notesChangedOutside([NoteID("late.md")])
    await bench.work.whenIdle()
    #expect(bench.interactor.rows.marked == 12)
    #expect(!bench.interactor.rows.isMarked(NoteID("late.md")))
  }

  @Test("Marked notes go to the trash together, and one undo restores all")
  func trash() async {
    let bench = await bench()
    await run(bench, .mark, .mark, .move(.toEnd), .trash)
    #expect(bench.wireframe.takeAsked() == ["Move 2 marked notes to the trash?"])
    bench.wireframe.questions.answer(.chosen("yes"))
    await bench.work.whenIdle()
    #expect(bench.titles == ["Note 02", "Note 01", "Note 00"])
    #expect(bench.interactor.rows.marked == 0)
    #expect(
      bench.message == "Moved “Note 03” and “Note 04” to the trash. Press u to bring them back.")
    await run(bench, .undo)
    #expect(bench.titles.count == 5)
    #expect(bench.message == "2 notes are back.")
  }

  @Test("Marked notes move in one step and back in one; if one cannot move, none does")
  func move() async {
    let bench = await bench()
    await run(bench, .mark, .mark, .moveToFolder)
    #expect(
      bench.wireframe.takeAsked() == [
        "Folder of 2 marked notes (leave empty for the top folder): "
      ])
    bench.wireframe.questions.answer(.typed("deep/er"))
    await bench.work.whenIdle()
    #expect(bench.message == "Moved 2 notes to deep/er/. Press u to undo.")
    #expect(bench.interactor.rows.index(of: NoteID("deep/er/n04.md")) != nil)
    #expect(bench.interactor.rows.marked == 0)
    await run(bench, .undo)
    #expect(bench.message == "2 notes are back where they were.")
    #expect(await bench.store.ids.allSatisfy { $0.path.folder.text.isEmpty })
    await bench.store.change(NoteID("deep/n03.md"), to: "# Other")
    await run(bench, .move(.toStart), .mark, .mark, .moveToFolder)
    bench.wireframe.questions.answer(.typed("deep"))
    await bench.work.whenIdle()
    #expect(await bench.store.text(of: NoteID("n04.md")) != nil)
    #expect(bench.interactor.rows.marked == 2, "they can be tried again")
  }

  @Test("After a failure in the middle the finished part stays, and the other notes stay marked")
  func failure() async {
    let bench = await bench()
    await run(bench, .mark, .mark, .mark)
    await bench.store.remove(NoteID("n03.md"))
    await run(bench, .trash)
    bench.wireframe.questions.answer(.chosen("yes"))
    await bench.work.whenIdle()
    #expect(bench.message == NoteStoreError.notFound(NotePath("n03.md")).message)
    #expect(bench.interactor.rows.isMarked(NoteID("n04.md")))
    #expect(bench.interactor.rows.marked == 1, "what is gone keeps no mark")
    await run(bench, .trash)
    bench.wireframe.questions.answer(.chosen("yes"))
    await bench.work.whenIdle()
    #expect(await bench.store.text(of: NoteID("n04.md")) == nil)
    await run(bench, .undo, .undo)
    #expect(await bench.store.text(of: NoteID("n02.md")) != nil)
  }

  @Test("Copies are reported by title, and undoing them moves them to the trash")
  func copies() async {
    let bench = await bench()
    await run(bench, .duplicate)
    #expect(bench.message == "Made “Note 04 copy”. Press u to undo.")
    #expect(await bench.store.text(of: NoteID("Note 04 copy.md")) == "# Note 04\nsnippet 04")
    #expect(bench.selected?.hasPrefix("Note 04") == true)
    await run(bench, .undo)
    #expect(await bench.store.text(of: NoteID("Note 04 copy.md")) == nil)
    #expect(bench.titles.count == 5)
  }

  @Test("The title line shows the progress of long work until its end")
  func progress() async {
    let bench = await bench(60)
    await run(bench, .markAll)
    bench.presenter.workProgressed(notes: 25, of: 60)
    #expect(bench.screen.chrome.state == "25 of 60; Esc stops")
    bench.presenter.workEnded()
    #expect(bench.screen.chrome.state == "60 marked, 60 notes")
  }

  @Test("Esc ends long work after the current note, and the finished part can be undone")
  func stops() async {
    let bench = await bench(60)
    await run(bench, .markAll)
    bench.interactor.changing.trash(.marked)
    #expect(bench.interactor.changing.stopWork())
    await bench.work.whenIdle()
    #expect(await bench.store.ids.count == 60)
    #expect(!bench.interactor.changing.stopWork())
  }
}
