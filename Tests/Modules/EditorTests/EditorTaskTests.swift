import Services
import Terminal
import TestSupport
import Testing
import Viper
import TextEngine

@testable import Editor

@MainActor
@Suite("The editor's task ticking")
struct EditorTaskTests {
  @Test("C-t changes the line as in other views, one undo reverts it, and a refusal is reported")
  func ticks() async {
    let bench = EditorBench(
      .note(EditorBench.note), ["a.md": "- [ ] one\n- [ ] never\n"], tasks: BoxTexts())
    await bench.open()
    bench.press("C-t")
    #expect(bench.interactor.text.bytes == Array("- [x] one\n- [ ] never\n".utf8))
    bench.press("C-z")
    #expect(bench.interactor.text.bytes == Array("- [ ] one\n- [ ] never\n".utf8))
    bench.press("Down", "C-t")
    #expect(bench.presenter.scene.state.message.text == "This cannot be changed.")
    #expect(bench.presenter.scene.state.message.isWarning && !bench.interactor.isDirty)
  }
}
