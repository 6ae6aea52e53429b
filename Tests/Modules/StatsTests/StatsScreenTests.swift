import Entities
import FakeTerminal
import Lists
import OpenVault
import Services
import Terminal
import TestSupport
import Testing
import Viper

@testable import Stats

/// Days as a test says they were.
private struct GivenActivity: NoteActivity {
  var days: [Day: DayActivity] = [:]
  var onDays: [Day: [ActiveNote]] = [:]
  var failure: NoteIndexError?

  func activity(
    in span: DaySpan, clock: any WallClock
  ) async throws(NoteIndexError) -> [Day: DayActivity] {
    if let failure { throw failure }
    return days.filter { span.contains($0.key) }
  }

  func notes(
    on day: Day, clock: any WallClock
  ) async throws(NoteIndexError) -> [ActiveNote] {
    if let failure { throw failure }
    return onDays[day] ?? []
  }
}

@MainActor
private final class FakeRoutes: StatsWireframe {
  var asked: [String] = []
  func open(_ note: NoteID) { asked.append("open \(note.path.text)") }
  func openDailyNote(of day: Day) { asked.append("daily \(day.text)") }
}

@MainActor
@Suite("The statistics' screen")
struct StatsScreenTests {
  private let work = Work()
  private let routes = FakeRoutes()
  private let today = Day(20_514)  // Monday, 2026-03-02

  /// All parts, held for as long as the test lives.
  private func open(
    _ activity: GivenActivity, size: Size = Size(columns: 80, rows: 20),
    weekStart: Weekday = .monday
  ) async -> (screen: StatsScreen, presenter: StatsPresenter, lines: @MainActor () -> [String]) {
    let store = MemoryNoteStore(["a.md": "one two\n", "b.md": "x\n"])
    var vault = VaultServices.inMemory(store)
    vault.queries.activity = activity
    vault.files = MemoryFiles([(NotePath("a.md"), 8), (NotePath("b.md"), 2)])
    let cases = StatsCases(vault, tasks: NoTasks(), clock: StillClock())
    let interactor = StatsInteractor(cases: cases, work: work)
    let presenter = StatsPresenter(
      interactor: interactor, wireframe: routes, weekStart: weekStart)
    let screen = StatsScreen(presenter: presenter)
    presenter.moduleIsReady(RouteHandle(name: "Stats") { _ in })
    await work.whenIdle()
    return (
      screen, presenter,
      {
        FakeFrame.drawing(screen, columns: size.columns, rows: size.rows).lines
      }
    )
  }

  private func press(_ screen: StatsScreen, _ keys: String...) async {
    for name in keys {
      guard let key = Key(name: name) else { continue }
      _ = screen.handle(.key(key))
    }
    await work.whenIdle()
  }

  private func busy() -> GivenActivity {
    var activity = GivenActivity()
    activity.days[today] = DayActivity(created: 1, changed: 1)
    activity.days[today.advanced(by: -1)] = DayActivity(changed: 3, doneTasks: 2)
    activity.days[today.advanced(by: -7)] = DayActivity(changed: 40)
    activity.onDays[today] = [
      ActiveNote(id: NoteID("a.md"), title: "Apples", wasMade: true),
      ActiveNote(id: NoteID("b.md"), title: "Bread", wasMade: false, doneTasks: 1),
    ]
    return activity
  }

  @Test("Weeks begin as set: days are in the rows of their names, and today is in the last week")
  func weekStart() async {
    for (start, row, names) in [
      (Weekday.monday, 0, ["Mon", "Wed", "Fri", "Sun"]),
      (.sunday, 1, ["Sun", "Tue", "Thu", "Sat"]), (.saturday, 2, ["Sat", "Mon", "Wed", "Fri"]),
    ] {
      let (screen, presenter, lines) = await open(GivenActivity(), weekStart: start)
      let text = lines()
      let top = text.firstIndex { $0.hasPrefix("  \(names[0]) ") } ?? 0
      #expect((0..<4).map { String(text[top + $0 * 2].prefix(5).dropFirst(2)) } == names)
      // Today is Monday, and no day comes after it.
      let ends = (0..<7).map { text[top + $0].count { $0 == "·" } }
      #expect(ends == (0..<7).map { $0 <= row ? 53 : 52 })
      #expect(text.contains { $0.contains("Mon 2 Mar 2026") })
      _ = (screen, presenter)
    }
  }

  @Test("Figures, the streak, and the year with its months are shown")
  func shows() async {
    let (screen, presenter, lines) = await open(busy())
    let text = lines().joined(separator: "\n")
    #expect(text.contains("notes   2"))
    #expect(text.contains("2 days now, longest 2 days"))
    #expect(text.contains("Mar") && text.contains("Jan"))
    #expect(text.contains("Mon 2 Mar 2026: 1 note made, 1 note changed last"))
    #expect(text.contains("█") && text.contains("░"))
    withExtendedLifetime((screen, presenter)) {}
  }

  @Test("Arrows move by days and weeks, and stop at both ends")
  func walks() async {
    let (screen, presenter, lines) = await open(busy())
    await press(screen, "Up")
    #expect(lines().joined().contains("Sun 1 Mar 2026: 3 notes changed last, 2 tasks done"))
    await press(screen, "Down", "Left")
    #expect(lines().joined().contains("Mon 23 Feb 2026: 40 notes changed last"))
    await press(screen, "Right", "Right", "Right")
    #expect(lines().joined().contains("Mon 2 Mar 2026"))
    await press(screen, "Home")
    #expect(lines().joined().contains("Mon 3 Mar 2025: nothing"))
    await press(screen, "Left", "Up")
    #expect(lines().joined().contains("Mon 3 Mar 2025"))
    await press(screen, "End")
    #expect(lines().joined().contains("Mon 2 Mar 2026"))
    withExtendedLifetime(presenter) {}
  }

  @Test("Enter lists a day's notes, a second Enter opens one, and Esc comes back")
  func list() async {
    let (screen, presenter, lines) = await open(busy())
    await press(screen, "Enter")
    let rows = lines()
    #expect(rows[0].contains("> Apples") && rows[0].contains("made"))
    #expect(rows[1].contains("Bread") && rows[1].contains("changed, 1 task done"))
    await press(screen, "Down", "Enter", "D")
    #expect(routes.asked == ["open b.md", "daily 2026-03-02"])
    await press(screen, "Esc")
    #expect(lines().joined().contains("Mon 2 Mar 2026"))
    withExtendedLifetime(presenter) {}
  }

  @Test("A day without notes says so, and the year stays open")
  func emptyDay() async {
    let (screen, presenter, lines) = await open(busy())
    await press(screen, "Up", "Enter")
    #expect(screen.chrome.message == "No notes were found for 2026-03-01.")
    #expect(lines().joined().contains("Sun 1 Mar 2026"))
    withExtendedLifetime(presenter) {}
  }

  @Test(
    "The screen shows something in every size",
    arguments: [
      Size(columns: 20, rows: 3), Size(columns: 20, rows: 5), Size(columns: 30, rows: 9),
      Size(columns: 200, rows: 50), Size(columns: 7, rows: 8), Size(columns: 60, rows: 8),
    ])
  func sizes(size: Size) async {
    let (screen, presenter, lines) = await open(busy(), size: size)
    #expect(lines().contains { $0.contains("Mon") })
    for row in 0..<size.rows {
      for column in 0..<size.columns {
        _ = screen.handle(
          .mouse(MouseEvent(.press, at: Point(row: row, column: column))))
      }
    }
    await work.whenIdle()
    withExtendedLifetime(presenter) {}
  }

  @Test("A click goes to a day, and a second click to its notes")
  func mouse() async {
    let (screen, presenter, lines) = await open(busy())
    let rows = lines()
    guard let row = rows.firstIndex(where: { $0.hasPrefix("  Sun") }) else {
      Issue.record("no Sunday in \(rows)")
      return
    }
    // The last Sunday belongs to the previous week.
    let column = 6 + 51
    let click = InputEvent.mouse(
      MouseEvent(.press, at: Point(row: row, column: column)))
    _ = screen.handle(click)
    #expect(lines().joined().contains("Sun 1 Mar 2026"))
    withExtendedLifetime(presenter) {}
  }

  @Test("A failure of the index is reported")
  func fails() async {
    let (screen, presenter, _) = await open(GivenActivity(failure: .cancelled))
    #expect(screen.chrome.message == "Cancelled.")
    withExtendedLifetime(presenter) {}
  }

  @Test("An empty vault has no streak and an empty year")
  func empty() async {
    let (screen, presenter, lines) = await open(GivenActivity())
    #expect(lines().joined().contains("0 days now, longest 0 days"))
    #expect(!lines().joined().contains("░"))
    withExtendedLifetime((screen, presenter)) {}
  }
}
