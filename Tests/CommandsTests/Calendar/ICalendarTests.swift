import Entities
import Services
import Testing

@testable import Commands

@Suite("Tasks as a calendar")
struct ICalendarTests {
  private let now = CivilCalendar.moment(
    CivilTime(year: 2026, month: 3, day: 2, hour: 10, minute: 30, second: 5))

  private func day(_ text: String) -> Day? { DateFormat("YYYY-MM-DD").day(in: text) }

  private func lines(_ change: (inout TaskFacts) -> Void) -> [String] {
    var facts = TaskFacts()
    facts.words = "pay rent"
    change(&facts)
    var calendar = ICalendar(now: now, rules: .withoutSettings)
    let task = TaskRecord(note: NoteID("home/Flat.md"), title: "Flat", line: 7, facts: facts)
    guard let text = calendar.text(of: task) else { return [] }
    return String(decoding: text, as: UTF8.self).components(separatedBy: "\r\n")
  }

  @Test("A task without a date is not in the calendar")
  func dayless() { #expect(lines { _ in } == []) }

  @Test("A due task has its date, text, source and status")
  func due() {
    let lines = lines {
      $0.due = day("2026-12-31")
      $0.priority = .high
      $0.tags = ["home", "a,b"]
      $0.created = day("2026-03-01")
    }
    #expect(lines.first == "BEGIN:VTODO")
    #expect(lines.last == "END:VTODO")
    for line in [
      "DTSTAMP:20260302T103005Z", "DUE;VALUE=DATE:20261231", "SUMMARY:pay rent",
      "DESCRIPTION:Flat · home/Flat.md:7", "STATUS:NEEDS-ACTION", "PRIORITY:3",
      "CATEGORIES:home,a\\,b", "CREATED:20260301T120000Z",
    ] {
      #expect(lines.contains(line), "\(line)")
    }
    #expect(!lines.contains { $0.hasPrefix("DTSTART") })
  }

  @Test("A task with start and due dates has both; if they are the same day, only the due date")
  func begin() {
    let both = lines {
      $0.start = day("2026-03-01")
      $0.due = day("2026-03-05")
    }
    #expect(both.contains("DTSTART;VALUE=DATE:20260301"))
    #expect(both.contains("DUE;VALUE=DATE:20260305"))
    let same = lines {
      $0.scheduled = day("2026-03-05")
      $0.due = day("2026-03-05")
    }
    #expect(!same.contains { $0.hasPrefix("DTSTART") })
    let scheduled = lines { $0.scheduled = day("2026-03-05") }
    #expect(scheduled.contains("DTSTART;VALUE=DATE:20260305"))
  }

  @Test("A recurrence that iCalendar can express becomes a rule with the start that it requires")
  func recurring() {
    let said = lines {
      $0.due = day("2026-03-05")
      $0.recurrence = "every week on Thu"
    }
    #expect(said.contains("RRULE:FREQ=WEEKLY;BYDAY=TH"))
    #expect(said.contains("DTSTART:20260305T000000"))
    #expect(said.contains("DUE:20260305T235959"))
    let unsaid = lines {
      $0.due = day("2026-03-05")
      $0.recurrence = "every week when done"
    }
    #expect(!unsaid.contains { $0.hasPrefix("RRULE") })
    #expect(unsaid.joined().contains("Repeats every week when done."))
  }

  @Test("A done task has its completion date, a cancelled task its status")
  func states() {
    let done = lines {
      $0.due = day("2026-03-05")
      $0.done = day("2026-03-04")
      $0.mark = "x"
      $0.recurrence = "every day"
    }
    #expect(done.contains("STATUS:COMPLETED") && done.contains("COMPLETED:20260304T120000Z"))
    #expect(!done.contains { $0.hasPrefix("RRULE") })
    #expect(
      lines {
        $0.due = Day(0); $0.mark = "-"
      }.contains("STATUS:CANCELLED"))
    #expect(
      lines {
        $0.due = Day(0); $0.mark = "/"
      }.contains("STATUS:IN-PROCESS"))
  }

  @Test("Long and hostile titles stay within their property, and no line exceeds 75 bytes")
  func folding() {
    let words = String(repeating: "äöü😀 word; a, b\\ ", count: 20) + "\r\nEND:VTODO\u{0}\u{1b}[2J"
    let lines = lines {
      $0.due = Day(0)
      $0.words = words
    }
    #expect(lines.allSatisfy { $0.utf8.count <= 75 })
    let unfolded = lines.joined(separator: "\r\n").without("\r\n ")
    #expect(unfolded.components(separatedBy: "\r\n").filter { $0 == "END:VTODO" }.count == 1)
    #expect(unfolded.contains("a\\, b\\\\"))
    #expect(!unfolded.contains("\u{1b}") && !unfolded.contains("\u{0}"))
  }

  @Test("A task has the same UID in every export, and identical tasks have different UIDs")
  func names() {
    func name(_ line: Int, _ calendar: inout ICalendar) -> String? {
      var facts = TaskFacts()
      facts.words = "pay rent"
      facts.due = Day(line)
      let task = TaskRecord(note: NoteID("a.md"), title: "A", line: line, facts: facts)
      return calendar.text(of: task).map {
        String(decoding: $0, as: UTF8.self).components(separatedBy: "\r\n")[1]
      }
    }
    var (first, second) = (
      ICalendar(now: now, rules: .withoutSettings),
      ICalendar(now: Timestamp(seconds: 0), rules: .withoutSettings)
    )
    let names = [name(1, &first), name(2, &first)]
    #expect(names[0] != names[1])
    #expect([name(9, &second), name(3, &second)] == names)
  }

  private static let alarms: [(due: String?, start: String?, rule: String?, String, [String])] = [
    ("2026-08-10", nil, nil, "2026-08-10 21:00", ["TRIGGER;RELATED=END:PT21H"]),
    ("2026-08-10", "2026-08-01", nil, "2026-08-09", ["TRIGGER;RELATED=END:-PT15H"]),
    (nil, "2026-08-10", nil, "2026-08-12 00:30", ["TRIGGER;RELATED=START:P2DT30M"]),
    ("2026-08-10", nil, "every week", "a week before", ["TRIGGER;RELATED=START:-P6DT15H"]),
    ("2026-08-10", "2026-08-01", "every week", "0:00", ["TRIGGER;RELATED=END:PT0S"]),
    (nil, nil, nil, "2026-08-10 21:00", ["DUE:20260810T210000", "TRIGGER;RELATED=END:PT0S"]),
    (nil, nil, nil, "21:00", []), ("2026-08-10", nil, nil, "soon", []),
  ]

  @Test("A reminder is an alarm, relative to what the to-do has", arguments: alarms)
  func alarm(due: String?, start: String?, rule: String?, reminder: String, lines: [String]) {
    var facts = TaskFacts()
    facts.words = "call; Ann"
    (facts.due, facts.start) = (due.flatMap(day), start.flatMap(day))
    (facts.recurrence, facts.reminders) = (rule, [reminder])
    var calendar = ICalendar(now: now, rules: .withoutSettings) {
      $0.reminderTimes(usual: TimeOfDay(minutes: 540), on: UTCClock())
    }
    func written(_ facts: TaskFacts, isBlocked: Bool = false) -> [String] {
      let task = TaskRecord(
        note: NoteID("a.md"), title: "A", line: 7, facts: facts, isBlocked: isBlocked)
      return String(decoding: calendar.text(of: task) ?? [], as: UTF8.self)
        .components(separatedBy: "\r\n")
    }
    let text = written(facts)
    let found = text.filter {
      $0.hasPrefix("TRIGGER") || $0.hasPrefix("DUE:") && due == nil
    }
    #expect(found == lines)
    #expect(text.contains("BEGIN:VALARM") == !lines.isEmpty)
    #expect(text.contains("DESCRIPTION:call\\; Ann") == !lines.isEmpty)
    #expect(!written(facts, isBlocked: true).contains("BEGIN:VALARM"))
    facts.mark = "x"
    #expect(!written(facts).contains("BEGIN:VALARM"))
  }

  private struct UTCClock: WallClock {
    let now = Timestamp(seconds: 0)
    func civil(_ moment: Timestamp) -> CivilTime { CivilCalendar.civil(moment) }
  }
}

extension String {
  fileprivate func components(separatedBy separator: String) -> [String] {
    var parts: [String] = []
    var rest = utf8[...]
    let mark = Array(separator.utf8)
    var part: [UInt8] = []
    while let first = rest.first {
      if rest.starts(with: mark) {
        parts.append(String(decoding: part, as: UTF8.self))
        part = []
        rest = rest.dropFirst(mark.count)
      } else {
        part.append(first)
        rest = rest.dropFirst()
      }
    }
    if !part.isEmpty { parts.append(String(decoding: part, as: UTF8.self)) }
    return parts
  }

  fileprivate func without(_ mark: String) -> String {
    components(separatedBy: mark).joined()
  }
}
