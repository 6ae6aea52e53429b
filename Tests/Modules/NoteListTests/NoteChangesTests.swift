import Entities
import Services
import TestSupport
import Testing
import Viper

@testable import NoteList

@MainActor
@Suite("Notes of the list go to the trash and return")
struct NoteChangesTests {
  private let output = HeardOutput()

  private func bench() async -> ListBench {
    let bench = ListBench([
      "a.md": "# Alpha\nred wine", "b.md": "# Beta\ngreen tea", "c.md": "# Gamma\nred tea",
      "d.md": "# Delta\nwater",
    ])
    bench.interactor.output = output
    bench.interactor.screen = output
    output.interactor = bench.interactor
    bench.interactor.load()
    await bench.work.whenIdle()
    return bench
  }

  @Test("Z4 a trashed note leaves the store and the list, and undo restores both in order")
  func trash() async {
    let bench = await bench()
    bench.interactor.changing.trash([NoteID("b.md")])
    await bench.work.whenIdle()
    #expect(bench.titles == ["Delta", "Gamma", "Alpha"])
    #expect(await bench.store.ids.count == 3)
    bench.interactor.changing.undo()
    await bench.work.whenIdle()
    #expect(bench.titles == ["Delta", "Gamma", "Beta", "Alpha"])
    #expect(await bench.store.text(of: NoteID("b.md")) == "# Beta\ngreen tea")
    bench.interactor.changing.undo()
    #expect(
      output.heard.dropFirst() == ["trashed Beta", "restored Beta as b.md", "nothing to undo"])
  }

  @Test("Undo restores the last note first, under a new name if its name was taken meanwhile")
  func undoSeveral() async {
    let bench = await bench()
    for name in ["a.md", "b.md"] {
      bench.interactor.changing.trash([NoteID(name)])
      await bench.work.whenIdle()
    }
    await bench.store.change(NoteID("a.md"), to: "another")
    for _ in 0..<2 {
      bench.interactor.changing.undo()
      await bench.work.whenIdle()
    }
    #expect(output.heard.suffix(2) == ["restored Beta as b.md", "restored Alpha as a 2.md"])
  }

  @Test("Z10 a failed trashing leaves the row and says why, and a failed undo can be tried again")
  func failures() async {
    let bench = await bench()
    await bench.store.fail(next: .notPermitted(NotePath("b.md"), action: "move"))
    bench.interactor.changing.trash([NoteID("b.md")])
    await bench.work.whenIdle()
    #expect(bench.titles.count == 4)
    bench.interactor.changing.trash([NoteID("b.md")])
    await bench.work.whenIdle()
    await bench.store.fail(next: .noSpace(NotePath("b.md")))
    bench.interactor.changing.undo()
    await bench.work.whenIdle()
    #expect(bench.titles.count == 3)
    bench.interactor.changing.undo()
    await bench.work.whenIdle()
    #expect(bench.titles.count == 4)
    #expect(
      output.heard.dropFirst() == [
        "failed: \(NoteStoreError.notPermitted(NotePath("b.md"), action: "move").message)",
        "trashed Beta", "failed: \(NoteStoreError.noSpace(NotePath("b.md")).message)",
        "restored Beta as b.md",
      ])
  }
}
