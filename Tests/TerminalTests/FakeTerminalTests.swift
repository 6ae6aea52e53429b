import Entities
import FakeTerminal
import Services
import Terminal
import Testing
import Viper

@MainActor
@Suite("The terminal in memory")
struct FakeTerminalTests {
  private let driver = FakeDriver(size: Size(columns: 8, rows: 3))

  private func window(_ rect: Rect) -> any Window { driver.makeWindow(rect) }

  @Test("Windows cover one another from bottom to top")
  func windowsCoverOneAnother() {
    let back = window(Rect(Size(columns: 8, rows: 3)))
    let front = window(Rect(row: 1, column: 2, rows: 1, columns: 3))
    back.put("aaaaaaaa", width: 8, at: Point(row: 1, column: 0), style: .plain)
    front.put("b", width: 1, at: Point(row: 0, column: 1), style: Style(.bold))
    driver.present([back, front], cursor: Point(row: 1, column: 3))
    #expect(driver.frame.text == "        \naa b aaa\n        ")
    #expect(driver.frame.style(at: Point(row: 1, column: 3)) == Style(.bold))
    #expect(driver.frame.cursor == Point(row: 1, column: 3))
    #expect(driver.frameCount == 1)
  }

  @Test("A window that reaches over the edge shows its inner part")
  func windowOverTheEdge() {
    let window = window(Rect(row: -1, column: 6, rows: 2, columns: 5))
    window.put("xxxxx", width: 5, at: Point(row: 1, column: 0), style: .plain)
    driver.present([window], cursor: Point(row: 9, column: 0))
    #expect(driver.frame.rowText(0) == "      xx")
    #expect(driver.frame.cursor == nil)
  }

  @Test("Overwriting half of a wide character blanks the other half", arguments: [0, 1])
  func halfOfAWideCharacter(column: Int) {
    var frame = FakeFrame(size: Size(columns: 4, rows: 1))
    frame.set(FakeCell("日"), isWide: true, at: Point(row: 0, column: 0))
    #expect(frame.rowText(0) == "日  ")
    #expect(frame[Point(row: 0, column: 1)]?.isContinuation == true)
    frame.set(FakeCell("x"), at: Point(row: 0, column: column))
    #expect(frame.rowText(0) == (column == 0 ? "x   " : " x  "))
    #expect(frame[Point(row: 0, column: 1)]?.isContinuation == false)
  }

  @Test("A wide character over two others blanks their remaining halves")
  func wideOverTwoWide() {
    var frame = FakeFrame(size: Size(columns: 4, rows: 1))
    frame.set(FakeCell("日"), isWide: true, at: Point(row: 0, column: 0))
    frame.set(FakeCell("本"), isWide: true, at: Point(row: 0, column: 2))
    frame.set(FakeCell("語"), isWide: true, at: Point(row: 0, column: 1))
    #expect(frame.rowText(0) == " 語 ")
    frame.set(FakeCell("日"), isWide: true, at: Point(row: 0, column: 3))
    #expect(frame.rowText(0) == " 語 ")
  }

  @Test("A combining mark shares the cell of its base; a flag takes two cells")
  func marksAndFlags() {
    let window = window(Rect(Size(columns: 8, rows: 1)))
    window.put("e\u{301}x", width: 2, at: Point(row: 0, column: 0), style: .plain)
    window.put("🇩🇪", width: 2, at: Point(row: 0, column: 4), style: .plain)
    driver.present([window], cursor: nil)
    #expect(driver.frame[Point(row: 0, column: 0)]?.text == "e\u{301}")
    #expect(driver.frame[Point(row: 0, column: 1)]?.text == "x")
    #expect(driver.frame[Point(row: 0, column: 4)]?.text == "🇩")
    #expect(driver.frame[Point(row: 0, column: 5)]?.text == "🇪")
  }

  @Test("Blank cells look alike unless their background or underline differs")
  func looks() {
    let bold = Style(.bold, foreground: .indexed(1))
    #expect(FakeCell(style: bold).looksLike(FakeCell()))
    #expect(!FakeCell("x", style: bold).looksLike(FakeCell("x")))
    #expect(!FakeCell(style: Style(.reverse)).looksLike(FakeCell()))
    #expect(!FakeCell(style: Style(background: .indexed(1))).looksLike(FakeCell()))
    #expect(!FakeCell("", isContinuation: true).looksLike(FakeCell()))
  }

  @Test("Erasing and moving a window clear its contents")
  func eraseAndPlace() {
    let window = window(Rect(row: 0, column: 0, rows: 1, columns: 4))
    window.put("abcd", width: 4, at: Point(row: 0, column: 0), style: .plain)
    window.erase(Style(.reverse))
    driver.present([window], cursor: nil)
    #expect(driver.frame.rowText(0) == "        ")
    #expect(driver.frame.style(at: Point(row: 0, column: 3)) == Style(.reverse))
    window.setFrame(Rect(row: 2, column: 0, rows: 1, columns: 4))
    driver.present([window], cursor: nil)
    #expect(driver.frame.style(at: Point(row: 2, column: 3)) == .plain)
  }

  @Test("A terminal with fewer colors shows fewer")
  func fewerColors() {
    let poor = FakeDriver(size: Size(columns: 2, rows: 1), colors: .none)
    let window = poor.makeWindow(Rect(poor.size))
    window.put("x", width: 1, at: Point(row: 0, column: 0), style: Theme.standard[.title])
    poor.present([window], cursor: nil)
    #expect(poor.frame.style(at: Point(row: 0, column: 0)) == Style([.bold, .reverse]))
  }

  @Test("Events arrive once and in order, including a resize")
  func events() {
    driver.send(.key("a"), .key("b"))
    driver.resize(to: Size(columns: 5, rows: 2))
    #expect(
      driver.events() == [.key("a"), .key("b"), .resize(Size(columns: 5, rows: 2))])
    #expect(driver.events().isEmpty)
    #expect(driver.frame.text == "     \n     ")
  }

  @Test("Answers and forgotten screens are recorded")
  func answers() {
    driver.forgetScreen()
    driver.answerSync(7, with: "report")
    #expect(driver.fullRepaintCount == 1)
    #expect(driver.answers.map(\.number) == [7])
    #expect(driver.answers.map(\.report) == ["report"])
  }
}

@MainActor
@Suite("Manual time")
struct ManualTimeTests {
  @Test(
    "Days and moments convert into each other",
    arguments: [
      (Int64(0), CivilTime(year: 1970, month: 1, day: 1)),
      (-1, CivilTime(year: 1969, month: 12, day: 31, hour: 23, minute: 59, second: 59)),
      (951_782_400, CivilTime(year: 2000, month: 2, day: 29)),
      (1_772_442_000, CivilTime(year: 2026, month: 3, day: 2, hour: 9)),
      (4_107_542_400, CivilTime(year: 2100, month: 3, day: 1)),
      (-62_135_596_800, CivilTime(year: 1, month: 1, day: 1)),
    ] as [(Int64, CivilTime)])
  func daysAndMoments(seconds: Int64, civil: CivilTime) {
    #expect(CivilCalendar.civil(Timestamp(seconds: seconds)) == civil)
    #expect(CivilCalendar.moment(civil) == Timestamp(seconds: seconds))
  }

  @Test("Each day of eight centuries follows the day before")
  func everyDay() {
    var last = CivilCalendar.civil(CivilCalendar.moment(CivilTime(year: 1600, month: 1, day: 1)))
    var moment = CivilCalendar.moment(last)
    for _ in 0..<292_194 {
      moment = moment.advanced(by: .seconds(86_400))
      let civil = CivilCalendar.civil(moment)
      let follows =
        (civil.year, civil.month, civil.day) == (last.year, last.month, last.day + 1)
        || (civil.year, civil.month, civil.day) == (last.year, last.month + 1, 1)
        || (civil.year, civil.month, civil.day) == (last.year + 1, 1, 1)
      guard follows, CivilCalendar.moment(civil) == moment else {
        Issue.record("\(civil) follows \(last)")
        return
      }
      last = civil
    }
    #expect(last == CivilTime(year: 2400, month: 1, day: 1))
  }

  @Test(
    "Dates that do not exist are recognized",
    arguments: [
      (CivilTime(year: 2026, month: 2, day: 29), false),
      (CivilTime(year: 2024, month: 2, day: 29), true),
      (CivilTime(year: 2026, month: 13, day: 1), false),
      (CivilTime(year: 2026, month: 4, day: 31), false),
      (CivilTime(year: 2026, month: 4, day: 30, hour: 24), false),
    ])
  func datesThatExist(civil: CivilTime, exists: Bool) {
    #expect(CivilCalendar.exists(civil) == exists)
  }

  @Test("The clock stops until a test advances it")
  func clock() {
    let clock = ManualClock()
    #expect(clock.civil(clock.now) == CivilTime(year: 2026, month: 3, day: 2, hour: 9))
    clock.advance(by: .seconds(90))
    #expect(clock.civil(clock.now).minute == 1)
    clock.set(to: CivilTime(year: 2027, month: 1, day: 1))
    #expect(clock.civil(clock.now).year == 2027)
  }

  @Test("Timers fire in due order at their time, including timers set by timers")
  func timersFireInOrder() {
    let clock = ManualClock()
    let start = clock.now
    let scheduler = ManualScheduler(turning: clock)
    var fired: [String] = []
    func note(_ name: String) { fired.append("\(name)@\(clock.now.seconds - start.seconds)") }
    _ = scheduler.schedule(after: .seconds(3)) { note("late") }
    _ = scheduler.schedule(after: .seconds(1)) {
      note("early")
      _ = scheduler.schedule(after: .seconds(1)) { note("nested") }
    }
    let cancelled = scheduler.schedule(after: .seconds(2)) { note("cancelled") }
    cancelled.cancel()
    #expect(scheduler.nextDelay == .seconds(1))
    scheduler.advance(by: .seconds(2))
    #expect(fired == ["early@1", "nested@2"])
    #expect(scheduler.hasTimers)
    scheduler.advance(by: .seconds(1))
    #expect(fired == ["early@1", "nested@2", "late@3"])
    #expect(!scheduler.hasTimers)
    #expect(clock.now == start.advanced(by: .seconds(3)))
  }
}
