import Entities
import TestSupport
import Testing
import Viper

@testable import NoteList

/// What another screen is notified of.
@MainActor
private final class Reports {
  var outcomes: [NoteRequestOutcome] = []
}

@MainActor
@Suite("Changes of a note that another screen asks for")
struct NoteRequestTests {
  private let reports = Reports()

  private func bench() async -> ListBench {
    let bench = ListBench(["a.md": "# Alpha\none", "b.md": "# Beta\ntwo"])
    await bench.start()
    bench.wireframe.asked = []
    return bench
  }

  private func ask(
    _ bench: ListBench, _ request: NoteRequest, _ note: String = "a.md", answer: Answer? = nil
  ) async {
    bench.presenter.change(NoteID(note), by: request) { [reports] in reports.outcomes.append($0) }
    if let answer { bench.wireframe.questions.answer(answer) }
    await bench.work.whenIdle()
  }

  @Test("The list asks its own question, reports what it did, and its undo takes it back")
  func renames() async {
    let bench = await bench()
    await ask(bench, .rename, answer: .typed("Gamma"))
    #expect(bench.wireframe.asked == ["New title: Alpha"])
    #expect(
      reports.outcomes == [
        .done("Renamed to “Gamma”.", touched: [NoteID("a.md"), NoteID("Gamma.md")])
      ])
    #expect(bench.presenter.state.message.text == "Renamed to “Gamma”. Press u to undo.")
    await ask(bench, .undo, "Gamma.md")
    #expect(
      reports.outcomes.last
        == .done("“Alpha” is back as a.md.", touched: [NoteID("Gamma.md"), NoteID("a.md")]))
    await ask(bench, .undo, "a.md")
    #expect(reports.outcomes.last == .failed("Nothing to undo."))
  }

  @Test("A note is moved, pinned and trashed without being selected")
  func others() async {
    let bench = await bench()
    await ask(bench, .move, answer: .typed("work"))
    await ask(bench, .pin, "work/a.md")
    await ask(bench, .trash(asks: true), "work/a.md", answer: .chosen("yes"))
    #expect(
      reports.outcomes == [
        .done("Moved “Alpha” to work/.", touched: [NoteID("a.md"), NoteID("work/a.md")]),
        .done("“Alpha” is pinned to the top of the list.", touched: []),
        .done("Moved “Alpha” to the trash.", touched: []),
      ])
  }

  @Test("Nothing is reported without an answer, and a failure is reported")
  func failures() async {
    let bench = await bench()
    await ask(bench, .trash(asks: true), answer: .chosen("no"))
    #expect(reports.outcomes.isEmpty)
    await ask(bench, .rename, answer: .typed("  "))
    #expect(reports.outcomes == [.failed("A note needs a title.")])
    await ask(bench, .trash(asks: false), "gone.md")
    #expect(reports.outcomes.count == 2)
  }
}
