import Entities
import FakeTerminal
import OpenVault
import Services
import Terminal
import TestSupport
import Testing
import TextEngine
import Viper

@testable import Editor

@MainActor
@Suite("The editor's panes: what vim and emacs call windows")
struct EditorPanesTests {
  private func bench(
    opened: [String] = [], _ keymap: KeymapStyle = .vim
  ) async -> EditorBench {
    let bench = EditorBench(
      .note(EditorBench.note), ["a.md": "[[b]]\n", "b.md": "x\n", "Tea.md": "x\n"], keymap: keymap)
    await bench.open(columns: 120, rows: 24)
    let recent = bench.interactor.services.state.recent
    for name in opened { _ = try? await recent.change { $0.open(NoteID(name)) } }
    return bench
  }

  @Test("Without a name a split shows the note that was open before, and says so")
  func recent() async {
    let bench = await bench(opened: ["Tea.md", "b.md", "a.md"])
    bench.press("C-w", "v")
    await bench.settle()
    bench.press("C-w", "s")
    await bench.settle()
    #expect(bench.wireframe.asked == ["beside: b.md on left", "beside: b.md on above"])
    let message = "“a” is shown once: the note before it, “b”, is next to it now."
    #expect(bench.wireframe.notices == [message, message])
    #expect(bench.wireframe.heldCount == 0)
  }

  @Test("In emacs's keymap the cursor stays in its window after a split")
  func emacs() async {
    let bench = await bench(opened: ["b.md", "a.md"], .emacs)
    bench.press("C-x", "3")
    await bench.settle()
    #expect(bench.wireframe.asked == ["beside: b.md on right", "focus here"])
    bench.presenter.paneChanged(to: .holder)
    bench.press("C-x", "2")
    #expect(bench.message == "Two notes are shown already. C-x 4 f replaces the other one.")
  }

  @Test("Without another note the split shows the preview, and a third note is refused")
  func preview() async {
    let bench = await bench(opened: ["a.md"])
    bench.press("C-w", "v")
    await bench.settle()
    #expect(bench.wireframe.asked == ["slots moved"] && bench.screen.state.showsPreview)
    #expect(
      bench.message == "A note is shown once: this is its preview. F9 shows another note instead.")
    bench.press("C-w", "v")
    await bench.settle()
    #expect(bench.message == "No other note was opened lately. F9 shows one by its name.")
    bench.presenter.paneChanged(to: .held)
    bench.press("C-w", "v")
    await bench.settle()
    #expect(
      bench.message
        == "E36: Not enough room: two notes are shown. :vs NAME replaces the other one.")
    #expect(bench.wireframe.heldCount == 0)
  }

  @Test(
    "A line with a name opens that note, asks which one, or says that there is none",
    arguments: [
      (":vs b", "beside: b.md on left"), (":sp Tea", "beside: Tea.md on above"),
      (":vert bel new b", "beside: b.md on right"), (":new", "beside: new on above"),
      (":vne", "beside: new on left"),
    ])
  func named(line: String, asked: String) async {
    let bench = await bench()
    bench.type(line)
    bench.press("Enter")
    await bench.settle()
    #expect(bench.wireframe.asked == [asked] && bench.wireframe.heldCount == 0)
    bench.type(":vs x")
    bench.press("Enter")
    await bench.settle()
    #expect(bench.wireframe.asked.last?.hasPrefix("which of [") == true)
    bench.wireframe.answer(.chosen("0"))
    #expect(bench.wireframe.asked.last?.hasSuffix(".md on left") == true)
  }

  @Test("A name without a note opens nothing, and the note itself is not opened twice")
  func unknown() async {
    let bench = await bench()
    for (line, message) in [
      (":vs nothing like it", "No note is called “nothing like it”."),
      (":sp a", "“a” is open here already. F5 shows it beside, as a preview."),
    ] {
      bench.type(line)
      bench.press("Enter")
      await bench.settle()
      #expect(bench.message == message)
    }
    bench.press("C-w", "f")
    await bench.settle()
    #expect(bench.wireframe.asked == ["beside: b.md on above"] && bench.wireframe.heldCount == 0)
  }

  @Test("Commands that need no text go to the window's panes")
  func passesOn() async {
    let bench = await bench()
    bench.press("2", "C-w", "h", "C-w", "w", "C-w", "c", "C-w", ">")
    bench.type(":only")
    bench.press("Enter")
    #expect(
      bench.wireframe.asked == [
        "\(PaneCommand.go(.left, 2))", "\(PaneCommand.step(1))", "close",
        "\(PaneCommand.resize(isWidth: true, .by(1)))", "only",
      ])
    bench.type("x")
    bench.press("C-w", "q")
    #expect(bench.screen.chrome.tone == .warning && !bench.wasRemoved)
  }

  @Test("Two notes share the window in four ways, and each divider can be moved")
  func layouts() async {
    let bench = await bench()
    let size = Size(columns: 80, rows: 22)
    bench.presenter.paneChanged(to: .holder)
    func beside(_ change: (inout PaneLayout) -> Void) -> Rect? {
      var layout = PaneLayout()
      change(&layout)
      bench.presenter.arrange(layout)
      return bench.screen.frame(ofSlot: EditorSlot.beside, in: size)
    }
    #expect(beside { _ in } == Rect(row: 0, column: 40, rows: 22, columns: 40))
    #expect(beside { $0.isSwapped = true } == Rect(row: 0, column: 0, rows: 22, columns: 39))
    #expect(beside { $0.isStacked = true } == Rect(row: 12, column: 0, rows: 10, columns: 80))
    #expect(bench.screen.ownFrame(in: size) == Rect(row: 0, column: 0, rows: 11, columns: 80))
    #expect(beside { $0.share = 250 } == Rect(row: 0, column: 24, rows: 22, columns: 56))
    bench.presenter.arrange(PaneLayout())
    _ = bench.frame(80, 22)
    #expect(bench.presenter.move(.notes, ofWidths: true, by: 10))
    #expect(!bench.presenter.move(.notes, ofWidths: false, by: 10))
    #expect(!bench.presenter.move(.preview, ofWidths: true, by: 10))
    #expect(bench.screen.frame(ofSlot: EditorSlot.beside, in: size)?.column == 50)
    bench.mouse(.press, 4, 49)
    bench.mouse(.drag, 4, 29)
    bench.mouse(.release, 4, 29)
    #expect(bench.screen.frame(ofSlot: EditorSlot.beside, in: size)?.column == 30)
    bench.mouse(.drag, 4, 60)
    #expect(bench.screen.frame(ofSlot: EditorSlot.beside, in: size)?.column == 30)
    bench.presenter.paneChanged(to: .alone)
    #expect(bench.presenter.paneLayout == PaneLayout())
  }
}
