import FakeTerminal
import Terminal
import Testing
import Viper
import TextEngine

@testable import Editor

@MainActor
@Suite("Vim's listings and its command-line window in the editor")
struct EditorListingTests {
  private func bench(_ text: String) async -> EditorBench {
    let bench = EditorBench(.note(EditorBench.note), ["a.md": text], keymap: .vim)
    await bench.open()
    return bench
  }

  private func text(_ bench: EditorBench) -> String {
    String(decoding: bench.interactor.text.bytes, as: UTF8.self)
  }

  @Test(
    "A listing is shown, and a key that closes it and means something else is pressed in the text")
  func lists() async {
    let bench = await bench("one two\n")
    bench.type("\"ayw:reg a")
    bench.press("Enter")
    #expect(
      bench.wireframe.asked.last == "Registers: [\"Type Name Content\", \"  c  \\\"a   one \"]")
    bench.wireframe.closeList(nil)
    #expect(text(bench) == "one two\n")
    bench.wireframe.closeList("x")
    #expect(text(bench) == "ne two\n")
  }

  @Test("q: shows the history below the text; a line is edited there with all keys and run")
  func window() async {
    let bench = await bench("one\ntwo\nthree\nfour\nfive\nsix\nseven\neight\n")
    bench.type(":2d")
    bench.press("Enter")
    bench.type(":s/nosuch/x/")
    bench.press("Enter")
    bench.type("q:")
    #expect(
      bench.frame().lines.suffix(4) == [
        "Enter runs a line, C-c takes it to the c", ":2d", ":s/nosuch/x/", ":",
      ])
    #expect(bench.cursor?.row == 7)
    bench.type("kkx")
    #expect(bench.frame().text.contains(":d"))
    #expect(bench.cursor == Point(row: 5, column: 1))
    bench.type("i1")
    #expect(bench.chrome.state.contains("INSERT"))
    bench.press("Enter")
    #expect(text(bench) == "three\nfour\nfive\nsix\nseven\neight\n")
    #expect(!bench.frame().text.contains("Enter runs"))
  }

  @Test("C-f opens it with the typed line, C-c takes the line back, and :q closes it")
  func leaving() async {
    let bench = await bench("one\ntwo\nthree\n")
    bench.type(":3d")
    bench.press("C-f")
    bench.type("x0i1")
    bench.press("C-c")
    #expect(bench.frame().text.contains(":13"))
    bench.press("Backspace", "Enter")
    #expect(bench.cursor?.row == 2)
    bench.type("q:")
    bench.type("ixyz")
    bench.press("Esc")
    bench.type(":q")
    bench.press("Enter")
    #expect(!bench.frame().text.contains("Enter runs"))
    bench.type("q/:w")
    bench.press("Enter")
    #expect(
      bench.presenter.scene.state.message.text.hasPrefix("E11: Invalid in command-line window"))
    bench.type(":q!")
    bench.press("Enter")
    #expect(text(bench) == "one\ntwo\nthree\n")
    #expect(!bench.wasRemoved)
  }

  @Test("What was typed is stored when the note is left, and is there in the next run")
  func remembers() async {
    var stored: [[String: [String]]] = []
    let memory = EditorKeyMemory { stored.append($0) }
    memory.recall(["cmd": ["s/a/b/"], "search": ["two"]])
    let bench = EditorBench(
      .note(EditorBench.note), ["a.md": "one\ntwo\nthree\n"], keymap: .vim, keys: memory)
    await bench.open()
    bench.type(":2")
    bench.press("Enter")
    bench.type(":")
    bench.press("Up", "Up")
    #expect(bench.frame().text.contains(":s/a/b/"))
    bench.press("Esc")
    bench.type("/")
    bench.press("Up", "Enter")
    bench.interactor.close()
    #expect(stored == [["cmd": ["2", "s/a/b/"], "search": ["two"]]])
  }

  @Test("In normal mode C-z and C-l are the program's: the shell, and painting the screen again")
  func programKeys() async {
    let bench = await bench("one two\n")
    #expect(!bench.screen.handle(.key("C-z")))
    #expect(!bench.screen.handle(.key("C-l")))
    bench.type("i")
    #expect(bench.screen.handle(.key("C-z")))
    #expect(bench.presenter.scene.state.message.text == "“<C-z>” is not available.")
  }
}
