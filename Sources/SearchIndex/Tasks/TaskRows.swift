import Entities
import Services

/// A task's key in the index.
struct TaskKey: Hashable {
  var note: Int64
  var line: Int64
}

/// Reads task records from the index.
struct TaskRows {
  let database: Database

  /// Returns nil if the index no longer has it.
  private func record(_ key: TaskKey) throws(DatabaseError) -> TaskRecord? {
    let rows = try database.query(
      """
      SELECT t.status, t.text, t.due, t.priority, t.created, t.scheduled, t.start, t.done,
      t.cancelled, t.recurrence, t.id, t.needs, t.tags, t.reminders, n.title, t.path
      FROM task t JOIN note n ON n.id = t.note WHERE t.note = ? AND t.line = ?
      """, .int(key.note), .int(key.line))
    guard try rows.next() else { return nil }
    let facts = Self.facts(rows)
    return TaskRecord(
      note: NoteID(NotePath(bytes: rows.bytes(15))), title: rows.text(14), line: Int(key.line),
      facts: facts, isBlocked: try isBlocked(facts))
  }

  /// Returns all records: a missing one is a sign of damage.
  func records(_ keys: some Sequence<TaskKey>) throws(DatabaseError) -> [TaskRecord] {
    var records: [TaskRecord] = []
    for key in keys {
      guard let record = try record(key) else { throw DatabaseError.wrongCount }
      records.append(record)
    }
    return records
  }

  static func facts(_ rows: borrowing Rows) -> TaskFacts {
    var facts = TaskFacts()
    facts.mark = rows.text(0).unicodeScalars.first ?? " "
    facts.words = rows.text(1)
    facts.due = rows.isNull(2) ? nil : Day(written: rows.int(2))
    facts.priority = TaskFacts.Priority(rawValue: Int(rows.int(3))) ?? .normal
    func day(_ column: Int32) -> Day? { rows.isNull(column) ? nil : Day(Int(rows.int(column))) }
    facts.created = day(4)
    facts.scheduled = day(5)
    facts.start = day(6)
    facts.done = day(7)
    facts.cancelled = day(8)
    facts.recurrence = rows.optionalText(9)
    facts.id = rows.optionalText(10)
    facts.dependsOn = lines(rows.optionalText(11))
    facts.tags = lines(rows.optionalText(12))
    facts.reminders = lines(rows.optionalText(13))
    return facts
  }

  private static func lines(_ text: String?) -> [String] {
    text?.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) ?? []
  }

  func isBlocked(_ facts: TaskFacts) throws(DatabaseError) -> Bool {
    guard facts.isOpen else { return false }
    for id in facts.dependsOn {
      let open = try database.number(
        "SELECT 1 FROM task INDEXED BY task_id WHERE id = ? AND isOpen LIMIT 1", .text(id))
      if open != nil { return true }
    }
    return false
  }
}

extension Day {
  /// Reads a date in the form of `task.due`: 20260302.
  init?(written: Int64) {
    self.init(
      year: Int(written / 10_000), month: Int(written / 100 % 100), day: Int(written % 100))
  }
}

/// Updates `taskday` as notes are added and removed. There is no trigger, because each program that
/// opens the index would have to parse it first.
struct TaskDayCounts {
  let database: Database

  /// Adds an open task with this day and priority.
  func add(day: Int64, priority: Int64) throws(DatabaseError) {
    try database.run(
      """
      INSERT INTO taskday VALUES (?, ?, 1)
      ON CONFLICT (day, priority) DO UPDATE SET tasks = tasks + 1
      """, .int(day), .int(priority))
  }

  /// Called before the tasks of a note are removed.
  func subtract(_ note: Int64) throws(DatabaseError) {
    // Selected by note, so that the number of other open tasks on those days does not matter.
    let gone = try database.all(
      "SELECT day, priority, count(*) FROM task WHERE note = ? AND +isOpen GROUP BY 1, 2",
      .int(note)
    ) { ($0.int(0), $0.int(1), $0.int(2)) }
    for (day, priority, tasks) in gone {
      try database.run(
        "UPDATE taskday SET tasks = tasks - ? WHERE day = ? AND priority = ?",
        .int(tasks), .int(day), .int(priority))
      try database.run(
        "DELETE FROM taskday WHERE day = ? AND priority = ? AND tasks <= 0",
        .int(day), .int(priority))
    }
  }
}
