import Entities
import FakeTerminal
import Services
import Terminal
import TestSupport
import Testing

@testable import App

@MainActor
@Suite("The note of the command line, looked for before the first frame")
struct EarlyPlaceTests {
  @Test("Its text stands in the first frame, over the list")
  func firstFrame() async {
    let bench = AppBench(["a.md": "# Alpha\none"], place: "notes://editor/a.md", isEarly: true)
    await bench.early?.isFound()
    bench.app.start()
    #expect(bench.driver.frameCount == 1)
    #expect(bench.lines[1] == "# Alpha" && bench.lines[2] == "one")
    #expect(bench.counter?.readCount == 1)
    await bench.settle()
    #expect(bench.stack == "NoteList > Editor")
    #expect(bench.lines[2] == "one")
    await bench.press("Esc")
    #expect(bench.lines[1].hasPrefix("> Alpha"))
    #expect(bench.leaks == [])
  }

  @Test("What is typed at once goes into it")
  func typing() async {
    let bench = AppBench(["a.md": "one"], place: "notes://editor/a.md", isEarly: true)
    await bench.early?.isFound()
    bench.app.start()
    bench.app.process([.key("x"), .key("C-s")])
    await bench.settle()
    #expect(await bench.store?.text(of: NoteID("a.md")) == "xone")
  }

  @Test("A part of it is gone to")
  func part() async {
    let bench = AppBench(
      ["a.md": "# A\n\nx\n\n# B\n"], place: "notes://editor/a.md#B", isEarly: true)
    await bench.early?.isFound()
    await bench.start()
    #expect(bench.driver.frame.cursor?.row == 5)
  }

  @Test("That no note is called so stands in the first frame")
  func unknown() async {
    let bench = AppBench(["a.md": "one"], place: "notes://editor/b", isEarly: true)
    await bench.early?.isFound()
    bench.app.start()
    #expect(bench.driver.frame.text.contains("No note is called “b”."))
    await bench.settle()
    #expect(bench.stack == "NoteList")
  }

  @Test("Unsaved text of it is asked about as ever")
  func unsaved() async {
    let bench = AppBench(
      ["a.md": "one"], place: "notes://editor/a.md",
      left: [
        RecoveredText(
          note: NoteID("a.md"), bytes: Array("two".utf8), kept: Timestamp(seconds: 0))
      ],
      isEarly: true)
    await bench.early?.isFound()
    await bench.start()
    #expect(bench.stack == "NoteList > Editor > Prompt")
    #expect(bench.driver.frame.text.contains("Unsaved text"))
  }

  @Test("A disk that keeps one waiting does not hold the first frame back")
  func slow() async {
    let gate = Latch()
    let bench = AppBench(
      ["a.md": "one"], place: "notes://editor/a.md", isEarly: true, gate: gate)
    bench.app.start()
    #expect(bench.driver.frameCount == 1)
    #expect(bench.stack == "NoteList")
    await gate.open()
    await bench.settle()
    #expect(bench.stack == "NoteList > Editor")
    #expect(bench.lines[1] == "one")
  }

  @Test("Its links stand in the first frame, where they are asked for")
  func links() async {
    let bench = AppBench(["a.md": "one"], place: "notes://links/a.md", isEarly: true)
    await bench.early?.isFound()
    bench.app.start()
    #expect(bench.stack == "NoteList > Links")
    #expect(bench.driver.frame.text.contains("Backlinks 0"))
    await bench.settle()
    #expect(bench.stack == "NoteList > Links")
  }

  @Test("The versions of a note that is named stand over the list, too")
  func history() async {
    let bench = AppBench(["a.md": "one"], place: "notes://history/a.md", isEarly: true)
    await bench.early?.isFound()
    bench.app.start()
    #expect(bench.stack == "NoteList > History")
    await bench.settle()
    #expect(bench.counter?.readCount == 0)
  }
}

extension EarlyPlace {
  fileprivate func isFound() async { _ = await found() }
}
