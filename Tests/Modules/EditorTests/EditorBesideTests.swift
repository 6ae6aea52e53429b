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
@Suite("The editor's presenter: a second note in split view, and links to parts of notes")
struct EditorBesideTests {
  private func bench(_ text: String, at part: String? = nil) async -> EditorBench {
    let bench = EditorBench(
      .note(EditorBench.note),
      ["a.md": text, "Plan.md": "# The plan\nx", "Place.md": "# Here\nx", "C#.md": "x"], at: part)
    await bench.open()
    return bench
  }

  // MARK: - Split view

  @Test(
    "F9 asks for a note by name, proposes the link at the cursor, and opens the note in the split")
  func asks() async {
    let bench = await self.bench("[[Plan#Sub|it]] x")
    bench.press("F9")
    #expect(bench.wireframe.asked == ["beside Plan#Sub?"])
    bench.wireframe.answer(.typed("Plan#Sub"))
    await bench.settle()
    #expect(bench.wireframe.asked.last == "beside: Plan.md at Sub")
    bench.press("End", "F9")
    #expect(bench.wireframe.asked.last == "beside ?")
  }

  @Test(
    "F9 finds a note by its name, its title or its words",
    arguments: [
      ("Plan", "beside: Plan.md"), ("the plan", "beside: Plan.md"),
      ("C#", "beside: C#.md"), ("Plan#One#Two", "beside: Plan.md at One#Two"),
      ("plan x", "beside: Plan.md"),
    ])
  func finds(name: String, asked: String) async {
    let bench = await self.bench("text")
    bench.presenter.split.showNote(named: name)
    await bench.settle()
    #expect(bench.wireframe.asked == [asked])
  }

  @Test("The chosen note of several is opened, and an unknown name is reported")
  func chooses() async {
    let bench = await self.bench("text")
    bench.presenter.split.showNote(named: "x")
    await bench.settle()
    #expect(bench.wireframe.asked.first?.hasPrefix("which of [") == true)
    let notes = bench.presenter.split.found.notes
    #expect(notes.count > 2)
    let chosen = notes.firstIndex { $0.id == NoteID("Place.md") }
    bench.wireframe.answer(.chosen("\(chosen ?? -1)"))
    #expect(bench.wireframe.asked.last == "beside: Place.md")
    bench.wireframe.answer(.chosen("\(notes.count)"))
    bench.presenter.split.showNote(named: " ")
    #expect(bench.message == "Type the name of a note, or words of it.")
    for name in ["nothing like it", "#Part"] {
      bench.presenter.split.showNote(named: name)
      await bench.settle()
      #expect(bench.message == "No note is called “\(name)”.")
    }
    #expect(bench.wireframe.asked.count == 2)
  }

  @Test(
    "S-F2 opens the link's note in the split at its part, and explains a link within the same note")
  func followsBeside() async {
    let bench = await self.bench("[p](Plan.md#the-plan) [[#Here]] none")
    bench.press("S-F2")
    await bench.settle()
    #expect(bench.wireframe.asked == ["beside: Plan.md at the-plan"])
    bench.press("End", "C-Left", "Left", "Left", "M-g")
    #expect(bench.message == "This link leads to no other note; C-] follows it here.")
    bench.press("End", "M-g")
    #expect(bench.message == "There is no link to a note at the cursor.")
  }

  @Test("A note is not opened in its own split; the cursor goes to the named part instead")
  func itself() async {
    let bench = await self.bench("one\n\n# End\n")
    bench.presenter.split.showNote(named: "a#End")
    await bench.settle()
    #expect(bench.wireframe.asked == [])
    #expect(bench.marked == "one\n\n|# End\n")
    bench.presenter.split.showNote(named: "a")
    await bench.settle()
    #expect(bench.message == "“a” is open here already. F5 shows it beside, as a preview.")
  }

  @Test(
    "In split view F9 switches to the other note, and a link is followed once that note is saved")
  func together() async {
    let bench = await self.bench("[[Plan]]")
    bench.presenter.paneChanged(to: .holder)
    bench.press("F9")
    #expect(bench.wireframe.asked == ["focus beside"])
    bench.press("C-]")
    #expect(bench.wireframe.asked.suffix(2) == ["save beside", "open notes://editor/Plan"])
  }

  @Test(
    "Each note in the split has its name above it, and half a window gives its text half the room")
  func head() async {
    let bench = await self.bench("one two three four")
    bench.presenter.paneChanged(to: .holder)
    let wide = bench.frame(60, 8)
    #expect(wide.rowText(0).hasPrefix(" › a"))
    #expect(wide.rowText(0).contains("saved │"))
    #expect(wide.rowText(1).hasPrefix("one two three four"))
    #expect(bench.cursor == Point(row: 1, column: 0))
    #expect(
      bench.screen.frame(ofSlot: EditorSlot.beside, in: Size(columns: 60, rows: 8))
        == Rect(row: 0, column: 30, rows: 8, columns: 30))
    bench.press("F5")
    #expect(
      bench.screen.frame(ofSlot: EditorSlot.preview, in: Size(columns: 60, rows: 18))
        == Rect(row: 10, column: 0, rows: 8, columns: 29))
    bench.presenter.paneChanged(to: .alone)
    #expect(bench.frame(60, 8).rowText(0).hasPrefix("one two"))
  }

  @Test("A narrow window shows only the note with the focus")
  func narrow() async {
    let bench = await self.bench("text")
    let size = Size(columns: 59, rows: 8)
    bench.presenter.paneChanged(to: .holder)
    #expect(bench.screen.frame(ofSlot: EditorSlot.beside, in: size) == nil)
    bench.screen.surface.focusIs(own: false, inSlot: EditorSlot.beside)
    #expect(bench.screen.frame(ofSlot: EditorSlot.beside, in: size) == Rect(size))
    #expect(bench.frame(59, 8).rowText(0).hasPrefix("   a"))
  }

  @Test("A click takes the focus before it moves the cursor")
  func click() async {
    let bench = await self.bench("text")
    bench.presenter.paneChanged(to: .held)
    _ = bench.frame()
    bench.click(1, 2)
    #expect(bench.wireframe.asked == [] && bench.marked == "te|xt")
    bench.screen.surface.focusIs(own: false, inSlot: nil)
    bench.click(1, 3)
    #expect(bench.wireframe.asked == ["focus here"] && bench.marked == "tex|t")
    bench.click(0, 1)
    #expect(bench.marked == "tex|t", "the name is no text")
  }

  // MARK: - Leaving together

  @Test("Leaving saves what must be saved, including what is typed meanwhile")
  func savesToLeave() async {
    let bench = await self.bench("text")
    var gone = 0
    bench.presenter.saveToLeave { gone += 1 }
    #expect(gone == 1, "nothing was left to save")
    bench.type("x")
    bench.presenter.saveToLeave { gone += 1 }
    bench.type("y")
    #expect(gone == 1)
    await bench.settle()
    #expect(gone == 2)
    #expect(await bench.saved() == "xytext")
  }

  @Test("If saving fails, the editor reports it and stays open")
  func failsToLeave() async {
    let bench = await self.bench("text")
    bench.type("x")
    await bench.store.fail(next: .noSpace(NotePath("a.md")))
    var gone = 0
    bench.presenter.saveToLeave { gone += 1 }
    await bench.settle()
    #expect(gone == 0 && bench.screen.chrome.tone == .warning && bench.kept() == "xtext")
    bench.press("C-s")
    await bench.settle()
    #expect(gone == 0, "a later save is no leave")
  }

  // MARK: - Parts

  @Test("A note opens at the part that a link names, with the lines after it in view")
  func opensAtPart() async {
    let lines = (1...40).map { "line \($0)\n" }.joined()
    let bench = await self.bench(lines + "# End\n" + lines, at: "End")
    #expect(bench.marked == lines + "|# End\n" + lines)
    #expect(bench.cursor == Point(row: 2, column: 0))
    bench.press("C-o")
    #expect(bench.wasRemoved, "the way back is to where the link stands")
  }

  @Test("A link to a block moves the cursor to the block, and a missing part is reported")
  func blocks() async {
    let bench = await self.bench("one\ntwo ^b1\n", at: "^b1")
    #expect(bench.marked == "one\n|two ^b1\n")
    bench.presenter.go(to: .part("Nothing"))
    await bench.settle()
    #expect(
      bench.message == "“a” has no heading or block “Nothing”." && bench.marked == "one\n|two ^b1\n"
    )
  }

  @Test(
    "Moving or typing before a part is found cancels the jump",
    arguments: [("Right" as Key, "o|ne\n\n# End\n"), ("x", "x|one\n\n# End\n")])
  func movesOn(key: Key, marked: String) async {
    let bench = await self.bench("one\n\n# End\n")
    bench.presenter.go(to: .part("End"))
    bench.press(key)
    await bench.settle()
    #expect(bench.marked == marked)
  }

  @Test("Parts are found without an index, and in a text too large to copy for the index")
  func withoutIndex() async {
    let (work, clock) = (Work(), StillClock())
    let interactor = EditorInteractor(
      opening: .note(EditorBench.note),
      services: .init(
        store: MemoryNoteStore(["a.md": "# One\n## Two\nx ^id\n# Two\n"], clock: clock),
        journal: MemoryJournal(), clock: clock, work: work))
    interactor.start(.open)
    await work.whenIdle()
    var found: [String: Int?] = [:]
    for part in ["two", "One#Two", "^id", "^i", "Three"] {
      interactor.find(.part(part)) { found.updateValue($0?.value, forKey: part) }
    }
    await work.whenIdle()
    #expect(found == ["One#Two": 6, "Three": nil, "^i": nil, "^id": 13, "two": 6])
  }

  // MARK: - Several cursors

  @Test(
    "Several cursors after the same word complete a name together; different words offer nothing")
  func completesTogether() async {
    let bench = await self.bench("x\nx\n")
    bench.press("M-S-Down", "End")
    bench.type("[[Pla")
    await bench.settle()
    #expect(bench.screen.state.offer?.rows.count == 2)
    bench.press("Enter")
    let name = bench.text.contains("Plan") ? "Plan" : "Place"
    #expect(bench.text == "x[[\(name)]]\nx[[\(name)]]\n")
    bench.press("C-z")
    #expect(bench.text == "x[[Pla\nx[[Pla\n")
    let apart = await self.bench("[[Pla\n[[Pix\n")
    apart.press("End", "M-S-Down", "C-Space")
    await apart.settle()
    #expect(apart.selections.count == 2)
    #expect(apart.screen.state.offer == nil && apart.message == "")
  }

  // MARK: - The preview

  @Test("The preview follows scrolling, and cursor moves that do not scroll are not reported to it")
  func previewFollows() async {
    let bench = await self.bench((0..<100).map { "line \($0)\n" }.joined())
    _ = bench.frame(120, 8)
    bench.press("F5")
    await bench.settle()
    #expect(bench.wireframe.preview.last?.firstLine == 0)
    let told = bench.wireframe.preview.shown.count
    bench.press("Down", "Down")
    _ = bench.frame(120, 8)
    await bench.settle()
    #expect(bench.wireframe.preview.shown.count == told)
    bench.press("PgDn", "PgDn", "PgDn")
    _ = bench.frame(120, 8)
    await bench.settle()
    #expect(bench.wireframe.preview.last?.firstLine == bench.screen.state.firstLine)
    #expect(bench.screen.state.firstLine > 10)
    #expect(bench.wireframe.preview.lastLineCount == 100)
    bench.mouse(.wheelUp, 2, 2)
    _ = bench.frame(120, 8)
    await bench.settle()
    #expect(bench.wireframe.preview.last?.firstLine == bench.screen.state.firstLine)
  }
}
