import Entities
import Services
import Terminal
import TestSupport
import Testing
import Viper

@testable import NoteList

@MainActor
@Suite("Ticking tasks from the list")
struct NoteListTaskTests {
  private func bench(_ text: String) async -> ListBench {
    let bench = ListBench(["a.md": text])
    await bench.start()
    return bench
  }

  @Test("A single open task is ticked at once, the preview follows, and u opens the task again")
  func one() async {
    let bench = await bench("# A\n- [x] old\n- [ ] new\n")
    await bench.press("x")
    #expect(await bench.store.text(of: NoteID("a.md")) == "# A\n- [x] old\n- [x] new\n")
    #expect(bench.presenter.state.message.text == "Done: “new”. Press u to undo.")
    #expect(bench.wireframe.preview.heard.last == "reload a.md")
    await bench.press("u")
    #expect(await bench.store.text(of: NoteID("a.md")) == "# A\n- [x] old\n- [ ] new\n")
    #expect(bench.presenter.state.message.text == "The task is open again.")
  }

  @Test("One of several open tasks is chosen, and a note without any says so")
  func several() async {
    let bench = await bench("- [ ] one\n- [ ] two\n- [/] three\n")
    await bench.press("x")
    #expect(bench.wireframe.takeAsked() == ["Which task of “a” is done? one, two, three"])
    bench.wireframe.questions.answer(.chosen("1"))
    await bench.work.whenIdle()
    #expect(await bench.store.text(of: NoteID("a.md")) == "- [ ] one\n- [x] two\n- [/] three\n")
    bench.wireframe.questions.answer(.chosen("1"))
    await bench.work.whenIdle()
    #expect(await bench.store.text(of: NoteID("a.md")) == "- [ ] one\n- [x] two\n- [/] three\n")
    await bench.store.change(NoteID("a.md"), to: "- [x] one\n")
    await bench.press("x")
    #expect(bench.presenter.state.message.text == "“a” has no open task.")
  }

  @Test("A missing note and a task that changed or cannot change are reported")
  func fails() async {
    let bench = await bench("- [ ] never\n")
    await bench.press("x")
    #expect(bench.presenter.state.message.isWarning)
    #expect(bench.presenter.state.message.text.contains("This cannot be changed"))
    await bench.store.change(NoteID("a.md"), to: "- [ ] one\n- [ ] two\n")
    await bench.press("x")
    await bench.store.change(NoteID("a.md"), to: "- [ ] two\n- [ ] three\n")
    bench.wireframe.questions.answer(.chosen("0"))
    await bench.work.whenIdle()
    #expect(bench.presenter.state.message.text.contains("changed by another program"))
    await bench.store.remove(NoteID("a.md"))
    await bench.press("x", "u")
    #expect(bench.presenter.state.message.text == "Nothing to undo. C-z again goes to the shell.")
  }

  @Test("An undo that fails can be tried again")
  func failedUndo() async {
    let bench = await bench("- [ ] one\n")
    await bench.press("x")
    await bench.store.change(NoteID("a.md"), to: "- [-] one\n")
    await bench.press("u")
    #expect(bench.presenter.state.message.isWarning)
    await bench.store.change(NoteID("a.md"), to: "- [x] one\n")
    await bench.press("u")
    #expect(await bench.store.text(of: NoteID("a.md")) == "- [ ] one\n")
  }
}
