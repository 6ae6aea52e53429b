import Entities
import FakeTerminal
import Services
import Terminal
import TestSupport
import Testing
import TextEngine
import Viper

@testable import Editor

@MainActor
@Suite("The vim and emacs keys")
struct EditorKeymapTests {
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

  @Test("Vim's keys change the text, each step can be undone, and :w saves")
  func vim() async {
    let bench = await bench("one two\n", .vim)
    bench.type("dw")
    #expect(text(bench) == "two\n")
    bench.type("u")
    #expect(text(bench) == "one two\n")
    bench.type("A!")
    #expect(bench.chrome.state.contains("INSERT"))
    bench.press("Esc")
    bench.type(":w")
    #expect(bench.frame().text.contains(":w"))
    bench.press("Enter")
    await bench.settle()
    #expect(await bench.store.text(of: EditorBench.note) == "one two!\n")
    #expect(!bench.wasRemoved)
  }

  @Test("Text typed until Esc is one undo step, except for text saved meanwhile")
  func steps() async {
    let bench = await bench("one\n", .vim)
    bench.type("ohello")
    bench.press("Esc")
    bench.type("Atwo")
    bench.press("Esc")
    bench.type("u")
    #expect(text(bench) == "one\nhello\n")
    bench.type("u")
    #expect(text(bench) == "one\n")
    bench.type("Aab")
    bench.presenter.saving.save()
    await bench.settle()
    #expect(!bench.interactor.isDirty)
    bench.type("cd")
    #expect(bench.interactor.isDirty)
    bench.press("Esc")
    bench.type("u")
    #expect(text(bench) == "oneab\n")
    #expect(!bench.interactor.isDirty)
  }

  @Test("Text typed before a visual block is one undo step too")
  func blockStep() async {
    let bench = await bench("one\ntwo\n", .vim)
    bench.press("C-v")
    bench.type("jI- ")
    bench.press("Esc")
    #expect(text(bench) == "- one\n- two\n")
    bench.type("u")
    #expect(text(bench) == "one\ntwo\n")
  }

  @Test("The cursor's shape shows the mode")
  func shape() async {
    let bench = await bench("one\n", .vim)
    #expect(bench.screen.cursorShape == .block)
    bench.type("i")
    #expect(bench.screen.cursorShape == .bar)
    bench.press("Esc")
    bench.type("R")
    #expect(bench.screen.cursorShape == .underline)
    let other = await self.bench("one\n", .own)
    #expect(other.screen.cursorShape == .usual)
  }

  @Test(":q refuses to close an unsaved note, :q! discards it, and ZZ saves it")
  func leaving() async {
    let bench = await bench("one\n", .vim)
    bench.type("x:q")
    bench.press("Enter")
    await bench.settle()
    #expect(!bench.wasRemoved)
    #expect(bench.presenter.scene.state.message.text.hasPrefix("E37"))
    bench.type(":q!")
    bench.press("Enter")
    await bench.settle()
    #expect(bench.wasRemoved)
    #expect(await bench.store.text(of: EditorBench.note) == "one\n")
    let other = await self.bench("one\n", .vim)
    other.type("xZZ")
    await other.settle()
    #expect(other.wasRemoved)
    #expect(await other.store.text(of: EditorBench.note) == "ne\n")
  }

  @Test("Vim's :help opens the guide at a word, and says in vim's words if there is none")
  func help() async {
    let bench = await bench("one\n", .vim)
    for (line, asked, message) in [
      (":help", "guide ", ""), (":h gq", "guide gq", ""),
      (":help nowhere", "guide nowhere", "E149: Sorry, no help for nowhere"),
    ] {
      bench.type(line)
      bench.press("Enter")
      #expect(bench.wireframe.asked.last == asked)
      #expect(bench.presenter.scene.state.message.text == message)
    }
    #expect(text(bench) == "one\n")
  }

  @Test("Vim's marks move along with outside changes")
  func marks() async {
    let bench = await bench("one\ntwo\nthree\n", .vim)
    bench.type("jjma")
    let edit = Edit(
      in: bench.interactor.text, replacing: .zero..<(.zero), with: Array("new\n".utf8))
    bench.presenter.scene.perform(edit, then: bench.interactor.session.selections)
    bench.type("gg'ax")
    #expect(text(bench) == "new\none\ntwo\nhree\n")
  }

  @Test("With --read-only keys move and change nothing")
  func readOnly() async {
    let bench = await bench("one two\n", .vim, isReadOnly: true)
    bench.type("wx")
    #expect(text(bench) == "one two\n")
    #expect(bench.presenter.scene.state.message.text.contains("Read-only"))
    bench.type("yiw")
    #expect(!bench.interactor.isDirty)
  }

  @Test("Emacs's keys change the text, and C-x C-s saves")
  func emacs() async {
    let bench = await bench("one two\n", .emacs)
    bench.press("M-d", "C-e", "C-y")
    #expect(text(bench) == " twoone\n")
    bench.press("C-x", "C-s")
    await bench.settle()
    #expect(await bench.store.text(of: EditorBench.note) == " twoone\n")
  }

  @Test(
    "The help lists the keys that keep their meaning, and the palette lists commands without keys")
  func keptKeys() {
    let vim = EditorKeymap.table(for: .vim, nil)
    let keys = Set(vim.rows.flatMap(\.keys))
    #expect(keys.isSuperset(of: ["M-n", "M-a", "M-S-Up", "M-S-Down", "M-X", "M-(", "F11"]))
    // Vim has macros of its own, and C-t goes back as from a tag.
    #expect(keys.isDisjoint(with: ["M-M", "M-E"]))
    let back = vim.rows.filter { $0.keys.contains("C-t") }.map(\.summary)
    #expect(back == ["back to where a link was followed"])
    #expect(vim.keyless.contains { $0.name == CommandID.toggleTask.name })
    let emacs = EditorKeymap.table(for: .emacs, nil)
    #expect(emacs.rows.contains { $0.keys.contains("F11") })
    let names = Set(emacs.keyless.map(\.name))
    let wanted: [CommandID] = [.toggleTask, .toggleStrong, .reflow, .insertTemplate, .insertDate]
    #expect(names.isSuperset(of: wanted.map(\.name)))
    #expect(names.isDisjoint(with: [CommandID.transposeWords.name, CommandID.recordMacro.name]))
  }

  @Test("M-X and C-x C-f open the palette, and C-x C-c saves and goes back")
  func emacsProgram() async {
    let bench = await bench("one\n", .emacs)
    bench.press("M-X")
    bench.press("C-x", "C-f")
    #expect(bench.wireframe.asked == ["palette >", "palette "])
    bench.type("x")
    bench.press("C-x", "C-c")
    await bench.settle()
    #expect(bench.wasRemoved)
    #expect(await bench.store.text(of: EditorBench.note) == "xone\n")
  }

  @Test("Keys that have no meaning in vim keep the program's own meaning")
  func others() async {
    let bench = await bench("one\n", .vim)
    bench.press("M-2")
    #expect(text(bench) == "## one\n")
    bench.press("F7")
    #expect(bench.frame().text.contains("1 ## one"))
  }

  @Test("The person's own mappings are played; pending keys show at the cursor and are never lost")
  func ownMaps() async {
    var own = EditorOwnKeys()
    #expect(own.take("imap jk <Esc>") == nil)
    #expect(own.take("nmap <M-d> dd") == nil)
    let bench = EditorBench(
      .note(EditorBench.note), ["a.md": "one\ntwo\n"], keymap: .vim, ownKeys: own)
    await bench.open()
    bench.type("ij")
    #expect(text(bench) == "one\ntwo\n")
    #expect(bench.frame().text.contains("jne"))
    #expect(bench.chrome.state.contains("j  INSERT"))
    bench.scheduler.advance(by: .seconds(1))
    #expect(text(bench) == "jone\ntwo\n")
    #expect(bench.frame().text.contains("jone"))
    bench.type("jk")
    #expect(!bench.chrome.state.contains("INSERT"))
    #expect(text(bench) == "jone\ntwo\n")
    bench.type("ij")
    bench.click(1, 2)
    #expect(text(bench) == "jjone\ntwo\n")
    bench.type("jk")
    bench.press("M-d")
    #expect(text(bench) == "jjone\n")
    let table = bench.screen.keyTable
    #expect(table.rows.contains { $0.keys == ["M-d"] && $0.summary == "dd" })
    bench.type("aj")
    bench.presenter.moduleWasRemoved()
    #expect(text(bench).contains("jj") && text(bench).filter { $0 == "j" }.count == 3)
  }

  @Test("Yanked text and mappings from one note are available in the next")
  func keepsKeys() async {
    let memory = EditorKeyMemory()
    let first = EditorBench(
      .note(EditorBench.note), ["a.md": "one\ntwo\n"], keymap: .vim, keys: memory)
    await first.open()
    first.type("yy:nmap Q p")
    first.press("Enter")
    first.presenter.moduleWasRemoved()
    let second = EditorBench(
      .note(EditorBench.note), ["a.md": "three\n"], keymap: .vim, keys: memory)
    await second.open()
    second.type("Q")
    #expect(text(second) == "three\none\n")
    // Two notes side by side: the keys come and go.
    first.type("x")
    second.type("p")
    #expect(text(second) == "three\noone\n")
  }
}
