import Entities
import FakeTerminal
import Services
import Terminal
import TestSupport
import Testing
import Viper
import TextEngine

@testable import Editor

@MainActor
@Suite("The editor's presenter: recovered text, peeks, links to outside")
struct EditorOpeningPromptsTests {
  private let note = EditorBench.note

  // MARK: - Recovered text

  @Test("Stored text is asked about; yes restores it unsaved, and no discards it")
  func recovered() async {
    for use in [true, false] {
      let bench = EditorBench(.note(note), ["a.md": "one"], left: [.of(note, "mine")])
      await bench.open()
      #expect(bench.wireframe.asked == ["recovered, kept 2026-03-02 09:30, 1 differ?"])
      bench.wireframe.answer(.chosen(use ? "use" : "drop"))
      #expect(bench.text == (use ? "mine" : "one"))
      #expect(bench.interactor.isDirty == use)
      #expect(bench.wireframe.autosave.heard == (use ? ["changed"] : []))
      #expect((bench.journal.recovered(note) == nil) == !use)
    }
  }

  // MARK: - Peek

  @Test("Z7 a peek shows and changes nothing, and Enter turns it into a full editor")
  func peek() async {
    let bench = EditorBench(.note(note), ["a.md": "one"], asPeek: true)
    await bench.open()
    #expect(bench.frame().lines[0] == "one")
    #expect(bench.cursor == nil)
    bench.press("x", "Backspace", "C-k")
    _ = bench.screen.handle(.paste([65]))
    _ = bench.screen.handle(.mouse(MouseEvent(.press, at: Point(row: 0, column: 2))))
    #expect(bench.text == "one" && bench.marked == "|one")
    #expect(bench.wireframe.duties == nil, "nothing to autosave")
    bench.press("Enter")
    #expect(bench.wireframe.asked == ["commit"])
    #expect(bench.wireframe.duties != nil)
    #expect(bench.cursor == Point(row: 0, column: 0))
    bench.press("x")
    #expect(bench.text == "xone")
  }

  @Test("A peek that fails to open in full stays a peek, and Esc closes it")
  func peekStays() async {
    let bench = EditorBench(.note(note), ["a.md": "one"], asPeek: true)
    bench.wireframe.commits = false
    await bench.open()
    bench.press("Enter")
    #expect(bench.screen.keyTable.title == "Peek")
    bench.press("Esc")
    #expect(bench.wasRemoved)
  }

  @Test("A peek asks nothing about stored text; opening it in full asks once")
  func peekRecovered() async {
    let bench = EditorBench(
      .note(note), ["a.md": "one"], left: [.of(note, "mine")], asPeek: true)
    await bench.open()
    #expect(bench.wireframe.asked == [])
    bench.press("Enter")
    #expect(bench.wireframe.asked == ["commit", "recovered, kept 2026-03-02 09:30, 1 differ?"])
    bench.wireframe.answer(.chosen("use"))
    #expect(bench.text == "mine")
  }

  // MARK: - Links to outside

  @Test("A note that links outside the vault is read and saved there only after a yes")
  func outside() async {
    let bench = EditorBench(.note(note), ["a.md": "one"])
    await bench.store.link(note, to: "/elsewhere/a.md")
    await bench.open()
    #expect(bench.wireframe.asked == ["follow a.md to /elsewhere/a.md?"])
    #expect(!bench.interactor.isLoaded && bench.text == "")
    bench.press("x", "C-s")
    await bench.settle()
    #expect(bench.text == "")
    bench.wireframe.answer(.chosen("open"))
    await bench.settle()
    #expect(bench.frame().lines[0] == "one")
    bench.press("x", "C-s")
    await bench.settle()
    #expect(await bench.saved() == "xone")
    #expect(bench.wireframe.asked.count == 1)
  }

  @Test("Answering no closes a note outside the vault unread")
  func outsideLeft() async {
    let bench = EditorBench(.note(note), ["a.md": "one"])
    await bench.store.link(note, to: "/elsewhere/a.md")
    await bench.open()
    bench.wireframe.answer(.chosen("leave"))
    await bench.settle()
    #expect(bench.wasRemoved && bench.text == "")
  }

  @Test("A link that changes its destination before the yes is asked about again")
  func outsideElsewhere() async {
    let bench = EditorBench(.note(note), ["a.md": "one"])
    await bench.store.link(note, to: "/elsewhere/a.md")
    await bench.open()
    await bench.store.link(note, to: "/etc/passwd")
    bench.wireframe.answer(.chosen("open"))
    await bench.settle()
    #expect(
      bench.wireframe.asked == ["follow a.md to /elsewhere/a.md?", "follow a.md to /etc/passwd?"])
    #expect(bench.text == "")
  }

  @Test("A link that changes its destination during editing is not written through")
  func outsideMoved() async {
    let bench = EditorBench(.note(note), ["a.md": "one"])
    await bench.store.link(note, to: "/elsewhere/a.md")
    await bench.open()
    bench.wireframe.answer(.chosen("open"))
    await bench.settle()
    await bench.store.link(note, to: "/etc/passwd")
    bench.press("x", "C-s")
    await bench.settle()
    #expect(bench.message.hasPrefix("a.md is a link to /etc/passwd, outside the vault"))
    #expect(bench.kept() == "xone")
    await bench.store.followLink(of: note, to: "/etc/passwd")
    #expect(await bench.saved() == "one")
  }

  @Test("A peek at a note outside the vault says so, and asks when it is opened in full")
  func outsidePeek() async {
    let bench = EditorBench(.note(note), ["a.md": "one"], asPeek: true)
    await bench.store.link(note, to: "/elsewhere/a.md")
    await bench.open()
    #expect(bench.message == "A link to /elsewhere/a.md, outside the vault.")
    #expect(bench.wireframe.asked == [])
    bench.press("Enter")
    #expect(bench.wireframe.asked == ["commit", "follow a.md to /elsewhere/a.md?"])
  }
}
