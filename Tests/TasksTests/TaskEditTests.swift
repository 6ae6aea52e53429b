import Entities
import TestSupport
import Testing

@testable import Tasks

@Suite("A task's line is changed in its own form, and no other byte changes")
struct TaskEditTests {
  static let today = day("2026-11-22")

  static func day(_ text: String) -> Day {
    WrittenMoment(text)?.day ?? Day(0)
  }

  private static func changed(
    _ line: String, _ change: (TaskEdit) throws(TaskProblem) -> [UInt8]
  ) throws -> String {
    let task = try #require(TaskEdit(Array(line.utf8)))
    return String(decoding: try change(task), as: UTF8.self)
  }

  private static let toggles: [(String, String)] = [
    ("- [ ] a", "- [x] a"), ("- [x] a", "- [ ] a"), ("- [-] a", "- [ ] a"), ("- [/] a", "- [x] a"),
    ("- [é] a", "- [x] a"), ("- [ ]", "- [x]"), ("\t> 1) [ ] a  \r\n", "\t> 1) [x] a  \r\n"),
    ("- [ ] a 📅 2026-03-01", "- [x] a 📅 2026-03-01 ✅ 2026-11-22"),
    ("- [x] a 📅 2026-03-01 ✅ 2026-03-02", "- [ ] a 📅 2026-03-01"),
    ("- [ ] a 📅 2026-03-01 ^id", "- [x] a 📅 2026-03-01 ✅ 2026-11-22 ^id"),
    ("- [x] a 📅 2026-03-01 ✅ 2026-03-02 ^id\n", "- [ ] a 📅 2026-03-01 ^id\n"),
    ("- [ ] a ⏫  \t\r\n", "- [x] a ⏫ ✅ 2026-11-22  \t\r\n"),
    ("- [ ] a ⏫ #home", "- [x] a ⏫ #home ✅ 2026-11-22"),
    ("- [x] a ⏫ #home ✅ 2026-11-22", "- [ ] a ⏫ #home"),
    ("- [ ] a [due:: 2026-03-01]", "- [x] a [due:: 2026-03-01]  [completion:: 2026-11-22]"),
    ("- [x] a [due:: 2026-03-01]  [completion:: 2026-11-22]", "- [ ] a [due:: 2026-03-01]"),
    ("- [x] a (due:: 2026-03-01), (completion:: 2026-11-22)", "- [ ] a (due:: 2026-03-01)"),
    ("- [ ] a (due:: 2026-03-01)", "- [x] a (due:: 2026-03-01)  [completion:: 2026-11-22]"),
    ("- [-] a 📅 2026-03-01 ❌ 2026-03-02", "- [ ] a 📅 2026-03-01"),
    ("- [x] ✅ 2026-03-02 📅 2026-03-01", "- [ ] 📅 2026-03-01"),
    ("- [x] a ✅ 2026-03-02", "- [ ] a"),
    ("- [x] a ✅ 2026-03-02 ✅ 2026-03-03", "- [ ] a"), ("- [x] ✅ 2026-03-02 ❌ 2026-03-03", "- [ ] "),
    ("- [ ] a ✅ 2026-03-02", "- [x] a ✅ 2026-11-22"),
    (
      "- [ ] a\u{A0}📅\u{FE0F}\u{A0}2026-03-01",
      "- [x] a\u{A0}📅\u{FE0F}\u{A0}2026-03-01 ✅ 2026-11-22"
    ),
    ("- [ ] see ✅ here", "- [x] see ✅ here"),
    // A recurring task adds its next one.
    (
      "- [ ] take out the trash 🔁 every Sunday 📅 2021-04-25",
      "- [ ] take out the trash 🔁 every Sunday 📅 2021-05-02\n"
        + "- [x] take out the trash 🔁 every Sunday 📅 2021-04-25 ✅ 2026-11-22"
    ),
    (
      "- [ ] sweep 🔁 every week ⏳ 2021-02-06\r\n",
      "- [ ] sweep 🔁 every week ⏳ 2021-02-13\r\n- [x] sweep 🔁 every week ⏳ 2021-02-06 ✅ 2026-11-22\r\n"
    ),
    (
      "- [ ] sweep 🔁 every week when done ⏳ 2021-02-06\n",
      "- [ ] sweep 🔁 every week when done ⏳ 2026-11-29\n"
        + "- [x] sweep 🔁 every week when done ⏳ 2021-02-06 ✅ 2026-11-22\n"
    ),
    (
      "  - [/] Mow 🔁 every 2 weeks ➕ 2021-10-01 🛫 2021-10-27 ⏳ 2021-10-28 📅 2021-10-30 ^mow\n",
      "  - [ ] Mow 🔁 every 2 weeks ➕ 2026-11-22 🛫 2021-11-10 ⏳ 2021-11-11 📅 2021-11-13\n"
        + "  - [x] Mow 🔁 every 2 weeks ➕ 2021-10-01 🛫 2021-10-27 ⏳ 2021-10-28 📅 2021-10-30"
        + " ✅ 2026-11-22 ^mow\n"
    ),
    (
      "- [ ] a 🆔 abc ⛔ def 🔁 every day 📅 2026-12-31",
      "- [ ] a 🔁 every day 📅 2027-01-01\n- [x] a 🆔 abc ⛔ def 🔁 every day 📅 2026-12-31 ✅ 2026-11-22"
    ),
    (
      "- [ ] Do stuff 🔁 every day",
      "- [ ] Do stuff 🔁 every day\n- [x] Do stuff 🔁 every day ✅ 2026-11-22"
    ),
    (
      "- [ ] a [repeat:: every day]  [due:: 2026-02-28]  [id:: x]",
      "- [ ] a [repeat:: every day]  [due:: 2026-03-01]\n"
        + "- [x] a [repeat:: every day]  [due:: 2026-02-28]  [id:: x]  [completion:: 2026-11-22]"
    ),
    ("- [x] a 🔁 every day 📅 2026-03-01 ✅ 2026-03-01", "- [ ] a 🔁 every day 📅 2026-03-01"),
  ]

  private static let deleted: [(String, String)] = [
    ("- [ ] a 🏁 delete", ""), ("  - [/] a 📅 2026-03-01 🏁 Delete ^id\r\n", ""),
    ("- [ ] a [onCompletion:: delete]\n", ""), ("- [ ] a 🏁 keep", "- [x] a 🏁 keep ✅ 2026-11-22"),
    ("- [ ] a 🏁 delete it", "- [x] a 🏁 delete it"), ("- [x] a 🏁 delete", "- [ ] a 🏁 delete"),
    ("- [ ] a 🔁 every day 📅 2026-12-31 🏁 delete", "- [ ] a 🔁 every day 📅 2027-01-01 🏁 delete"),
    ("- [ ] a 🔁 every day 🏁 delete\n", "- [ ] a 🔁 every day 🏁 delete\n"),
  ]

  @Test("A task marked for deletion is removed when it is done (vaults 17)", arguments: deleted)
  func deletes(line: String, expected: String) throws {
    #expect(
      try Self.changed(line) { (task) throws(TaskProblem) in try task.toggled(today: Self.today) }
        == expected)
  }

  /// ` ` → `/` → `D` (done) → `c` (on hold) → ` `, and `n`, which is no task, to itself.
  private static let rules = {
    var rules = TaskRules()
    rules.statuses = [
      TaskStatus(" ", "To do", next: "/", .todo), TaskStatus("/", "Doing", next: "D", .inProgress),
      TaskStatus("D", "Finished", next: "c", .done), TaskStatus("c", "Waits", next: " ", .onHold),
      TaskStatus("n", "Note", next: "n", .notTask), TaskStatus("-", "No", next: "D", .cancelled),
      TaskStatus("v", "Odd", next: "]", .todo),
    ]
    return rules
  }()

  @Test(
    "Toggling a task sets the next sign of the vault's rules",
    arguments: [
      ("- [ ] a", "- [/] a"), ("- [/] a", "- [D] a ✅ 2026-11-22"),
      ("- [D] a ✅ 2026-11-20", "- [c] a"), ("- [c] a", "- [ ] a"), ("- [n] a", "- [n] a"),
      ("- [-] a ❌ 2026-11-20", "- [D] a ✅ 2026-11-22"), ("- [?] a", "- [x] a"),
      (
        "- [/] a 🔁 every day 📅 2026-11-22\n",
        "- [ ] a 🔁 every day 📅 2026-11-23\n- [D] a 🔁 every day 📅 2026-11-22 ✅ 2026-11-22\n"
      ),
      ("- [/] a 🔁 every day 📅 2026-11-22 🏁 delete", "- [ ] a 🔁 every day 📅 2026-11-23 🏁 delete"),
      ("- [/] a 🏁 delete", ""), ("- [ ] a 🏁 delete", "- [/] a 🏁 delete"),
    ])
  func follows(_ line: String, _ expected: String) throws {
    let done = try Self.changed(line) { (task) throws(TaskProblem) in
      try task.toggled(today: Self.today, by: Self.rules)
    }
    #expect(done == expected)
  }

  @Test("Dates are written by the rules, and never for an item that is no task by them")
  func datesByRules() throws {
    func toggled(_ line: String, _ change: (inout TaskRules) -> Void) throws -> String {
      var rules = Self.rules
      change(&rules)
      return try Self.changed(line) { (task) throws(TaskProblem) in
        try task.toggled(today: Self.today, by: rules)
      }
    }
    #expect(try toggled("- [/] a 📅 2026-12-01") { $0.writesDone = false } == "- [D] a 📅 2026-12-01")
    #expect(
      try toggled("- [/] a") { $0.writesFields = true } == "- [D] a  [completion:: 2026-11-22]")
    #expect(
      try toggled("- [/] a 🔁 every day\n") { $0.writesCreated = true }
        == "- [ ] a 🔁 every day ➕ 2026-11-22\n- [D] a 🔁 every day ✅ 2026-11-22\n")
    #expect(
      try toggled("- [/] a 🔁 every day ➕ 2026-01-01") { $0.writesCreated = false }
        == "- [ ] a 🔁 every day\n- [D] a 🔁 every day ➕ 2026-01-01 ✅ 2026-11-22")
    #expect(
      try toggled("- [/] a 🔁 every day") { $0.putsNextBelow = true }
        == "- [D] a 🔁 every day ✅ 2026-11-22\n- [ ] a 🔁 every day")
    #expect(
      try toggled("- [/] a 🔁 every day 🏁 delete") { $0.globalFilter = "#task" }
        == "- [D] a 🔁 every day 🏁 delete")
    #expect(
      try toggled("- [/] a #task") { $0.globalFilter = "#task" } == "- [D] a #task ✅ 2026-11-22")
  }

  @Test("A sign that a checkbox cannot hold is refused")
  func oddSign() {
    #expect(throws: TaskProblem.self) {
      try Self.changed("- [v] a") { (task) throws(TaskProblem) in
        try task.toggled(today: Self.today, by: Self.rules)
      }
    }
  }

  @Test("An open task is marked done, and a done task is reopened", arguments: toggles)
  func togglesLines(line: String, expected: String) throws {
    #expect(
      try Self.changed(line) { (task) throws(TaskProblem) in try task.toggled(today: Self.today) }
        == expected)
  }

  private static let marks: [(String, Unicode.Scalar, String)] = [
    ("- [ ] a ⏫", "/", "- [/] a ⏫"), ("- [x] a ⏫ ✅ 2026-01-01", "/", "- [/] a ⏫"),
    ("- [ ] a ⏫", "-", "- [-] a ⏫ ❌ 2026-11-22"), ("- [ ] a", "-", "- [-] a"),
    ("- [x] a ✅ 2026-01-01", "-", "- [-] a ❌ 2026-11-22"),
    ("- [x] a ✅ 2026-01-01", "X", "- [X] a ✅ 2026-01-01"), ("- [ ] a", "é", "- [é] a"),
    ("- [ ] a 🔁 every day 📅 2026-01-01", "-", "- [-] a 🔁 every day 📅 2026-01-01 ❌ 2026-11-22"),
  ]

  @Test("Any mark can be set in the checkbox, with its date", arguments: marks)
  func marksLines(line: String, mark: Unicode.Scalar, expected: String) throws {
    #expect(
      try Self.changed(line) { (task) throws(TaskProblem) in
        try task.marked(mark, today: Self.today)
      } == expected)
  }

  private static let days: [(String, String?, String)] = [
    ("- [ ] a", "2026-12-01", "- [ ] a 📅 2026-12-01"),
    ("- [ ] a 📅 2026-03-01 #x", "2026-12-01", "- [ ] a 📅 2026-12-01 #x"),
    ("- [ ] a ⏳ 2026-03-01", "2026-12-01", "- [ ] a ⏳ 2026-12-01"),
    ("- [ ] a ⏳ 2026-03-01 📅 2026-03-02", "2026-12-01", "- [ ] a ⏳ 2026-03-01 📅 2026-12-01"),
    ("- [ ] not 📅 2026-03-01 but", "2026-12-01", "- [ ] not 📅 2026-03-01 but 📅 2026-12-01"),
    ("- [ ] not 📅 2026-03-01 but", nil, "- [ ] not 📅 2026-03-01 but"),
    ("- [ ] pay [due:: 2026-03-01] it", "2026-12-01", "- [ ] pay [due:: 2026-12-01] it"),
    ("- [ ] pay [due:: 2026-03-01] it", nil, "- [ ] pay it"),
    ("- [ ] a 📅 2026-03-01 ^id", nil, "- [ ] a ^id"), ("- [ ] a ⏳ 2026-03-01", nil, "- [ ] a"),
    ("- [ ] a [priority:: high]", "2026-12-01", "- [ ] a [priority:: high]  [due:: 2026-12-01]"),
    ("- [x] a ⏫ ✅ 2026-03-01", "2026-12-01", "- [x] a ⏫ 📅 2026-12-01 ✅ 2026-03-01"),
    ("- [ ] a 📅 2024-02-31 ⏫", "2024-02-29", "- [ ] a 📅 2024-02-29 ⏫"),
    ("- [ ] a 📅 2024-02-31 ⏫", nil, "- [ ] a ⏫"),
    ("- [ ] a", nil, "- [ ] a"), ("- [ ]  ", "2026-12-01", "- [ ] 📅 2026-12-01  "),
  ]

  @Test("A new day replaces the written one", arguments: days)
  func reschedules(line: String, day: String?, expected: String) throws {
    #expect(try Self.changed(line) { $0.rescheduled(to: day.map(Self.day)) } == expected)
  }

  private static let unclear = [
    "every blue moon", "daily", "every", "every 0 days", "every week on", "every month for 3 times",
    "every month on the 32nd", "every week on the 2nd Monday", "every February on the 30th",
    "every 99999 days",
  ]

  @Test(
    "A task whose rule names no day is checked off and adds no next task (obsidian 2 14)",
    arguments: unclear)
  func ticks(rule: String) throws {
    let line = "a 🔁 \(rule) 📅 2026-03-01"
    let done = try Self.changed("- [ ] \(line)") { (task) throws(TaskProblem) in
      try task.toggled(today: Self.today)
    }
    #expect(done == "- [x] \(line) ✅ 2026-11-22")
  }

  @Test(
    "No checkbox holds a character that would end it",
    arguments: ["\n", "]", "\r", "\u{0}", "\u{2028}"] as [Unicode.Scalar])
  func refusesMark(mark: Unicode.Scalar) throws {
    let task = try #require(TaskEdit(Array("- [ ] a".utf8)))
    #expect(throws: TaskProblem.self) { try task.marked(mark, today: Self.today) }
  }

  @Test("No task recurs after the last year that notes can write")
  func lastYear() throws {
    let done = try Self.changed("- [ ] a 🔁 every year 📅 9999-03-01") {
      (task) throws(TaskProblem) in try task.toggled(today: Self.today)
    }
    #expect(done == "- [x] a 🔁 every year 📅 9999-03-01 ✅ 2026-11-22")
  }

  /// A line with its parts in random order, and the expected result.
  private static func random(_ random: inout SeededRandom) -> (line: [UInt8], facts: TaskFacts) {
    var facts = TaskFacts()
    var parts: [String] = []
    let isField = Bool.random(using: &random)
    func say(_ kind: TaskLine.Kind, _ value: String) {
      parts.append(
        isField ? "[\(TaskSign.field(kind)):: \(value)]" : "\(TaskSign.emoji(kind)) \(value)")
    }
    func day() -> Day { Day(Int.random(in: 15_000..<25_000, using: &random)) }
    facts.mark =
      (["x", " ", "/", "-", "?"] as [Unicode.Scalar]).randomElement(using: &random) ?? " "
    if Bool.random(using: &random) { facts.due = day() }
    if Bool.random(using: &random) { facts.scheduled = day() }
    if Bool.random(using: &random) { facts.start = day() }
    if Bool.random(using: &random) { facts.id = "id-\(Int.random(in: 0..<99, using: &random))" }
    if facts.type == .done, Bool.random(using: &random) { facts.done = day() }
    facts.priority = TaskFacts.Priority.allCases.randomElement(using: &random) ?? .normal
    if let due = facts.due { say(.due, due.text) }
    if let scheduled = facts.scheduled { say(.scheduled, scheduled.text) }
    if let start = facts.start { say(.start, start.text) }
    if let id = facts.id { say(.id, id) }
    if let done = facts.done { say(.done, done.text) }
    if let word = TaskSign.word(facts.priority), let sign = TaskSign.emoji(facts.priority) {
      parts.append(isField ? "[priority:: \(word)]" : sign)
    }
    parts.shuffle(using: &random)
    facts.words = ["a", "two words", "é 📅 soon", "x `y`"].randomElement(using: &random) ?? ""
    let head = ["- ", "  * ", "> 1. ", "\t+ "].randomElement(using: &random) ?? ""
    let tail = ["", " ^id", "  ", "\r\n", " \n"].randomElement(using: &random) ?? ""
    let text =
      "\(head)[\(facts.mark)] " + ([facts.words] + parts).joined(separator: isField ? "  " : " ")
    return (Array((text + tail).utf8), facts)
  }

  @Test("Changed lines read as expected, and changes undone give the same bytes")
  func model() throws {
    var random = SeededRandom(seed: 2026)
    for _ in 0..<3000 {
      var (line, facts) = Self.random(&random)
      let task = try #require(TaskEdit(line))
      #expect(task.facts == facts)
      let other = Day(Int.random(in: 15_000..<25_000, using: &random))
      let moved = try #require(TaskEdit(task.rescheduled(to: other)))
      let before = facts.due ?? facts.scheduled
      if facts.due == nil, facts.scheduled != nil {
        facts.scheduled = other
      } else {
        facts.due = other
      }
      #expect(moved.facts == facts)
      let back = moved.rescheduled(to: before)
      #expect(back == line)
      guard facts.isOpen else { continue }
      let done = try #require(TaskEdit(try moved.toggled(today: Self.today)))
      var expected = facts
      (expected.mark, expected.done) = ("x", Self.today)
      #expect(done.facts == expected)
      guard facts.mark == " " else { continue }
      #expect(try done.toggled(today: Self.today) == moved.bytes)
    }
  }
}
