import Entities
import FakeTerminal
import Services
import Terminal
import TestSupport
import Testing
import UseCases
import Viper
import Lists

@testable import Agenda

@MainActor
@Suite("The agenda's screen")
struct AgendaScreenTests {
  private typealias Fixture = AgendaFixture

  private func week() -> AgendaFixture {
    AgendaFixture([
      Fixture.task("Late", "2026-02-27"),
      Fixture.task("Now", "2026-03-02", line: 2) {
        $0.priority = .highest
      }, Fixture.task("Soon", "2026-03-03", line: 3),
      Fixture.task("Midweek", "2026-03-05", line: 4),
      Fixture.task("Next", "2026-03-10", line: 5),
      Fixture.task("Far", "2027-01-01", line: 6) { $0.recurrence = "every year" },
      Fixture.task("Some day", line: 7, note: "a/b.md"),
    ])
  }

  @Test("T1: tasks appear in their groups, and empty groups are left out; T2: tasks show their day")
  func groups() async {
    let all = week()
    await all.start()
    #expect(
      all.text() == [
        " Overdue 1",
        "  ☐ Late                      n                  Fri 27 Feb",
        " Today 1",
        "> ☐ !!! Now                   n",
        " Tomorrow 1",
        "  ☐ Soon                      n                     Tuesday",
        " Later This Week 1",
        "  ☐ Midweek                   n                    Thursday",
        " Next Week 1",
        "  ☐ Next                      n                  Tue 10 Mar",
        " Later 1",
        "  ☐ Far (every year)          n              Fri 1 Jan 2027",
        " No Date 1",
        "  ☐ Some day                  b",
      ])
    #expect(all.screen.chrome.state == "7 tasks")
    await all.press("j", "j", "Enter", "]", "Enter", "[", "[", "Enter", "G", "Enter", "g", "Enter")
    #expect(
      all.wireframe.gone == [
        "open n.md:4", "open n.md:5", "open n.md:3", "open a/b.md:7", "open n.md:1",
      ])
  }

  @Test("T2: an agenda without tasks says how to get some")
  func empty() async {
    let all = AgendaFixture([])
    await all.start()
    #expect(all.text()[0] == "  No open tasks.")
    await all.press("x", "r", "Enter", "j", "G", "]")
    #expect(all.wireframe.gone.isEmpty)
  }

  @Test("T5: a done task stays in its row until the agenda is refreshed; u opens it again")
  func toggles() async {
    let all = week()
    await all.start()
    await all.press("x")
    #expect(all.text()[3] == "> ☑ !!! Now                   n")
    #expect(all.message == "“Now” is done. Press u to undo.")
    #expect(all.parent.changed == [NoteID("n.md")])
    #expect(await all.vault.facts("Now")?.type == .done)
    await all.press("u")
    #expect(all.text()[3] == "> ☐ !!! Now                   n")
    #expect(await all.vault.facts("Now")?.type == .todo)
    await all.press("u")
    #expect(all.message == "Nothing to undo.")
    await all.press("x", "x")
    #expect(all.message == "“Now” is open again. Press u to undo.")
    #expect(all.text()[3].contains("☐"))
    await all.press("x", "F5")
    #expect(!all.text().contains { $0.contains("Now") })
    #expect(all.text()[3].hasPrefix("> ☐ Soon"))
  }

  @Test("A task that cannot be written stays unchanged, and the reason is shown")
  func fails() async {
    let all = week()
    await all.start()
    await all.vault.store.fail(next: .noSpace("n.md".path))
    await all.press("g", "x")
    #expect(all.text()[1].hasPrefix("> ☐ Late"))
    #expect(all.message.hasPrefix("The disk is full"))
    // The task's line has changed meanwhile.
    all.vault.change("Late") { $0.words = "Other" }
    await all.press("x")
    #expect(all.message == "n.md was changed by another program since it was opened.")
    await all.vault.rewrite { _ in "" }
    all.presenter.notesChangedOutside([])
    await all.work.whenIdle()
    #expect(all.text()[0] == "  No open tasks.")
  }

  @Test("x ticks the selected task even if its lines moved")
  func moved() async {
    let all = week()
    await all.start()
    await all.vault.rewrite { String(repeating: "\n", count: 10) + $0 }
    await all.press("x")
    #expect(await all.vault.facts("Now")?.type == .done)
    #expect(all.text()[3].hasPrefix("> ☑"))
  }

  @Test("T5: a task is put off to a day in plain words")
  func reschedules() async {
    let all = week()
    await all.start()
    await all.press("g", "r")
    #expect(all.wireframe.gone == ["day 2026-02-27 of Late"])
    #expect(all.wireframe.form?.reading("tomorrow") == "Tuesday, 3 March 2026")
    await all.putOff("tomorrow")
    #expect(all.message == "“Late” is due on Tuesday, 3 March 2026. Press u to undo.")
    #expect(await all.vault.facts("Late")?.due?.text == "2026-03-03")
    // The cursor follows the task.
    #expect(all.text().first { $0.hasPrefix(">") }?.contains("Late") == true)
    await all.press("r")
    await all.putOff("2026-03-03")
    #expect(all.message == "It stays as it is.")
    await all.putOff("nonsense")
    #expect(all.replies[..<2] == [nil, nil])
    #expect(all.replies[2]?.hasPrefix("Not a date: “nonsense”.") == true)
  }

  @Test("A failed change is reported where it was typed and can be sent again")
  func keepsTyped() async {
    let all = week()
    await all.start()
    await all.vault.store.fail(next: .noSpace("Tasks.md".path))
    await all.add("Call Ann", "tomorrow")
    #expect(all.replies[0]?.hasPrefix("The disk is full") == true)
    #expect(all.message == all.replies[0] && all.screen.chrome.tone == .warning)
    await all.add("Call Ann", "frx")
    #expect(all.replies[1]?.hasPrefix("Not a date: “frx”.") == true)
    await all.add("Call Ann", "tomorrow")
    #expect(all.replies[2] == nil && all.message.hasPrefix("Added “Call Ann”"))
    await all.press("g", "r")
    await all.vault.store.fail(next: .noSpace("n.md".path))
    await all.putOff("tomorrow")
    #expect(all.replies[3]?.hasPrefix("The disk is full") == true)
    #expect(await all.vault.facts("Late")?.due?.text == "2026-02-27")
    await all.putOff("tomorrow")
    #expect(all.replies[4] == nil)
    #expect(await all.vault.facts("Late")?.due?.text == "2026-03-03")
  }

  @Test("Messages show only the start of long task words, and then the result")
  func longWords() async {
    let all = AgendaFixture([])
    await all.start()
    await all.add("So much that it is more than a line of news can hold", "tomorrow")
    #expect(
      all.message == "Added “So much that it is more tha…” for Tuesday, 3 March 2026 to Tasks.md."
        + " Press u to undo.")
  }

  @Test("T3: typed words become a task on their day")
  func adds() async {
    let all = AgendaFixture([])
    await all.start()
    await all.press("a")
    #expect(all.wireframe.gone == ["task "])
    await all.add("Call Ann", "tomorrow")
    #expect(
      all.text()[0...1].map { String($0.prefix(12)) } == [" Tomorrow 1", "> ☐ Call Ann"])
    #expect(
      all.message
        == "Added “Call Ann” for Tuesday, 3 March 2026 to Tasks.md. Press u to undo.")
  }

  @Test("Filters narrow the agenda and appear in the title, and Esc drops them before going back")
  func filters() async {
    let all = week()
    await all.start()
    await all.press("/", "N", "o", "w", "Enter")
    #expect(all.text().count == 2 && all.text()[1].contains("Now"))
    #expect(all.screen.chrome.title == "Agenda /Now")
    await all.press("Esc", "p")
    #expect(all.screen.chrome.title == "Agenda highest")
    #expect(all.text().count == 2)
    await all.press("Esc", "F")
    all.presenter.folderWasTyped("/a/")
    await all.work.whenIdle()
    #expect(all.screen.chrome.title == "Agenda a/")
    #expect(all.text() == [" No Date 1", "> ☐ Some day                  b"])
    all.presenter.tagWasTyped("#none")
    await all.work.whenIdle()
    #expect(all.text()[0] == "  No open task is among those chosen.")
    #expect(!all.isClosed)
    await all.press("Esc")
    #expect(all.screen.chrome.title == "Agenda")
    await all.press("Esc")
    #expect(all.isClosed)
  }

  @Test("Tomorrow's tasks become today's at midnight, and no timer fires before that")
  func midnight() async {
    let all = week()
    await all.start()
    #expect(all.scheduler.nextDelay == .seconds(15 * 3600))
    all.scheduler.advance(by: .seconds(15 * 3600 - 1))
    #expect(all.text()[2] == " Today 1")
    all.scheduler.advance(by: .seconds(1))
    let text = all.text()
    #expect(text[0] == " Overdue 2" && text[3] == " Today 1" && text[4].contains("Soon"))
    #expect(all.scheduler.nextDelay == .seconds(24 * 3600))
    all.presenter.moduleWasRemoved()
    #expect(!all.scheduler.hasTimers)
  }

  @Test("The next key notices a clock that jumped while the computer slept")
  func slept() async {
    let all = week()
    await all.start()
    all.clock.advance(by: .seconds(24 * 3600))
    await all.press("j")
    #expect(all.text()[0] == " Overdue 2")
  }

  @Test("Clicks select, open and toggle; the wheel moves")
  func mouse() async {
    let all = week()
    await all.start()
    _ = all.text()
    let at = { (row: Int, column: Int) in
      InputEvent.mouse(MouseEvent(.press, at: Point(row: row, column: column)))
    }
    // Without a window the list counts clicked rows from its top.
    _ = all.screen.handle(at(1, 12))
    #expect(all.text()[1].hasPrefix("> ☐ Late") && all.wireframe.gone.isEmpty)
    _ = all.screen.handle(at(1, 12))
    #expect(all.wireframe.gone == ["open n.md:1"])
    _ = all.screen.handle(.mouse(MouseEvent(.wheelDown, at: Point(row: 0, column: 0))))
    #expect(all.text().contains { $0.hasPrefix("> ") })
  }

  @Test("The smallest window shows the selected task with its words")
  func tiny() async {
    let all = week()
    await all.start()
    await all.press("G")
    #expect(all.text(20, 2) == [" No Date 1", "> ☐ Some day       ▐"])
    #expect(all.text(20, 1) == ["> ☐ Some day       ▐"])
    _ = all.text(500, 200)
  }

  @Test("Every part of a dropped agenda screen is freed")
  func freed() {
    let probe = LeakProbe()
    do {
      let vault = MemoryTasks([])
      let tasks = TaskCases.of(vault.store, tasks: vault, texts: vault)
      let built = AgendaBuilder.make(
        tasks: tasks, work: Work(), clock: ManualClock(), scheduler: ManualScheduler(),
        weekStart: .monday, wireframe: FakeAgendaWireframe(), didChange: { _ in })
      probe.watch(built.module)
      #expect(probe.leaks.count == 4)
    }
    #expect(probe.leaks == [])
  }
}

extension String {
  fileprivate var path: NotePath { NotePath(self) }
}
