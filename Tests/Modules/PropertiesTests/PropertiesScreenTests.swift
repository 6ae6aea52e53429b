import Entities
import FakeTerminal
import Lists
import Services
import Terminal
import TestSupport
import Testing
import Viper

@testable import Properties

@MainActor
@Suite("The form of properties")
struct PropertiesScreenTests {
  private static let note = """
    status: open
    due: 2026-03-04
    draft: true
    n: 5
    tags: [work, home]
    odd: !

    """

  private func bench(
    _ texts: [String: String] = ["a.md": note], types: [String: PropertyType] = [:]
  ) async -> PropertiesBench {
    let bench = PropertiesBench(texts, types: types)
    await bench.start()
    return bench
  }

  @Test("Each property shows its name, type and value, and a list has its items below")
  func shows() async {
    let bench = await bench()
    #expect(
      bench.lines() == [
        "> status  text     open", "  due     date     2026-03-04", "  draft   check    [x]",
        "  n       number   5", "  tags    tags     2 items", "                   - work",
        "                   - home", "  odd     text     !",
      ])
    #expect(bench.screen.chrome.title == "Properties of a")
    #expect(bench.screen.chrome.state == "6 properties")
  }

  @Test("Enter edits a value and replaces the old one, and u undoes that")
  func types() async {
    let bench = await bench()
    await bench.press("Enter")
    #expect(
      bench.lines() == ["status (text) open", "text", "  done", "  on hold"])
    await bench.type("late")
    await bench.press("Enter")
    #expect(await bench.text()?.hasPrefix("status: late\ndue:") == true)
    #expect(bench.message == "“status” is late now. Press u to undo.")
    #expect(bench.changed == [[NoteID("a.md")]])
    await bench.press("u")
    #expect(await bench.text() == Self.note)
    #expect(bench.message == "The property is as it was.")
    await bench.press("u")
    #expect(bench.message == "Nothing to undo.")
  }

  @Test("C-z undoes the last change, and is the shell's key without one")
  func shellKey() async {
    let bench = await bench()
    #expect(!bench.screen.handle(.key("C-z")))
    await bench.press("j", "j", "Space")
    #expect(bench.screen.handle(.key("C-z")))
    await bench.work.whenIdle()
    #expect(await bench.text() == Self.note)
  }

  @Test("Values used in the vault are offered: Down and Enter take one, Tab completes")
  func offers() async {
    let bench = await bench()
    await bench.press("Enter", "o")
    #expect(bench.lines().dropFirst(2) == ["  open", "  on hold", "  done"])
    await bench.press("Down", "Down", "Enter")
    #expect(await bench.text()?.hasPrefix("status: on hold\n") == true)
    await bench.press("Enter", "d", "Tab")
    #expect(bench.lines()[0] == "status (text) done")
    await bench.press("Esc")
    #expect(await bench.text()?.hasPrefix("status: on hold\n") == true)
  }

  @Test("A day is typed in words and shown as a date; an invalid one is refused and stays typed")
  func days() async {
    let bench = await bench()
    await bench.press("j", "Enter")
    await bench.type("tomorrow")
    #expect(bench.lines()[1] == "2026-03-03, Tuesday")
    await bench.press("Enter")
    #expect(await bench.text()?.contains("due: 2026-03-03\n") == true)
    await bench.press("Enter")
    await bench.type("tomorow")
    await bench.press("Enter")
    #expect(
      bench.message
        == "“due” takes a day, and “tomorow” is none. Did you mean tomorrow (2026-03-03)?")
    #expect(bench.lines()[0] == "due (date) tomorow")
    await bench.press("C-u")
    await bench.type("tomorrow")
    await bench.press("Enter")
    #expect(bench.message == "Nothing to change: it is so already.")
  }

  @Test("A number is checked, Space ticks a checkbox, and an empty line removes the value")
  func numbers() async {
    let bench = await bench()
    await bench.press("j", "j", "Space")
    #expect(await bench.text()?.contains("draft: false\n") == true)
    await bench.press("Enter")
    #expect(await bench.text()?.contains("draft: true\n") == true)
    await bench.press("j", "Space")
    #expect(bench.message == "Space ticks checkboxes. Press Enter to type a value.")
    await bench.press("Enter", "x", "Enter")
    #expect(bench.message == "“n” takes a number, and “x” is none.")
    await bench.press("Backspace", "Enter")
    #expect(await bench.text()?.contains("n:\n") == true)
    #expect(bench.message == "“n” has no value now. Press u to undo.")
  }

  @Test("Items are changed, added, moved and removed one by one")
  func items() async {
    let bench = await bench()
    await bench.press("j", "j", "j", "j", "j", "Enter")
    await bench.type("job")
    await bench.press("Enter")
    #expect(await bench.text()?.contains("tags: [job, home]\n") == true)
    await bench.press("J")
    #expect(await bench.text()?.contains("tags: [home, job]\n") == true)
    #expect(bench.lines()[6] == ">                  - job")
    await bench.press("J", "d")
    #expect(await bench.text()?.contains("tags: [home]\n") == true)
    await bench.press("a")
    await bench.type("new")
    await bench.press("Enter", "k", "k", "k", "j", "a", "w", "Tab", "Enter")
    #expect(await bench.text()?.contains("tags: [home, new, work]\n") == true)
    await bench.press("a", "Enter")
    #expect(bench.message == "An item needs a text. Press Esc, then d to take it away.")
    await bench.press("Esc", "u", "u")
    #expect(await bench.text()?.contains("tags: [home]\n") == true)
    await bench.press("g", "K")
    #expect(bench.message == "Only items of a list are moved.")
    await bench.press("a")
    #expect(bench.message == "“status” is not a list. Press t to make it one.")
  }

  @Test("A property is added by a known or new name, and its value is typed next")
  func adds() async {
    let bench = await bench(["a.md": "n: 5\n"])
    await bench.press("n")
    #expect(
      bench.lines() == ["New property", "", "  status", "  tags", "  due", "  draft"])
    await bench.press("d", "u", "Tab", "Enter")
    #expect(bench.lines()[0] == "due (date)")
    await bench.type("fri")
    await bench.press("Enter")
    #expect(bench.message.hasPrefix("“due” takes a day, and “fri” is none."))
    await bench.press("C-u")
    await bench.type("tomorrow")
    await bench.press("Enter")
    #expect(await bench.text() == "n: 5\ndue: 2026-03-03\n")
    #expect(bench.lines()[1].hasPrefix("> due"))
    await bench.press("n")
    await bench.type("draft")
    await bench.press("Enter", "n")
    await bench.type("tags")
    await bench.press("Enter", "x", "Enter", "n")
    await bench.type("own")
    await bench.press("Enter", "7", "Enter")
    #expect(
      await bench.text() == "n: 5\ndue: 2026-03-03\ndraft: false\ntags: [x]\nown: 7\n")
    await bench.press("n", " ", "Enter")
    #expect(bench.message == "A property needs a name, on one line.")
    await bench.press("Backspace", "N", "Enter")
    #expect(bench.lines()[0] == "N (number) 5")
  }

  @Test("A new property's value is read as a day or a list, and Tab takes it as text")
  func guesses() async {
    let bench = await bench(["a.md": "n: 5\n"])
    await bench.press("n")
    await bench.type("start")
    await bench.press("Enter")
    await bench.type("tomorrow")
    #expect(bench.lines()[1] == "date 2026-03-03, Tuesday (Tab: as text)")
    await bench.press("Tab")
    #expect(bench.lines()[1] == "text")
    await bench.press("Tab", "Enter", "n")
    await bench.type("who")
    await bench.press("Enter")
    await bench.type("[Ann, Bob]")
    #expect(bench.lines()[1] == "list: Ann, Bob (Tab: as text)")
    await bench.press("Enter", "n")
    await bench.type("when")
    await bench.press("Enter")
    await bench.type("tomorrow")
    await bench.press("Tab", "Enter")
    #expect(
      await bench.text() == "n: 5\nstart: 2026-03-03\nwho: [Ann, Bob]\nwhen: tomorrow\n")
  }

  @Test("A name is changed, and a name already there is refused and stays typed")
  func renames() async {
    let bench = await bench()
    await bench.press("r")
    await bench.type("due")
    await bench.press("Enter")
    #expect(bench.message == "It has “due” already.")
    #expect(bench.lines()[0] == "Rename status due")
    await bench.type("2")
    await bench.press("Enter")
    #expect(await bench.text()?.hasPrefix("due2: open\n") == true)
    #expect(bench.message == "“status” is “due2” now. Press u to undo.")
    await bench.press("d")
    #expect(await bench.text()?.hasPrefix("due: ") == true)
    #expect(bench.message == "“due2” is gone. Press u to undo.")
  }

  @Test("t changes the type of a value, or asks for the value again if it does not fit")
  func changesType() async {
    let bench = await bench()
    await bench.press("t")
    #expect(bench.wireframe.questions.last == .type(of: "status"))
    bench.wireframe.questions.answer(.chosen("1"))
    await bench.work.whenIdle()
    #expect(await bench.text()?.hasPrefix("status: [open]\n") == true)
    await bench.press("t")
    bench.wireframe.questions.answer(.chosen("4"))
    await bench.work.whenIdle()
    #expect(bench.lines()[0] == "status (date) open")
    #expect(bench.lines()[1] == "“status” takes a day, and “open” is none.")
    await bench.type("tomorrow")
    await bench.press("Enter")
    #expect(await bench.text()?.hasPrefix("status: 2026-03-03\n") == true)
  }

  @Test("A property type declared in Obsidian takes priority")
  func declared() async {
    let bench = await bench(["a.md": "status: 5\n"], types: ["status": .date])
    #expect(bench.lines() == ["> status  date     5"])
    await bench.press("Enter", "x", "Enter")
    #expect(bench.message == "“status” takes a day, and “x” is none.")
  }

  @Test("A value that cannot be edited says why, and can be renamed and removed")
  func locked() async {
    let bench = await bench()
    await bench.press("G", "Enter")
    #expect(bench.message == "Left alone.")
    await bench.press("t", "Space")
    #expect(bench.message == "Left alone.")
    await bench.press("d")
    #expect(await bench.text()?.contains("odd") == false)
  }

  @Test("A note in which nothing can be changed says why above its rows")
  func readOnly() async {
    let bench = await bench(["a.md": "a: 1\nA: 2\n"])
    #expect(
      bench.lines() == ["Lines 1 and 2: twice.", "> a     number   1", "  A     number   2"])
    for key: Key in ["Enter", "n", "a", "d", "r", "t", "Space"] {
      await bench.press(key)
      #expect(bench.message == "Lines 1 and 2: twice.", "\(key)")
      #expect(bench.screen.state.edit == nil)
    }
    #expect(await bench.text() == "a: 1\nA: 2\n")
  }

  @Test(
    "With several notes a value is equal, differs or is partly missing, and a change goes to all")
  func several() async {
    let bench = await bench([
      "a.md": "status: open\ntags: [x]\nn: 1\n", "b.md": "tags: [x]\nStatus: done\n",
      "c.md": "tags: [x]\n",
    ])
    #expect(
      bench.lines() == [
        "> status  text     differs  not in 1 of 3", "  tags    tags     1 item",
        "                   - x", "  n       number   1  not in 2 of 3",
      ])
    #expect(bench.screen.chrome.title == "Properties of 3 notes")
    await bench.press("Enter")
    await bench.type("late")
    await bench.press("Enter")
    #expect(bench.message == "“status” is late now, in 3 notes. Press u to undo.")
    #expect(await bench.text("b.md") == "tags: [x]\nstatus: late\n")
    #expect(await bench.text("c.md") == "tags: [x]\nstatus: late\n")
    await bench.press("u")
    #expect(bench.message == "The properties in 3 notes are as they were.")
    #expect(await bench.text("c.md") == "tags: [x]\n")
    await bench.press("j", "a", "y", "Enter")
    #expect(await bench.text("c.md") == "tags: [x, y]\n")
    await bench.press("G", "r", "m", "Enter")
    #expect(bench.message == "“n” is “m” now, in 1 note. Press u to undo.")
    #expect(await bench.text("a.md") == "status: open\ntags: [x, y]\nm: 1\n")
  }

  @Test("One unchangeable note among several is named, and the others are changed")
  func someLeft() async {
    let bench = await bench(["a.md": "k: 1\n", "b.md": "k: 1\nK: 2\n"])
    #expect(bench.lines(60)[0] == "b.md is left alone. Lines 1 and 2: twice.")
    await bench.press("Enter", "7", "Enter")
    #expect(
      bench.message
        == "“k” is 7 now, in 1 note. Press u to undo. Left alone: b.md. Lines 1 and 2: twice.")
    #expect(await bench.text("a.md") == "k: 7\n")
  }

  @Test("Another program's changes are not overwritten but reported, and typed text stays")
  func changedMeanwhile() async {
    let bench = await bench()
    await bench.press("Enter")
    await bench.type("late")
    await bench.store.change(NoteID("a.md"), to: "status: done\n")
    await bench.press("Enter")
    #expect(bench.message.hasPrefix("a.md has other front matter than it had"))
    #expect(await bench.text() == "status: done\n")
    #expect(bench.lines()[0] == "status (text) late")
    await bench.press("Enter")
    #expect(await bench.text() == "status: late\n")
    await bench.store.change(NoteID("a.md"), to: "")
    bench.interactor.notesChangedOutside([NoteID("a.md")])
    await bench.work.whenIdle()
    #expect(bench.message == "Another program changed the front matter.")
    #expect(bench.lines().first == "  No properties yet.")
  }

  @Test("News of a note before it is read does not report another program")
  func newsBeforeFirstRead() async {
    let bench = PropertiesBench(["a.md": "status: open\n"])
    bench.presenter.moduleIsReady(RouteHandle(name: "Properties") { _ in })
    bench.interactor.notesChangedOutside([NoteID("a.md")])
    await bench.work.whenIdle()
    #expect(bench.message.isEmpty)
    #expect(bench.lines().first == "> status  text     open", "\(bench.lines())")
  }

  @Test("An edited item that has moved does not overwrite another item")
  func itemGone() async {
    let bench = await bench()
    await bench.press("j", "j", "j", "j", "j", "Enter")
    await bench.type("job")
    await bench.store.change(NoteID("a.md"), to: "tags: [home]\n")
    bench.interactor.notesChangedOutside([NoteID("a.md")])
    await bench.work.whenIdle()
    #expect(bench.message.hasSuffix("What you typed is still here."))
    await bench.press("Enter")
    #expect(bench.message == "“work” is not where it was in the list. Press Esc and look.")
    #expect(await bench.text() == "tags: [home]\n")
  }

  @Test("Editors are saved first; if that fails, nothing is written and the typed line stays")
  func savesEditors() async {
    let bench = await bench()
    bench.wireframe.refuses = true
    await bench.press("Enter", "x", "Enter")
    #expect(bench.wireframe.saves == 1)
    #expect(await bench.text() == Self.note)
    #expect(bench.lines()[0] == "status (text) x")
    bench.wireframe.refuses = false
    await bench.press("Enter")
    #expect(await bench.text()?.hasPrefix("status: x\n") == true)
  }

  @Test("A failed change or undo is reported and can be tried again")
  func fails() async {
    let bench = await bench()
    await bench.store.fail(next: .noSpace(NotePath("a.md")))
    await bench.press("Enter", "x", "Enter")
    #expect(bench.message.hasPrefix("The disk is full"))
    await bench.press("Enter")
    #expect(await bench.text()?.hasPrefix("status: x\n") == true)
    await bench.rewriting.fail(next: .noSpace(NotePath("a.md")))
    await bench.press("u")
    #expect(bench.message.hasPrefix("The disk is full"))
    await bench.press("u")
    #expect(await bench.text() == Self.note)
    await bench.store.remove(NoteID("a.md"))
    await bench.press("F5")
    #expect(bench.message.hasPrefix("a.md is gone"))
  }

  @Test("Only the visible properties of ten thousand are requested")
  func many() async {
    let text = (0..<10_000).map { "p\($0): \($0)\n" }.joined()
    let bench = await bench(["a.md": text])
    let counted = CountingPresenter(bench.presenter)
    let screen = PropertiesScreen(presenter: counted)
    counted.handle(.move(.toEnd))
    let lines = FakeFrame.drawing(screen, columns: 80, rows: 20).lines
    #expect(lines.last?.hasPrefix("> p9999") == true)
    #expect(counted.asked == 20)
  }

  @Test(
    "The screen draws and handles the mouse in windows of any size", arguments: [1, 3, 10, 20, 200])
  func sizes(columns: Int) async {
    let bench = await bench()
    for rows in [1, 2, 5] { #expect(!bench.lines(columns, rows).isEmpty) }
    #expect(bench.screen.handle(.mouse(MouseEvent(.press, at: Point(row: 0, column: 0)))))
    await bench.work.whenIdle()
    await bench.press("Esc", "g", "Enter", "o")
    for rows in [1, 2, 5] { _ = bench.lines(columns, rows) }
    #expect(bench.screen.handle(.mouse(MouseEvent(.wheelDown, at: Point(row: 3, column: 0)))))
    #expect(bench.screen.handle(.mouse(MouseEvent(.press, at: Point(row: 0, column: 0)))))
    await bench.press("Esc", "q")
  }

  @Test("A click on an offered value takes it")
  func clicks() async {
    let bench = await bench()
    await bench.press("Enter")
    _ = bench.lines()
    _ = bench.screen.handle(.mouse(MouseEvent(.press, at: Point(row: 3, column: 4))))
    #expect(bench.lines()[0] == "status (text) on hold")
  }

  @Test("Every part of a dropped properties screen is freed")
  func freed() async {
    let probe = LeakProbe()
    do {
      let bench = await bench()
      probe.watch(
        Module<any Screen>(
          name: "Properties", view: bench.screen, lifeCycle: bench.presenter,
          parts: [bench.screen, bench.presenter, bench.interactor, bench.wireframe]))
      #expect(probe.leaks.count == 4)
    }
    #expect(probe.leaks == [])
  }
}

/// Counts the rows that a view asks for.
@MainActor
private final class CountingPresenter: ListPresenting {
  private let presenter: any PropertiesPresenting
  private(set) var asked = 0

  init(_ presenter: any PropertiesPresenting) { self.presenter = presenter }

  var view: (any PropertiesView)? {
    get { presenter.view }
    set { presenter.view = newValue }
  }

  func handle(_ command: PropertiesCommand) { presenter.handle(command) }

  func row(at index: Int) -> PropertiesRow {
    asked += 1
    return presenter.row(at: index)
  }

  func showMessage(_ text: String, isWarning: Bool) {
    presenter.showMessage(text, isWarning: isWarning)
  }
}
