import Entities
import Services
import Terminal
import TestSupport
import Testing
import VaultSettings
import Viper

@testable import NoteList

private let three = ["a.md": "# Alpha\none", "b.md": "# Beta\n[[Alpha]]", "sub/c.md": "# Gamma"]

private let toAlpha = LinkRecord(
  source: NoteID("b.md"), sourceTitle: "Beta", line: 2, context: "[[Alpha]]",
  written: "[[Alpha]]", target: NoteID("a.md"), isEmbed: false)

@MainActor
@Suite("Notes of the list get new titles and folders, and go back")
struct NoteListMovingTests {
  private let output = HeardOutput()

  private func bench() async -> ListBench {
    let bench = ListBench(three, links: MemoryLinks([toAlpha]))
    bench.interactor.output = output
    bench.interactor.screen = output
    bench.interactor.load()
    await bench.work.whenIdle()
    output.heard = []
    return bench
  }

  @Test("A new title changes the file, the text and the linking notes, and one undo restores all")
  func renames() async {
    let bench = await bench()
    bench.interactor.moving.rename(NoteID("a.md"), to: "Plan: B")
    await bench.work.whenIdle()
    #expect(await bench.store.text(of: NoteID("Plan B.md")) == "# Plan: B\none")
    #expect(Set(bench.titles) == ["Plan: B", "Beta", "Gamma"])
    bench.interactor.changing.undo()
    await bench.work.whenIdle()
    #expect(await bench.store.text(of: NoteID("a.md")) == "# Alpha\none")
    #expect(Set(bench.titles) == ["Alpha", "Beta", "Gamma"])
    bench.interactor.changing.undo()
    #expect(
      output.heard == [
        #"renamed a.md to Plan B.md, “Plan: B” and ["b.md"]"#,
        #"back Plan B.md to a.md, “Alpha” and ["b.md"]"#, "nothing to undo",
      ])
  }

  @Test("A title that gives the same file name is undone like any other")
  func sameName() async {
    let bench = await bench()
    bench.interactor.moving.rename(NoteID("a.md"), to: "A")
    await bench.work.whenIdle()
    bench.interactor.moving.rename(NoteID("A.md"), to: "A?")
    await bench.work.whenIdle()
    #expect(await bench.store.text(of: NoteID("A.md")) == "# A?\none")
    bench.interactor.changing.undo()
    await bench.work.whenIdle()
    #expect(await bench.store.text(of: NoteID("A.md")) == "# A\none")
  }

  @Test("A note moves to a folder and back, and a note already there stays")
  func moves() async {
    let bench = await bench()
    for folder in ["deep/er", "deep/er"] {
      let note = output.heard.isEmpty ? "a.md" : "deep/er/a.md"
      bench.interactor.moving.move(NoteID(note), to: NotePath(folder))
      await bench.work.whenIdle()
    }
    #expect(bench.interactor.rows.index(of: NoteID("deep/er/a.md")) != nil)
    bench.interactor.changing.undo()
    await bench.work.whenIdle()
    #expect(bench.interactor.rows.index(of: NoteID("a.md")) != nil)
    #expect(
      output.heard == [
        #"moved a.md to deep/er/a.md, “Alpha” and ["b.md"]"#,
        "moved deep/er/a.md to deep/er/a.md, “Alpha”",
        #"back deep/er/a.md to a.md, “Alpha” and ["b.md"]"#,
      ])
  }

  @Test("Trashing, renaming and moving are undone in turn, the last first")
  func mixed() async {
    let bench = await bench()
    bench.interactor.changing.trash([NoteID("b.md"), NoteID("sub/c.md")])
    await bench.work.whenIdle()
    bench.interactor.moving.rename(NoteID("a.md"), to: "New")
    await bench.work.whenIdle()
    for _ in 0..<2 {
      bench.interactor.changing.undo()
      await bench.work.whenIdle()
    }
    #expect(await Set(bench.store.ids.map(\.path.text)) == Set(three.keys))
    #expect(
      output.heard == [
        "trashed Beta, Gamma", "renamed a.md to New.md, “New” and [\"b.md\"]",
        "back New.md to a.md, “Alpha” and [\"b.md\"]", "restored Gamma as sub/c.md",
        "restored Beta as b.md",
      ])
  }

  @Test("When trashing fails at one note, earlier notes are trashed and can be restored")
  func trashFails() async {
    let bench = await bench()
    bench.interactor.changing.trash([NoteID("b.md"), NoteID("nope.md"), NoteID("a.md")])
    await bench.work.whenIdle()
    #expect(
      output.heard == [
        "trashed Beta", "failed: \(NoteStoreError.notFound(NotePath("nope.md")).message)",
      ])
    bench.interactor.changing.undo()
    await bench.work.whenIdle()
    #expect(bench.titles.count == 3)
  }

  @Test("A taken name is reported, nothing changes, and there is nothing to undo")
  func taken() async {
    let bench = await bench()
    bench.interactor.moving.rename(NoteID("a.md"), to: "b")
    await bench.work.whenIdle()
    bench.interactor.changing.undo()
    #expect(output.heard.count == 2 && output.heard[0].hasPrefix("failed: "))
    #expect(output.heard[1] == "nothing to undo")
    #expect(await bench.store.text(of: NoteID("a.md")) == three["a.md"])
  }

  @Test("A request gets notes in its order and from its folder")
  func request() async throws {
    let bench = ListBench(three)
    var request = CatalogRequest()
    request.order = .title
    let all = try await bench.cases.notes(request)
    #expect(all.notes(in: 0..<all.count).map(\.title) == ["Alpha", "Beta", "Gamma"])
    request.folder = NotePath("sub")
    let below = try await bench.cases.notes(request)
    #expect(below.notes(in: 0..<below.count).map(\.title) == ["Gamma"])
  }

  @Test("The presenter asks for a title and a folder, and reports the result of the answer")
  func presenter() async {
    let bench = ListBench(three, links: MemoryLinks([toAlpha]))
    await bench.start()
    bench.presenter.select(NoteID("a.md"))
    await bench.press("r")
    #expect(bench.wireframe.takeAsked() == ["New title: Alpha"])
    bench.wireframe.questions.answer(.typed("Omega"))
    bench.wireframe.questions.answer(.typed("once"))
    await bench.work.whenIdle()
    #expect(bench.message == "Renamed to “Omega”, with the links in 1 note. Press u to undo.")
    #expect(bench.selected == "Omega")
    await bench.press("M")
    #expect(bench.wireframe.takeAsked() == ["Folder of “Omega” (leave empty for the top folder): "])
    bench.wireframe.questions.answer(.typed(" /jobs/ new/"))
    await bench.work.whenIdle()
    #expect(bench.message == "Moved “Omega” to jobs/new/. Press u to undo.")
    #expect(bench.selected == "Omega")
    await bench.press("M")
    #expect(
      bench.wireframe.takeAsked() == [
        "Folder of “Omega” (leave empty for the top folder): jobs/new"
      ])
    bench.wireframe.questions.answer(.typed("jobs/new"))
    await bench.work.whenIdle()
    #expect(bench.message == "“Omega” is in jobs/new/.")
    await bench.press("u")
    #expect(bench.message == "“Omega” is back as Omega.md.")
    await bench.press("r")
    bench.wireframe.questions.answer(.typed("  "))
    #expect(bench.message == "A note needs a title. Press r to type one.")
  }
}
