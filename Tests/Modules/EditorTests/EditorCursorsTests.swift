import FakeTerminal
import Terminal
import TestSupport
import Testing
import TextEngine
import Viper

@testable import Editor

@MainActor
@Suite("Several cursors with vim and emacs keys")
struct EditorCursorsTests {
  private func bench(
    _ text: String, _ keymap: KeymapStyle, isReadOnly: Bool = false
  ) async -> EditorBench {
    let bench = EditorBench(
      .note(EditorBench.note), ["a.md": text], keymap: keymap, isReadOnly: isReadOnly)
    await bench.open()
    return bench
  }

  private func text(_ bench: EditorBench) -> String {
    String(decoding: bench.interactor.text.bytes, as: UTF8.self)
  }

  private func cursorCount(_ bench: EditorBench) -> Int {
    bench.interactor.session.selections.count
  }

  @Test("Cursors added with the editor's own keys obey vim's keys, and Esc drops them")
  func vim() async {
    let bench = await bench("one a\ntwo a\nend\n", .vim)
    bench.press("M-S-Down")
    bench.type("A!")
    #expect(text(bench) == "one a!\ntwo a!\nend\n")
    bench.press("Esc")
    #expect(cursorCount(bench) == 2)
    bench.type("u")
    #expect(text(bench) == "one a\ntwo a\nend\n")
    #expect(!bench.interactor.isDirty)
    bench.press("Esc")
    #expect(cursorCount(bench) == 1)
    #expect(!bench.wasRemoved)
    bench.type("gg0")
    bench.press("M-n")
    #expect(bench.presenter.scene.state.keys?.mode == "VISUAL")
    bench.press("Esc")
    #expect(bench.presenter.scene.state.keys?.mode == "")
  }

  @Test("With several cursors a request to the program is made only once")
  func program() async {
    let bench = await bench("one\ntwo\n", .vim)
    bench.press("M-S-Down")
    bench.type("x:w")
    bench.press("Enter")
    await bench.settle()
    #expect(await bench.store.text(of: EditorBench.note) == "ne\nwo\n")
    #expect(cursorCount(bench) == 2)
    bench.type("ZZ")
    await bench.settle()
    #expect(bench.wasRemoved)
  }

  @Test("An outside change to the text leaves all cursors where they were")
  func outside() async {
    let bench = await bench("one\ntwo\n", .vim)
    bench.press("M-S-Down")
    bench.type("A1")
    let edit = Edit(
      in: bench.interactor.text, replacing: .zero..<(.zero), with: Array("new\n".utf8))
    let selections = bench.interactor.session.selections
    bench.interactor.document.apply(
      edit, as: .other, from: selections, to: selections.mapped(through: edit), isOwn: false)
    bench.type("2")
    #expect(text(bench) == "new\none12\ntwo12\n")
  }

  @Test("If there are too many cursors, the nearest remain and a message says so")
  func tooMany() async {
    let bench = await bench(String(repeating: "one\n", count: 300), .vim)
    bench.press("M-a")
    #expect(cursorCount(bench) == 200)
    #expect(bench.presenter.scene.state.message.text.contains("300 cursors are too many"))
    bench.type("cx")
    #expect(text(bench).hasPrefix("x\nx\n"))
    #expect(text(bench).hasSuffix("one\none\n"))
  }

  @Test("With --read-only several cursors move and change nothing")
  func readOnly() async {
    let bench = await bench("one two\nsix ten\n", .vim, isReadOnly: true)
    bench.press("M-S-Down")
    bench.type("wx")
    #expect(text(bench) == "one two\nsix ten\n")
    #expect(bench.presenter.scene.state.message.text.contains("Read-only"))
    #expect(bench.interactor.session.selections.all.map(\.head.value) == [4, 12])
  }

  @Test("Emacs's keys apply to all cursors, and C-g drops them")
  func emacs() async {
    let bench = await bench("one a\ntwo a\n", .emacs)
    bench.press("M-S-Down", "M-d", "C-e", "C-y")
    #expect(text(bench) == " aone\n atwo\n")
    bench.press("C-_", "C-_")
    #expect(text(bench) == "one a\ntwo a\n")
    bench.press("C-g")
    #expect(cursorCount(bench) == 1)
  }
}
