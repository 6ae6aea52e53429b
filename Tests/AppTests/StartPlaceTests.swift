import Entities
import FakeTerminal
import Services
import Terminal
import TestSupport
import Testing

@testable import App

@MainActor
@Suite("The note named on the command line")
struct StartPlaceTests {
  @Test("The note opens over the list")
  func opens() async {
    let bench = AppBench(["a.md": "# Alpha\none"], place: "notes://editor/a.md")
    await bench.start()
    #expect(bench.stack == "NoteList > Editor")
    #expect(bench.lines[1] == "# Alpha" && bench.lines[2] == "one")
    // The editor's read, and the preview's if the list had its rows before the note was found.
    #expect([1, 2].contains(bench.counter?.readCount))
    await bench.press("Esc")
    #expect(bench.lines[1].hasPrefix("> Alpha"))
    #expect(bench.leaks == [])
  }

  @Test("Keys typed before the note is found go into the note, and none to the list")
  func typing() async {
    let bench = AppBench(["a.md": "one"], place: "notes://editor/a.md")
    bench.app.start()
    bench.app.process([.key("d"), .key("x"), .key("C-s")])
    #expect(bench.stack == "")
    await bench.settle()
    #expect(await bench.store?.text(of: NoteID("a.md")) == "dxone")
  }

  @Test("Keys typed while the note's text is read go into the note")
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

  @Test("Esc closes an editor whose text is still being read, and discards the typed keys")
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

  @Test("Esc gives up a note that is not found yet")
  func givesUpLooking() async {
    let bench = AppBench(["a.md": "one"], place: "notes://editor/a.md")
    bench.app.start()
    bench.app.process([.key("x"), .key("Esc")])
    await bench.settle()
    #expect(bench.stack == "NoteList")
  }

  @Test("A part in the address moves the cursor there")
  func part() async {
    let bench = AppBench(["a.md": "# A\n\nx\n\n# B\n"], place: "notes://editor/a.md#B")
    await bench.start()
    #expect(bench.driver.frame.cursor?.row == 5)
  }

  @Test("A missing note gives a message, and keys typed for it are discarded")
  func unknown() async {
    let bench = AppBench(["a.md": "one"], place: "notes://editor/b")
    bench.app.start()
    bench.app.process([.key("d")])
    await bench.settle()
    #expect(bench.driver.frame.text.contains("No note is called “b”."))
    #expect(bench.stack == "NoteList")
  }

  @Test("Unsaved text of the note is asked about as usual")
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

  @Test("The note's links and history also open over the list", arguments: ["Links", "History"])
  func others(name: String) async {
    let bench = AppBench(["a.md": "one"], place: "notes://\(name.lowercased())/a.md")
    await bench.start()
    #expect(bench.stack == "NoteList > \(name)")
  }
}
