import Entities
import FakeTerminal
import Services
import Terminal
import TestSupport
import Testing

@testable import App

@MainActor
@Suite("The note of the command line")
struct StartPlaceTests {
  @Test("It is opened over the list")
  func opens() async {
    let bench = AppBench(["a.md": "# Alpha\none"], place: "notes://editor/a.md")
    await bench.start()
    #expect(bench.stack == "NoteList > Editor")
    #expect(bench.lines[1] == "# Alpha" && bench.lines[2] == "one")
    // The editor's, and the preview's where the list had its rows before the note was found.
    #expect([1, 2].contains(bench.counter?.readCount))
    await bench.press("Esc")
    #expect(bench.lines[1].hasPrefix("> Alpha"))
    #expect(bench.leaks == [])
  }

  @Test("What is typed before it was found goes into it, and nothing of it to the list")
  func typing() async {
    let bench = AppBench(["a.md": "one"], place: "notes://editor/a.md")
    bench.app.start()
    bench.app.process([.key("d"), .key("x"), .key("C-s")])
    #expect(bench.stack == "")
    await bench.settle()
    #expect(await bench.store?.text(of: NoteID("a.md")) == "dxone")
  }

  @Test("So does what is typed while its text is read")
  func typingWhileReading() async {
    let gate = Latch()
    let bench = AppBench(["a.md": "one"], place: "notes://editor/a.md", gate: gate)
    bench.app.start()
    while bench.stack != "NoteList > Editor" { await Task.yield() }
    bench.app.process([.key("d"), .paste(Array("x".utf8)), .key("C-s")])
    await gate.open()
    await bench.settle()
    #expect(await bench.store?.text(of: NoteID("a.md")) == "dxone")
  }

  @Test("Esc closes an editor whose text takes too long, and what was typed into it is dropped")
  func givesUpReading() async {
    let gate = Latch()
    let bench = AppBench(["a.md": "one"], place: "notes://editor/a.md", gate: gate)
    bench.app.start()
    while bench.stack != "NoteList > Editor" { await Task.yield() }
    bench.app.process([.key("d"), .key("Esc")])
    #expect(bench.stack == "NoteList")
    await gate.open()
    await bench.settle()
    #expect(bench.stack == "NoteList")
    #expect(await bench.store?.text(of: NoteID("a.md")) == "one")
  }

  @Test("Esc gives up a note that was not found yet")
  func givesUpLooking() async {
    let bench = AppBench(["a.md": "one"], place: "notes://editor/a.md")
    bench.app.start()
    bench.app.process([.key("x"), .key("Esc")])
    await bench.settle()
    #expect(bench.stack == "NoteList")
  }

  @Test("A part of it is gone to")
  func part() async {
    let bench = AppBench(["a.md": "# A\n\nx\n\n# B\n"], place: "notes://editor/a.md#B")
    await bench.start()
    #expect(bench.driver.frame.cursor?.row == 5)
  }

  @Test("That no note is called so is said, and what was typed for it goes nowhere")
  func unknown() async {
    let bench = AppBench(["a.md": "one"], place: "notes://editor/b")
    bench.app.start()
    bench.app.process([.key("d")])
    await bench.settle()
    #expect(bench.driver.frame.text.contains("No note is called “b”."))
    #expect(bench.stack == "NoteList")
  }

  @Test("Unsaved text of it is asked about as ever")
  func unsaved() async {
    let bench = AppBench(
      ["a.md": "one"], place: "notes://editor/a.md",
      left: [
        RecoveredText(
          note: NoteID("a.md"), bytes: Array("two".utf8), savedAt: Timestamp(seconds: 0))
      ])
    await bench.start()
    #expect(bench.stack == "NoteList > Editor > Prompt")
    #expect(bench.driver.frame.text.contains("Unsaved text"))
  }

  @Test("Its links and its versions come over the list, too", arguments: ["Links", "History"])
  func others(name: String) async {
    let bench = AppBench(["a.md": "one"], place: "notes://\(name.lowercased())/a.md")
    await bench.start()
    #expect(bench.stack == "NoteList > \(name)")
  }
}
