import Entities
import FakeTerminal
import Services
import Terminal
import TestSupport
import Testing
import Viper

@testable import App

private let three = ["a.md": "# Alpha\none", "b.md": "# Beta\ntwo", "c.md": "# Gamma\nthree"]

@MainActor
@Suite("The app from the first frame to the last")
struct NotesAppTests {
  @Test("The first frame is drawn before any note is read, and says that the folder is being read")
  func firstFrame() async {
    let gate = Latch()
    let bench = AppBench(three, gate: gate)
    bench.app.start()
    while bench.stack == "" { await Task.yield() }
    #expect(bench.driver.frameCount == 1)
    #expect(bench.lines[1].contains("Reading the folder…"))
    await gate.open()
    await bench.settle()
    #expect(bench.lines[1].hasPrefix("> Gamma"))
    #expect(bench.lines[0].contains("notes") && bench.lines[0].contains("3 notes"))
  }

  @Test("Many events are applied in order and drawn as one frame")
  func oneFrame() async {
    let bench = AppBench(three)
    await bench.start()
    let before = bench.driver.frameCount
    bench.app.process([.key("j"), .key("j"), .key("k"), .key("j")])
    #expect(bench.driver.frameCount == before + 1)
    #expect(bench.lines[3].hasPrefix("> Alpha"))
    bench.app.process([])
    #expect(bench.driver.frameCount == before + 1, "nothing changed, so nothing is drawn")
  }

  @Test("Keys that arrive at once are typed in the editor line by line, and drawn as one frame")
  func textAtOnce() async {
    let bench = AppBench(three)
    await bench.start()
    await bench.press("n")
    await bench.type("# Delta")
    await bench.press("Enter")
    let line = String(repeating: "word ", count: 40)
    let keys: [InputEvent] = (line + "q").map { .key(Key(.character($0))) }
    let before = bench.driver.frameCount
    bench.app.process(keys + [.key("Enter")] + keys + [.key("Backspace")])
    #expect(bench.driver.frameCount == before + 1)
    await bench.settle()
    await bench.press("C-s")
    #expect(await bench.store?.text(of: NoteID("Delta.md")) == "# Delta\n\(line)q\n\(line)")
  }

  @Test("Letters that arrive at once in a list work as its keys")
  func keysAtOnceInList() async {
    let bench = AppBench(three)
    await bench.start()
    bench.app.process(Array(repeating: .key("j"), count: 99) + [.key("k")])
    await bench.settle()
    #expect(bench.lines[2].hasPrefix(">"), "\(bench.lines)")
  }

  @Test("A script's question is answered only when the app is idle, with the stack")
  func answersWhenIdle() async throws {
    let bench = AppBench(three)
    bench.app.start()
    bench.app.process([.sync(4), .key("Enter"), .sync(5)])
    #expect(bench.driver.answers.isEmpty)
    await bench.settle()
    await bench.settle()
    #expect(bench.driver.answers.map(\.number) == [4, 5])
    let report = try #require(SyncReport(encoded: bench.driver.answers[1].report))
    #expect(report == SyncReport(stack: bench.stack, leaks: [], isIdle: true))
  }

  @Test("File events after the program has ended start no work")
  func endedHearsNothing() async {
    let bench = AppBench(three)
    await bench.start()
    let watch = bench.app.container.vault?.watch
    await bench.press("q")
    #expect(bench.app.ending?.exitCode == 0)
    watch?.reindex(NoteID("a.md"))
    #expect(bench.app.isIdle)
  }

  @Test("Z5 Z6 a new note is typed and saved, and is selected when the list returns")
  func newNote() async {
    let bench = AppBench(three)
    await bench.start()
    await bench.press("n")
    #expect(bench.stack == "NoteList > Editor")
    await bench.type("# Delta")
    await bench.press("C-s")
    #expect(await bench.store?.text(of: NoteID("Delta.md")) == "# Delta")
    #expect(bench.lines.contains { $0.contains("Saved Delta.md.") })
    await bench.press("Esc")
    #expect(bench.stack == "NoteList")
    #expect(bench.lines[1].hasPrefix("> Delta"))
    #expect(bench.leaks == [])
  }

  @Test("T4 each opening of a note makes a new module")
  func freshModules() async throws {
    let bench = AppBench(three)
    await bench.start()
    await bench.press("Enter")
    let first = try #require(bench.app.router.top)
    await bench.press("Esc")
    #expect(first.state == .removed)
    await bench.press("Enter")
    #expect(bench.app.router.top !== first)
    #expect(bench.leaks == [])
  }

  @Test("Termination from outside saves unsaved text, once, and reports how the app ended")
  func terminate() async {
    let bench = AppBench(three)
    await bench.start()
    await bench.press("Enter")
    await bench.type("more ")
    bench.app.terminate(Ending(exitCode: 143, message: "Ended."))
    bench.app.terminate(Ending(exitCode: 1))
    #expect(
      bench.app.ending
        == Ending(
          exitCode: 143, message: "Ended. Unsaved text is kept and offered next time."))
    let kept = bench.journal?.kept(NoteID("c.md"))
    #expect(kept.map { String(decoding: $0, as: UTF8.self) } == "more # Gamma\nthree")
    #expect(await bench.store?.text(of: NoteID("c.md")) == "# Gamma\nthree")
  }

  @Test("Termination from outside reports text that could not be saved")
  func terminateWithoutKeeping() async {
    let bench = AppBench(three)
    await bench.start()
    await bench.press("Enter")
    await bench.type("more ")
    bench.journal?.fail(next: .noSpace(NotePath("c.md")))
    bench.app.terminate(Ending(exitCode: 143, message: "Ended."))
    #expect(
      bench.app.ending?.message.hasPrefix("Ended. Unsaved text could not be kept: The disk is full")
        == true)
  }

  @Test("A closed terminal ends the app like a hang-up, and later keys do nothing")
  func closed() async {
    let bench = AppBench(three)
    await bench.start()
    let frames = bench.driver.frameCount
    bench.app.process([.closed, .key("n")])
    #expect(bench.app.ending?.exitCode == 129)
    #expect(bench.stack == "NoteList")
    #expect(bench.driver.frameCount == frames)
  }

  @Test("K13 a link to the list saves and closes the editor")
  func linkToList() async {
    let bench = AppBench(["a.md": "go to notes://list"])
    await bench.start()
    await bench.press("Enter", "End")
    await bench.type(" !")
    await bench.press("Home", "C-Right", "C-Right", "C-Right", "C-]")
    #expect(bench.stack == "NoteList")
    #expect(await bench.store?.text(of: NoteID("a.md")) == "go to notes://list !")
    #expect(bench.journal?.isEmpty == true)
    #expect(bench.leaks == [])
  }

  @Test("Unsaved text is also preserved when a switch of vaults closes the editor")
  func vaultSwitch() async {
    let bench = AppBench(["a.md": "one"])
    await bench.start()
    await bench.press("Enter", "!")
    let journal = bench.journal
    bench.app.wireframe.go(to: "notes://login")
    await bench.settle()
    #expect(bench.stack == "Login")
    #expect(journal?.kept(NoteID("a.md")) == Array("!one".utf8))
    #expect(bench.leaks == [])
  }

  @Test("K17 quitting frees every module and ends with 0")
  func quit() async {
    let bench = AppBench(three)
    await bench.start()
    await bench.press("Enter", "Esc", "Space", "Esc", "F1", "Esc", "F12", "Esc", "q")
    #expect(bench.app.ending == Ending(exitCode: 0))
    #expect(bench.stack == "")
    #expect(bench.leaks == [])
    let attached = bench.log.filter { $0.hasPrefix("attached") }.count
    #expect(attached > 5 && attached == bench.log.filter { $0.hasPrefix("detached") }.count)
  }

  @Test("F1 shows the screen's keys, F12 the live modules, and C-l redraws everything")
  func appKeys() async {
    let bench = AppBench(three, size: Size(columns: 70, rows: 24))
    await bench.start()
    await bench.press("F1")
    #expect(bench.stack == "NoteList > Help")
    #expect(bench.driver.frame.text.contains("open the note"))
    await bench.press("Esc", "F12")
    #expect(bench.stack == "NoteList > ModuleTree")
    #expect(bench.driver.frame.text.contains("Preview"))
    await bench.press("Esc", "C-l")
    #expect(bench.driver.fullRepaintCount == 1)
  }

  @Test("A second C-z in the list goes to the shell, and C-z in the editor undoes")
  func suspend() async {
    let bench = AppBench(three)
    var suspended = 0
    bench.app.suspend = { suspended += 1 }
    await bench.start()
    await bench.press("C-z")
    #expect(suspended == 0)
    #expect(bench.driver.frame.text.contains("Nothing to undo. C-z again goes to the shell."))
    await bench.press("C-z")
    #expect(suspended == 1)
    await bench.press("Enter", "x", "C-z")
    #expect(suspended == 1)
    #expect(bench.lines.contains { $0.contains("# Gamma") && !$0.contains("x") })
  }
}
