import Entities
import Services
import TestSupport
import Testing

@testable import Commands

@MainActor
@Suite("Commands for daily notes, calendars and statistics")
struct DayCommandTests {
  /// The clock says 2026-03-02 10:30.
  private let template = [
    "Templates/Day.md": "# {{date:dddd}}\n", "Templates/Book.md": "# {{title}}\n{{time}}",
  ]

  @Test("daily makes the day's note from its template, and later appends to it")
  func daily() async {
    let scene = CommandScene(template)
    scene.settings = MemorySettings("daily-folder = Log\ndaily-template = Day\n")
    #expect(await scene.run("daily", "rain") == .done)
    #expect(scene.results == "Log/2026-03-02.md\n" && scene.messages == [])
    #expect(await scene.store.text(of: NoteID("Log/2026-03-02.md")) == "# Monday\nrain\n")
    scene.input = "sun\nand wind"
    #expect(await scene.run("daily", "-", "--date", "2026-03-02") == .done)
    #expect(
      await scene.store.text(of: NoteID("Log/2026-03-02.md"))
        == "# Monday\nrain\nsun\nand wind\n")
  }

  @Test("daily without text makes the note, but does not change an existing note")
  func dailyAlone() async {
    let scene = CommandScene(["2026-03-03.md": "mine"])
    #expect(await scene.run("daily", "--json") == .done)
    #expect(scene.results == "{\"path\":\"2026-03-02.md\"}\n")
    #expect(await scene.store.text(of: NoteID("2026-03-02.md")) == "")
    #expect(await scene.run("daily", "--date", "2026-03-03") == .done)
    #expect(await scene.store.text(of: NoteID("2026-03-03.md")) == "mine")
  }

  @Test("An invalid date is refused before anything is written")
  func badDay() async {
    let scene = CommandScene()
    for day in ["2026-02-30", "yesteryear", "", "2026-3-1", "99999999-01-01"] {
      #expect(await scene.run("daily", "x", "--date", day) == .usage)
    }
    #expect(await scene.store.ids == [])
  }

  @Test("daily fails with a message in a read-only vault")
  func readOnly() async {
    let scene = CommandScene()
    scene.isReadOnly = true
    #expect(await scene.run("daily", "x") == .failed)
    #expect(scene.results == "" && scene.messages.count == 1)
  }

  @Test("If the daily template is missing, a message says so and the note is still made")
  func noTemplate() async {
    let scene = CommandScene()
    scene.settings = MemorySettings("daily-template = gone\n")
    #expect(await scene.run("daily", "x") == .done)
    #expect(scene.messages.count == 1 && scene.messages[0].contains("gone"))
    #expect(await scene.store.text(of: NoteID("2026-03-02.md")) == "x\n")
  }

  @Test("new --template makes a note from a template, followed by its body")
  func newAfterTemplate() async {
    let scene = CommandScene(template)
    #expect(await scene.run("new", "Emma", "--template", "Book", "--body", "good") == .done)
    #expect(await scene.store.text(of: NoteID("Emma.md")) == "# Emma\n10:30\ngood\n")
    #expect(await scene.run("new", "--template", "Templates/Day.md") == .done)
    #expect(scene.results == "Monday.md\n")
    #expect(await scene.run("new", "X", "--template", "nothing") == .notFound)
    #expect(
      scene.messages == [
        "notes-tui: There is no template “nothing” in “Templates”, nor at that path."
      ])
    // A vault that does not exist yet has no templates either.
    scene.isMissing = true
    await scene.store.fail(
      next: .failed(NotePath("nothing.md"), action: "read", reason: "the vault's folder is gone"))
    #expect(await scene.run("new", "X", "--template", "nothing") == .notFound)
    #expect(
      scene.messages == [
        "notes-tui: There is no template “nothing” in “Templates”, nor at that path."
      ])
    #expect(await scene.store.text(of: NoteID("X.md")) == nil)
  }

  private struct GivenTasks: TaskIndex {
    var count: Int

    func tasks(_ request: TaskRequest) async throws(NoteIndexError) -> any TaskCatalog {
      guard request.status == .all else { throw .refused("not asked for all") }
      return WholeTaskCatalog(
        (0..<count).map { line in
          var facts = TaskFacts()
          facts.words = "task \(line)"
          facts.due = line % 10 == 0 ? nil : Day(20_000 + line)
          return TaskRecord(note: NoteID("a.md"), title: "A", line: line, facts: facts)
        })
    }
  }

  private func calendar(_ bytes: [UInt8]) -> (lines: [Substring], todos: Int) {
    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\r\n")
    return (lines, lines.count { $0 == "BEGIN:VTODO" })
  }

  @Test("export ics writes every task with a date, of any number of tasks")
  func exports() async {
    let scene = CommandScene()
    scene.tasks = GivenTasks(count: 1200)
    #expect(await scene.run("export", "ics", "out.ics") == .done)
    let (lines, todos) = calendar(scene.streams.files["out.ics"] ?? [])
    #expect(todos == 1080)
    #expect(lines.first == "BEGIN:VCALENDAR" && lines.last == "END:VCALENDAR")
    #expect(scene.results == "" && scene.messages == [])
    #expect(await scene.run("export", "ics", "-") == .done)
    #expect(calendar(scene.streams.standardOutput).todos == 1080)
  }

  @Test("export ics without tasks writes an empty calendar, and reports a failed write")
  func exportsNothing() async {
    let scene = CommandScene()
    #expect(await scene.run("export", "ics", "-") == .done)
    #expect(calendar(scene.streams.standardOutput).lines.count == 5)
    #expect(await scene.run("export", "ics", "/nowhere/out.ics") == .failed)
    #expect(scene.messages == ["notes-tui: no folder"])
    #expect(await scene.run("export", "ics") == .usage)
    #expect(await scene.run("export", "paper", "x") == .usage)
  }

  private struct GivenDays: NoteActivity {
    func activity(
      in span: DaySpan, clock: any WallClock
    ) async throws(NoteIndexError) -> [Day: DayActivity] {
      let today = Day(clock.civil(clock.now))
      return [
        today: DayActivity(created: 1, changed: 2, doneTasks: 3),
        today.advanced(by: -1): DayActivity(changed: 1),
        today.advanced(by: -400): DayActivity(changed: 1),
      ]
    }

    func notes(
      on day: Day, clock: any WallClock
    ) async throws(NoteIndexError) -> [ActiveNote] { [] }
  }

  @Test("stats prints the streaks, and as JSON the days of the last year")
  func stats() async {
    let scene = CommandScene(["a.md": "x\n"])
    scene.activity = GivenDays()
    #expect(await scene.run("stats", "--json") == .done)
    #expect(scene.results.contains("\"streak\":2,\"longestStreak\":2,\"days\":["))
    #expect(
      scene.results.contains(
        "[{\"day\":\"2026-03-01\",\"created\":0,\"changed\":1,\"doneTasks\":0},"
          + "{\"day\":\"2026-03-02\",\"created\":1,\"changed\":2,\"doneTasks\":3}]"))
    #expect(await scene.run("stats") == .done)
    #expect(scene.lines.contains("streak\t2") && scene.lines.contains("longest\t2"))
  }
}
