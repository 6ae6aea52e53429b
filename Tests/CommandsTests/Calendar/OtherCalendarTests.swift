import Entities
import Glibc
import Services
import TestSupport
import Testing

@testable import Commands

/// Debian's `python3-icalendar` and `python3-vobject` read the calendars that the program writes.
@Suite("Calendars as other programs read them")
struct OtherCalendarTests {
  private static let whereToGet: Comment =
    "apt-get install python3-icalendar python3-vobject, to have calendars read by others"

  private static let isThere =
    run(["/usr/bin/python3", "-c", "import icalendar, vobject"], into: "/dev/null") == 0

  private static let titles = [
    "pay rent", "", ";,:\\\"'", "BEGIN:VEVENT", "a\r\nEND:VTODO\r\nBEGIN:VTODO", "tab\there",
    "\u{0}\u{1}\u{7f}\u{85}\u{1b}[31m", "\u{202e}right to left", String(repeating: "é", count: 400),
    String(repeating: "👩‍👩‍👧", count: 60), String(repeating: "x", count: 74), "日本語の題名、カンマ；",
    "\\n \\N \\, \\\\", "ends with \\", "=0D=0A", "\u{2028}line\u{2029}", "\u{fffd}",
  ]

  /// Reads the calendar with both libraries and prints what one of them made of each to-do.
  private static let reader = """
    import sys, icalendar, vobject
    data = open(sys.argv[1], "rb").read()
    for line in data.split(b"\\r\\n"):
        assert len(line) <= 75, line
        line.decode("utf-8") if not line.startswith(b" ") else None
    calendar = icalendar.Calendar.from_ical(data)
    todos = [part for part in calendar.walk() if part.name == "VTODO"]
    assert not any(part.errors for part in calendar.walk()), [p.errors for p in calendar.walk()]
    names, alarms = set(), 0
    for todo in todos:
        assert "UID" in todo and "DTSTAMP" in todo and "SUMMARY" in todo
        names.add(str(todo["UID"]))
        if "DUE" in todo and "DTSTART" in todo:
            assert todo["DUE"].dt > todo["DTSTART"].dt
        for alarm in todo.walk("VALARM"):
            assert str(alarm["ACTION"]) == "DISPLAY" and "DESCRIPTION" in alarm
            related = alarm["TRIGGER"].params["RELATED"]
            assert ("DUE" if related == "END" else "DTSTART") in todo
            assert 0 < alarm["TRIGGER"].dt.total_seconds() < 86400
        alarms += len(todo.walk("VALARM"))
        if "RRULE" in todo:
            assert "DTSTART" in todo
    assert len(names) == len(todos), "two of one name"
    assert alarms > 5, alarms
    whole = vobject.readOne(data.decode("utf-8"))
    assert len(whole.vtodo_list) == len(todos)
    for todo in todos:
        print(str(todo["SUMMARY"]).encode("unicode_escape").decode(), str(todo["STATUS"]))
    """

  @Test(
    "Tasks with hostile titles are separate to-dos in every state",
    .enabled(if: OtherCalendarTests.isThere, OtherCalendarTests.whereToGet))
  func titles() throws {
    var tasks: [TaskRecord] = []
    for (index, title) in Self.titles.enumerated() {
      for (mark, recurrence) in [
        (" ", "every week on Mon"), ("x", nil), ("/", "when done"), ("-", nil),
      ]
        as [(Unicode.Scalar, String?)]
      {
        var facts = TaskFacts()
        facts.words = title
        facts.mark = mark
        facts.due = Day(20_500 + index)
        facts.scheduled = index % 3 == 0 ? Day(20_500) : nil
        facts.recurrence = recurrence
        facts.done = mark == "x" ? Day(20_501) : nil
        facts.created = Day(20_400)
        facts.priority = TaskFacts.Priority.allCases[index % 6]
        facts.tags = index % 2 == 0 ? ["tag", title] : []
        facts.reminders = index % 2 == 0 ? ["21:00", "2 days before"] : []
        tasks.append(
          TaskRecord(note: NoteID("n/\(title).md"), title: title, line: index, facts: facts))
      }
    }
    let folder = TemporaryFolder()
    var calendar = ICalendar(now: Timestamp(seconds: 1_772_447_400), rules: .withoutSettings) {
      $0.reminders.isEmpty ? [] : [TimeOfDay(minutes: 1260).onWall($0.due ?? Day(0))]
    }
    folder.write(
      "tasks.ics",
      ICalendar.head + tasks.flatMap { calendar.text(of: $0) ?? [] } + ICalendar.end)
    folder.write("reader.py", Self.reader)
    let code = Self.run(
      ["/usr/bin/python3", folder.path("reader.py"), folder.path("tasks.ics")],
      into: folder.path("answer"))
    let answer = try #require(folder.text("answer"))
    #expect(code == 0, "\(answer)")
    let lines = answer.split(separator: "\n")
    #expect(lines.count == tasks.count)
    #expect(lines.first == "pay rent NEEDS-ACTION")
    #expect(lines.contains { $0.hasPrefix(";,:\\\\\"' ") })
  }

  /// Runs a program to its end, with its output in a file.
  private static func run(_ command: [String], into output: String) -> Int32 {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 1, output, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    posix_spawn_file_actions_adddup2(&actions, 1, 2)
    var words = command.map { strdup($0) } + [nil]
    var settings = [strdup("PATH=/usr/bin:/bin"), strdup("PYTHONIOENCODING=utf-8"), nil]
    defer { (words + settings).forEach { free($0) } }
    var child = pid_t()
    guard posix_spawnp(&child, command[0], &actions, nil, &words, &settings) == 0 else {
      return 127
    }
    var status: Int32 = 0
    while waitpid(child, &status, 0) < 0, errno == EINTR {}
    return status & 0x7f == 0 ? (status >> 8) & 0xff : 128 + (status & 0x7f)
  }
}
