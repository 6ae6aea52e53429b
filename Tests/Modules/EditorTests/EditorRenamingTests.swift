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
@Suite("Renaming headings and blocks")
struct EditorRenamingTests {
  private static let key: Key = "M-H"

  @Test(
    "M-H asks for a new name of the heading or block in the cursor's line",
    arguments: [
      ("# A\n## Go|als\n", "part Goals?"), ("|# A\n", "part A?"), ("# A|\n## A\n", "part A?"),
      ("- milk |^one-2\n", "part one-2?"), ("Title|\n=====\n", "part Title?"),
      ("## C# and #|2\n", "part C# and #2?"), ("# 日|本 🎉\n", "part 日本 🎉?"),
    ])
  func asks(text: String, question: String) async {
    let bench = await EditorBench.marked(text)
    bench.press(Self.key)
    await bench.settle()
    #expect(bench.wireframe.asked.last == question)
  }

  @Test(
    "On other lines M-H says what it is for and asks nothing",
    arguments: ["te|xt\n# A\n", "|\n", "- milk ^|\n", "a^|b\n", "# A\n# A|\n", "# A\n## a|\n"])
  func asksNothing(text: String) async {
    let bench = await EditorBench.marked(text)
    bench.press(Self.key)
    await bench.settle()
    #expect(bench.wireframe.asked.filter { $0.hasPrefix("part") } == [])
    #expect(!bench.screen.chrome.message.isEmpty)
  }

  @Test("Typed text is saved before the question, and blanks around the name are removed")
  func savesFirst() async {
    let bench = await EditorBench.marked("# |Goals\n")
    bench.type("Our ")
    bench.press(Self.key)
    await bench.settle()
    #expect(await bench.saved() == "# Our Goals\n")
    #expect(bench.wireframe.asked.last == "part Our Goals?")
    bench.wireframe.answer(.typed("  All aims "))
    #expect(bench.wireframe.asked.last == "rename a.md#Our Goals to All aims")
  }

  @Test("An empty or unchanged name renames nothing", arguments: ["", "  ", "Goals"])
  func refuses(words: String) async {
    let bench = await EditorBench.marked("# |Goals\n")
    bench.press(Self.key)
    await bench.settle()
    bench.wireframe.answer(.typed(words))
    #expect(bench.wireframe.asked.last == "part Goals?")
    #expect(!bench.screen.chrome.message.isEmpty)
  }

  @Test("A rename is reported instead of an outside change, and the next undo reverts all of it")
  func takesBack() async {
    let bench = await EditorBench.marked("# |Goals\n")
    bench.press(Self.key)
    await bench.settle()
    bench.wireframe.answer(.typed("Aims"))
    await bench.store.change(EditorBench.note, to: "# Aims\n")
    bench.wireframe.tellRenaming(.renamed(inNotes: 3))
    bench.presenter.noteChangedOutside()
    await bench.settle()
    #expect(
      bench.screen.chrome.message
        == "Renamed, with the links in 2 other notes. C-z takes it back.")
    bench.press("C-z")
    #expect(bench.wireframe.asked.last == "part's name back")
    bench.wireframe.tellRenaming(.tookBack)
    #expect(bench.screen.chrome.message == "It has its old name back, in all notes.")
  }

  @Test("After another edit undo affects only the text again, and a failure is reported")
  func undoesEdits() async {
    let bench = await EditorBench.marked("# |Goals\n")
    bench.press(Self.key)
    await bench.settle()
    bench.wireframe.answer(.typed("Aims"))
    bench.wireframe.tellRenaming(.failed("Another program changed it."))
    #expect(bench.screen.chrome.message == "Another program changed it.")
    #expect(bench.screen.chrome.tone == .warning)
    bench.wireframe.tellRenaming(.renamed(inNotes: 1))
    bench.type("x")
    bench.press("C-z")
    #expect(bench.wireframe.asked.filter { $0 == "part's name back" } == [])
    #expect(bench.interactor.text.bytes == Array("# Goals\n".utf8))
  }

  @Test("M-H and M-B ask to save a new note first, and do nothing in a peek")
  func newNote() async {
    let bench = EditorBench(.newNote(folder: NotePath("")))
    await bench.open()
    bench.press(Self.key)
    #expect(bench.screen.chrome.message == "Save the note first to link to it.")
    bench.press("M-B")
    #expect(bench.screen.chrome.message == "Save the note first to see its links.")
    let peek = EditorBench(.note(EditorBench.note), ["a.md": "# A\n"], asPeek: true)
    await peek.open()
    peek.press(Self.key, "M-B")
    await peek.settle()
    #expect(peek.wireframe.asked == [])
  }

  @Test("M-B saves, then shows the note's links")
  func showsLinks() async {
    let bench = await EditorBench.on("x")
    bench.type("y")
    bench.press("M-B")
    await bench.settle()
    #expect(await bench.saved() == "yx")
    #expect(bench.wireframe.asked.last == "links of a.md")
  }
}
