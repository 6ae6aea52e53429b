import Entities
import FakeTerminal
import Services
import Terminal
import TestSupport
import Testing
import Lists

@testable import Agenda

@MainActor
@Suite("The month calendar")
struct CalendarTests {
  private func month(_ start: Weekday = .monday) async -> AgendaFixture {
    let all = AgendaFixture(
      [
        AgendaFixture.task("One", "2026-03-06"), AgendaFixture.task("Two", "2026-03-06", line: 2),
        AgendaFixture.task("April", "2026-04-01", line: 3),
      ], weekStart: start, showsCalendar: true)
    all.wireframe.notes = [Day(20_516), Day(20_518)]
    await all.start()
    return all
  }

  @Test("Each week is a row with its number, and days show their tasks and notes")
  func shows() async {
    let all = await month()
    #expect(
      all.text(48, 9) == [
        "    Mon   Tue   Wed   Thu   Fri   Sat   Sun",
        " 9  23    24    25    26    27    28     1",
        "10   2     3     4●    5     6●2   7     8",
        "11   9    10    11    12    13    14    15",
        "12  16    17    18    19    20    21    22",
        "13  23    24    25    26    27    28    29",
        "14  30    31     1 1   2     3     4     5",
        "    ● daily note   3 open tasks   3 days in a r…", " Monday, 2 March 2026: nothing due",
      ])
    #expect(all.screen.chrome.title == "March 2026")
    let sunday = await month(.sunday)
    #expect(sunday.text(48, 9)[1].hasPrefix("10   1     2     3     4●"))
    #expect(sunday.text(48, 9)[0].hasPrefix("    Sun   Mon"))
  }

  @Test("Arrows move by days and weeks, pages by months, and Home returns")
  func moves() async throws {
    let all = await month()
    let cases: [(keys: [Key], remark: String)] = [
      (["Right", "Down"], "Tuesday, 10 March 2026: nothing due"),
      (["Home", "Left", "Left"], "Saturday, 28 February 2026: nothing due"),
      (["PgDn"], "Saturday, 28 March 2026: nothing due"),
      (
        ["Home", "Right", "Right", "Right", "Right"], "Friday, 6 March 2026: 2 tasks, a daily note"
      ),
      (["Home", "PgUp", "PgUp", "PgUp"], "Tuesday, 2 December 2025: nothing due"),
    ]
    for (keys, remark) in cases {
      for key in keys { await all.press(key) }
      let lines = all.text(60, 14)
      let row = try #require(lines.firstIndex(of: " \(remark)"))
      #expect(lines[row - 1] == "    ● daily note   3 open tasks   3 days in a row")
    }
  }

  @Test("The tasks of the selected day are listed below the month")
  func dayTasks() async {
    let all = await month()
    await all.press("Right", "Right", "Right", "Right")
    #expect(
      all.text(60, 14).suffix(3) == [
        " Friday, 6 March 2026: 2 tasks, a daily note", " ☐ One  n", " ☐ Two  n",
      ])
    await all.press("Right")
    #expect(all.text(60, 14).last == " Saturday, 7 March 2026: nothing due")
  }

  @Test("Enter shows only the tasks of the day, and Esc shows all again")
  func dayAlone() async {
    let all = await month()
    await all.press("Right", "Right", "Right", "Right", "Enter")
    #expect(all.text()[0] == " Friday, 6 March 2026 2")
    #expect(all.text().count == 3)
    await all.press("a")
    #expect(all.wireframe.gone == ["task 2026-03-06"])
    await all.press("Esc")
    #expect(all.text()[0] == " Later This Week 2")
    await all.press("c", "Home", "Enter")
    #expect(all.text()[0] == "  Nothing is due on Monday, 2 March 2026.")
    await all.press("c", "D", "a")
    #expect(all.wireframe.gone.suffix(2) == ["note of 2026-03-02", "task 2026-03-02"])
    await all.press("Esc", "Esc", "Esc")
    #expect(all.isClosed)
  }

  @Test("A task put off in the one-day view leaves it and the cursor stays; u undoes that")
  func putOffDay() async {
    let all = await month()
    await all.press("Right", "Right", "Right", "Right", "Enter", "r")
    await all.putOff("2026-03-20")
    #expect(all.text().count == 2 && all.text()[1].hasPrefix(">"))
    await all.press("Esc", "c", "u")
    #expect(all.message.hasSuffix("is as it was."))
  }

  @Test("In a narrow or low window days still show a sign, and the selected week is visible")
  func small() async {
    let all = await month()
    #expect(
      all.text(20, 9)[0...2] == [
        "Mo Tu We Th Fr Sa Su", "23 24 25 26 27 28  1", " 2  3  4* 5  6+ 7  8",
      ])
    await all.press("PgDn")
    #expect(all.text(20, 1).first?.contains(" 2") == true)
  }

  @Test("A click selects a day, a second click opens it, and the wheel changes the month")
  func mouse() async {
    let all = await month()
    _ = all.text(48, 9)
    _ = all.screen.handle(.mouse(MouseEvent(.wheelDown, at: Point(row: 2, column: 3))))
    #expect(all.screen.chrome.title == "April 2026")
    _ = all.screen.handle(.mouse(MouseEvent(.wheelUp, at: Point(row: 2, column: 3))))
    #expect(all.screen.chrome.title == "March 2026")
  }
}
