import Entities
import TestSupport
import Testing
import Viper

@testable import NoteList

/// What another screen gets to know.
@MainActor
private final class Told {
  var outcomes: [NoteRequestOutcome] = []
}

@MainActor
@Suite("Changes of a note that another screen asks for")
struct NoteRequestTests {
  private let told = Told()

  private func bench() async -> ListBench {
    let bench = ListBench(["a.md": "# Alpha\none", "b.md": "# Beta\ntwo"])
    await bench.start()
    bench.wireframe.asked = []
    return bench
  }

  private func ask(
    _ bench: ListBench, _ request: NoteRequest, _ note: String = "a.md", answer: Answer? = nil
  ) async {
    bench.presenter.change(NoteID(note), by: request) { [told] in told.outcomes.append($0) }
    if let answer { bench.wireframe.questions.answer(answer) }
    await bench.work.whenIdle()
  }

  @Test("The list asks its own question, tells what it did, and its undo takes it back")
  func renames() async {
    let bench = await bench()
    await ask(bench, .rename, answer: .typed("Gamma"))
    #expect(bench.wireframe.asked == ["New title: Alpha"])
    #expect(
      told.outcomes == [
        .done("Renamed to “Gamma”.", touched: [NoteID("a.md"), NoteID("Gamma.md")])
      ])
    #expect(bench.presenter.state.message.text == "Renamed to “Gamma”. Press u to undo.")
    await ask(bench, .undo, "Gamma.md")
    #expect(
      told.outcomes.last
        == .done("“Alpha” is back as a.md.", touched: [NoteID("Gamma.md"), NoteID("a.md")]))
    await ask(bench, .undo, "a.md")
    #expect(told.outcomes.last == .failed("Nothing to undo."))
  }

  @Test("A note is moved, pinned and trashed without being selected")
  func others() async {
    let bench = await bench()
    await ask(bench, .move, answer: .typed("work"))
    await ask(bench, .pin, "work/a.md")
    await ask(bench, .trash(asks: true), "work/a.md", answer: .chosen("yes"))
    #expect(
      told.outcomes == [
        .done("Moved “Alpha” to work/.", touched: [NoteID("a.md"), NoteID("work/a.md")]),
        .done("“Alpha” is pinned to the top of the list.", touched: []),
        .done("Moved “Alpha” to the trash.", touched: []),
      ])
  }

  @Test("Nothing is told without an answer, and a failure is told")
  func failures() async {
    let bench = await bench()
    await ask(bench, .trash(asks: true), answer: .chosen("no"))
    #expect(told.outcomes.isEmpty)
    await ask(bench, .rename, answer: .typed("  "))
    #expect(told.outcomes == [.failed("A note needs a title.")])
    await ask(bench, .trash(asks: false), "gone.md")
    #expect(told.outcomes.count == 2)
  }
}
