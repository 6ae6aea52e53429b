import Entities
import Services
import Tasks
import TestSupport
import Testing

@testable import QueryBlocks

/// A task from its line, as if it were in this note.
func task(_ line: String, in path: String = "a/b.md", line number: Int = 1, heading: String? = nil)
  -> ScannedTask
{
  let facts = TaskLine.facts(line.utf8.span, 0..<line.utf8.count)
  return ScannedTask(
    TaskRecord(
      note: NoteID(path), title: NotePath(path).stem.text, line: number,
      facts: facts ?? TaskFacts()),
    heading: heading)
}

/// Wednesday.
private let today = Day(20_789)

@Suite("Query blocks: filters of the Tasks plugin")
struct TaskFilterTests {
  private func fits(
    _ filters: String, _ task: ScannedTask,
    _ surroundings: TaskSurroundings = .init(rules: TaskRules())
  ) throws -> Bool {
    try TaskQueryReader(filters, in: NoteID("q/own.md"), today: today, rules: TaskRules()).query
      .condition
      .fits(task, surroundings)
  }

  @Test(
    "Each filter matches one task and not another",
    arguments: [
      ("done", "- [x] a", "- [ ] a"), ("not done", "- [/] a", "- [-] a"),
      ("NOT DONE", "- [ ] a", "- [x] a"),
      ("status.name includes progress", "- [/] a", "- [ ] a"),
      ("status.name includes unknown", "- [!] a", "- [ ] a"),
      ("status.type is in_progress", "- [/] a", "- [ ] a"),
      ("status.type is not CANCELLED", "- [x] a", "- [-] a"),
      ("due today", "- [ ] a 📅 2026-12-02", "- [ ] a 📅 2026-12-03"),
      ("due on 2026-12-02", "- [ ] a 📅 2026-12-02", "- [ ] a"),
      ("due before tomorrow", "- [ ] a 📅 2026-12-02", "- [ ] a 📅 2026-12-03"),
      ("due after today", "- [ ] a 📅 2026-12-03", "- [ ] a 📅 2026-12-02"),
      ("due on or before today", "- [ ] a 📅 2026-12-02", "- [ ] a 📅 2026-12-03"),
      ("due on or after today", "- [ ] a 📅 2026-12-02", "- [ ] a 📅 2026-12-01"),
      ("due in this week", "- [ ] a 📅 2026-12-06", "- [ ] a 📅 2026-12-07"),
      ("due this week", "- [ ] a 📅 2026-11-30", "- [ ] a 📅 2026-11-29"),
      ("due before next month", "- [ ] a 📅 2026-12-31", "- [ ] a 📅 2027-01-01"),
      ("due in or after next year", "- [ ] a 📅 2027-01-01", "- [ ] a 📅 2026-12-31"),
      ("due in 2 weeks", "- [ ] a 📅 2026-12-16", "- [ ] a 📅 2026-12-15"),
      ("due in two weeks", "- [ ] a 📅 2026-12-16", "- [ ] a 📅 2026-12-15"),
      ("due 2026-12-01 2026-12-05", "- [ ] a 📅 2026-12-05", "- [ ] a 📅 2026-12-06"),
      ("due 2026-W49", "- [ ] a 📅 2026-12-06", "- [ ] a 📅 2026-12-07"),
      ("due after 2026-Q3", "- [ ] a 📅 2026-10-01", "- [ ] a 📅 2026-09-30"),
      ("scheduled in 2026-12", "- [ ] a ⏳ 2026-12-31", "- [ ] a ⏳ 2027-01-01"),
      ("starts before tomorrow", "- [ ] a", "- [ ] a 🛫 2026-12-03"),
      ("created before 2026", "- [ ] a ➕ 2025-12-31", "- [ ] a ➕ 2026-01-01"),
      ("done last friday", "- [x] a ✅ 2026-11-27", "- [x] a ✅ 2026-11-20"),
      ("cancelled yesterday", "- [-] a ❌ 2026-12-01", "- [-] a"),
      ("happens today", "- [ ] a ⏳ 2026-12-02 📅 2027-01-01", "- [ ] a 📅 2027-01-01"),
      ("has due date", "- [ ] a 📅 2026-12-02", "- [ ] a ⏳ 2026-12-02"),
      ("has due date", "- [ ] a 📅 2026-02-30", "- [ ] a"),
      ("no due date", "- [ ] a ⏳ 2026-12-02", "- [ ] a [due:: 2026-12-02]"),
      ("no due date", "- [ ] a ⏳ 2026-02-30", "- [ ] a 📅 2026-02-30"),
      ("has happens date", "- [ ] a 🛫 2026-12-02", "- [ ] a ➕ 2026-12-02"),
      ("no start date", "- [ ] a", "- [ ] a 🛫 2026-12-02"),
      ("due date is invalid", "- [ ] a 📅 2026-02-30", "- [ ] a 📅 2026-02-20"),
      ("description includes PAINT", "- [ ] Buy paint #x", "- [ ] Buy pain"),
      ("description does not include paint", "- [ ] Buy", "- [ ] Buy paint"),
      ("description regex matches /^Buy/", "- [ ] Buy", "- [ ] buy"),
      ("description regex matches /^buy|sell$/i", "- [ ] Buy", "- [ ] a buy"),
      ("description regex does not match /a b/", "- [ ] a", "- [ ] a b"),
      ("tags include #home", "- [ ] a #home/x", "- [ ] a #work/home"),
      ("tag includes home", "- [ ] a #work/home", "- [ ] home"),
      ("tags do not include #home", "- [ ] a", "- [ ] a #Home"),
      ("tag regex matches /#t$/", "- [ ] a #t", "- [ ] a #tu"),
      ("has tags", "- [ ] a #t", "- [ ] a"), ("no tags", "- [ ] a", "- [ ] a #t"),
      ("priority is high", "- [ ] a ⏫", "- [ ] a 🔺"),
      ("priority is above none", "- [ ] a 🔼", "- [ ] a"),
      ("priority is below none", "- [ ] a 🔽", "- [ ] a"),
      ("priority is not low", "- [ ] a", "- [ ] a 🔽"),
      ("is recurring", "- [ ] a 🔁 every day", "- [ ] a"),
      ("is not recurring", "- [ ] a", "- [ ] a 🔁 every day"),
      ("recurrence includes week", "- [ ] a 🔁 every week", "- [ ] a 🔁 every day"),
      ("has id", "- [ ] a 🆔 x1", "- [ ] a"), ("no id", "- [ ] a", "- [ ] a 🆔 x1"),
      ("id includes X", "- [ ] a 🆔 x1", "- [ ] a 🆔 y"),
      ("has depends on", "- [ ] a ⛔ x1", "- [ ] a"), ("no depends on", "- [ ] a", "- [ ] a ⛔ x1"),
      ("(done) OR (due today)", "- [ ] a 📅 2026-12-02", "- [ ] a"),
      ("(not done) AND (is recurring)", "- [ ] a 🔁 every day", "- [x] a 🔁 every day"),
      ("(has tags) AND NOT (done)", "- [ ] a #x", "- [x] a #x"),
      ("(has tags) OR NOT (done)", "- [ ] a", "- [x] a"),
      ("NOT (done)", "- [ ] a", "- [x] a"), ("NOT(done)", "- [ ] a", "- [x] a"),
      ("(has tags) XOR (done)", "- [x] a", "- [x] a #x"),
      ("[description includes (x)] OR [done]", "- [ ] a (x)", "- [ ] a x"),
      ("{done} OR {has tags}", "- [x] a", "- [ ] a"),
      ("\"done\" OR \"has tags\"", "- [ ] a #x", "- [ ] a"),
      ("(description regex matches /(a|b)c/) OR (done)", "- [ ] bc", "- [ ] c"),
      ("( (done) OR (has tags) ) AND (no due date)", "- [x] a", "- [x] a 📅 2026-12-02"),
      ("(done) OR \\\n  (has tags)", "- [ ] a #x", "- [ ] a"),
      ("# done\nhas tags", "- [ ] a #x", "- [x] a"),
      ("has tags {{! said }}", "- [ ] a #x", "- [ ] a"),
      ("description includes \\\\", #"- [ ] a\b"#, "- [ ] ab"),
    ])
  func filters(_ filters: String, _ fitting: String, _ other: String) throws {
    #expect(try fits(filters, task(fitting)))
    #expect(try !fits(filters, task(other)))
  }

  @Test(
    "File filters look at the task's note",
    arguments: [
      ("path includes A/B", true), ("path includes x", false), ("path does not include x", true),
      ("folder includes a/", true), ("folder regex matches /^a\\/$/", true),
      ("filename includes b.md", true), ("root includes a/", true), ("root includes /b", false),
      ("heading includes day planner", true), ("heading does not include day", false),
      ("path includes {{query.file.path}}", false),
      ("folder includes {{query.file.folder}}", false),
    ])
  func files(_ filter: String, _ isFitting: Bool) throws {
    let task = task("- [ ] a", heading: "Monday Day Planner")
    #expect(try fits(filter, task) == isFitting)
    let own = ScannedTask(
      TaskRecord(note: NoteID("q/own.md"), title: "", line: 1, facts: task.record.facts))
    if filter.contains("{{") { #expect(try fits(filter, own)) }
  }

  @Test("Filters can depend on the other tasks around a task")
  func surroundings() throws {
    var around = TaskSurroundings(rules: TaskRules())
    around.awaited = ["x1"]
    around.subItems = [NoteID("a/b.md"): [1]]
    #expect(try fits("is blocking", task("- [ ] a 🆔 x1"), around))
    #expect(try !fits("is blocking", task("- [x] a 🆔 x1"), around))
    #expect(try fits("is not blocking", task("- [ ] a 🆔 x2"), around))
    #expect(try !fits("exclude sub-items", task("- [ ] a"), around))
    #expect(try fits("exclude sub-items", task("- [ ] a", line: 2), around))
    var blocked = task("- [ ] a")
    blocked.record.isBlocked = true
    #expect(try fits("is blocked", blocked))
    #expect(try !fits("is not blocked", blocked))
  }

  @Test("Any combination follows its operators")
  func combinations() throws {
    var random = SeededRandom(seed: 7)
    let atoms: [(String, (TaskFacts) -> Bool)] = [
      ("has due date", { $0.due != nil }), ("done", { !$0.isOpen }),
      ("has tags", { !$0.tags.isEmpty }), ("is recurring", { $0.recurrence != nil }),
    ]
    func make(_ depth: Int, _ marks: (String, String)) -> (String, (TaskFacts) -> Bool) {
      if depth == 0 || Int.random(in: 0..<4, using: &random) == 0 {
        let atom = atoms[Int.random(in: 0..<4, using: &random)]
        return ("\(marks.0)\(atom.0)\(marks.1)", atom.1)
      }
      let (left, one) = make(depth - 1, marks)
      let (right, other) = make(depth - 1, marks)
      switch Int.random(in: 0..<4, using: &random) {
      case 0: return ("\(marks.0)\(left) AND \(right)\(marks.1)", { one($0) && other($0) })
      case 1: return ("\(marks.0) \(left) OR NOT \(right)\(marks.1)", { one($0) || !other($0) })
      case 2: return ("\(marks.0)\(left) XOR \(right) \(marks.1)", { one($0) != other($0) })
      default: return ("\(marks.0)NOT \(left)\(marks.1)", { !one($0) })
      }
    }
    let tasks = [" ", "x"].flatMap { mark in
      ["", " #t"].flatMap { tag in
        ["", " 🔁 every day"].flatMap { rule in
          ["", " 📅 2026-12-02"].map { task("- [\(mark)] a\(tag)\(rule)\($0)") }
        }
      }
    }
    for round in 0..<300 {
      let (text, model) = make(4, round % 2 == 0 ? ("(", ")") : ("[", "]"))
      for task in tasks {
        #expect(try fits(text, task) == model(task.record.facts), "\(text)")
      }
    }
  }

  @Test("Operators without brackets follow their precedence")
  func ranks() throws {
    // NOT before XOR before AND before OR.
    #expect(try fits("(done) OR (has tags) AND (is recurring)", task("- [x] a")))
    #expect(try !fits("(done) AND (has tags) XOR (is recurring)", task("- [ ] a #t")))
    #expect(try fits("NOT (done) AND (has tags)", task("- [ ] a #t")))
  }

  @Test(
    "A mistake is reported with its position",
    arguments: [
      ("not done\n  due blue monday", 2, 7), ("nonsense", 1, 1), ("due", 1, 4),
      ("priority is huge", 1, 13), ("status.type is FINE", 1, 16), ("sort by size", 1, 9),
      ("sort by due backwards", 1, 9), ("group by nothing", 1, 10), ("limit many", 1, 7),
      ("limit to -3 tasks", 1, 10), ("hide all", 1, 6), ("path is x", 1, 6),
      ("description regex matches a", 1, 27), ("description regex matches /(/", 1, 27),
      ("(done", 1, 1), ("(done) (due today)", 1, 8), ("(done) AND due today", 1, 12),
      ("done\n(done) OR \\\n   (nonsense)", 3, 5), ("path includes {{x}}", 1, 17),
      ("path includes {{x", 1, 15), ("done\npreset  x", 2, 9), ("done {{preset.x}}", 1, 15),
      ("(done) AND", 1, 11), ("\"done", 1, 1),
      (String(repeating: "(", count: 200) + "done" + String(repeating: ")", count: 200), 1, 65),
    ])
  func refuses(_ text: String, _ line: Int, _ column: Int) {
    let problem = #expect(throws: BlockProblem.self) {
      _ = try TaskQueryReader(text, in: NoteID("a.md"), today: today, rules: TaskRules())
    }
    #expect(problem?.location == .init(line: line, column: column), "\(problem?.text ?? "")")
  }

  @Test("An expression that would never end ends")
  func regexBomb() {
    let bomb = "description regex matches /^(a+)+$/"
    let problem = #expect(throws: BlockProblem.self) {
      _ = try fits(bomb, task("- [ ] " + String(repeating: "a", count: 40) + "b"))
    }
    #expect(problem?.message.contains("too long") == true)
  }

  @Test("JavaScript is not run, and a message says so")
  func javaScript() throws {
    for text in ["filter by function true", "(filter by function task.due) OR (done)"] {
      let query = try TaskQueryReader(
        "not done\n\(text)", in: nil, today: today, rules: TaskRules()
      ).query
      #expect(query.cannotAnswer)
      #expect(query.notes.count == 1)
      #expect(query.notes[0].hasPrefix("Line 2:"))
    }
    let sorted = try TaskQueryReader(
      "sort by function task.due", in: nil, today: today, rules: TaskRules()
    ).query
    #expect(!sorted.cannotAnswer)
    #expect(sorted.notes.count == 1)
  }
}

@Suite("Query blocks: days as the Tasks plugin reads them")
struct TaskDayWordsTests {
  @Test(
    "A text is read as a day or a span of days",
    arguments: [
      ("2026-12-24", "2026-12-24", "2026-12-24"), ("yesterday", "2026-12-01", "2026-12-01"),
      ("tuesday", "2026-12-01", "2026-12-01"), ("friday", "2026-12-04", "2026-12-04"),
      ("14 October", "2026-10-14", "2026-10-14"), ("May", "2026-05-01", "2026-05-01"),
      ("25th May 2023", "2023-05-25", "2023-05-25"), ("14 days ago", "2026-11-18", "2026-11-18"),
      ("last week", "2026-11-23", "2026-11-29"), ("this quarter", "2026-10-01", "2026-12-31"),
      ("next quarter", "2027-01-01", "2027-03-31"), ("last year", "2025-01-01", "2025-12-31"),
      ("next month", "2027-01-01", "2027-01-31"), ("2020-W53", "2020-12-28", "2021-01-03"),
      ("2024-02", "2024-02-01", "2024-02-29"), ("2025", "2025-01-01", "2025-12-31"),
      ("2026-02-30 2026-03-01", "2026-03-01", "2026-03-01"),
      ("2026-05-02 2026-05-01", "2026-05-01", "2026-05-02"),
    ])
  func reads(_ words: String, _ first: String, _ last: String) {
    let span = TaskDayWords.span(words, today: today)
    #expect(span?.first?.text == first)
    #expect(span?.last?.text == last)
  }

  @Test(
    "A date that no calendar has is not a day",
    arguments: [
      "", "2026-02-30", "soon", "2026-W54", "2026-Q5", "2026-13", "32 may", "next decade",
    ])
  func refuses(_ words: String) {
    #expect(TaskDayWords.span(words, today: today) == nil)
  }
}
