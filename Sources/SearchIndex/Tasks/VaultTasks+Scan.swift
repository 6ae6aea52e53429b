import Entities
package import Services

extension VaultTasks {
  @concurrent
  package func scan(_ scan: TaskScan) async throws(NoteIndexError) -> [ScannedTask] {
    if try index.freshen(),
      let tasks = try index.reading({ (database) throws(DatabaseError) in
        try Self.scan(scan, database)
      })
    {
      return tasks
    }
    // What is made of the files alone knows no folders.
    var all = scan
    all.scope = nil
    return try index.scanning { (database) throws(DatabaseError) in try Self.scan(all, database) }
  }

  private static func scan(
    _ scan: TaskScan, _ database: Database
  ) throws(DatabaseError) -> [ScannedTask] {
    let heading =
      """
      (SELECT h.text FROM heading h WHERE h.note = t.note AND h.line < t.line
      ORDER BY h.line DESC LIMIT 1)
      """
    let scope = try ScopeCondition(scan.scope, of: "t.note", in: database)
    let condition = scan.condition.map { scan.scope == nil ? $0.filter : $0.select }
    let rows = try database.query(
      """
      SELECT t.status, t.text, t.due, t.priority, t.created, t.scheduled, t.start, t.done,
      t.cancelled, t.recurrence, t.id, t.needs, t.tags, t.path, t.line,
      \(scan.withHeadings ? heading : "NULL")
      FROM task t WHERE \(condition ?? "1") AND \(scope.text)
      """, scope.values)
    let known = TaskRows(database: database)
    var tasks: [ScannedTask] = []
    while try rows.next() {
      let facts = TaskRows.facts(rows)
      let record = TaskRecord(
        note: NoteID(NotePath(bytes: rows.bytes(13))), title: "", line: Int(rows.int(14)),
        facts: facts, isBlocked: facts.dependsOn.isEmpty ? false : try known.isBlocked(facts))
      tasks.append(ScannedTask(record, heading: rows.optionalText(15)))
    }
    return tasks
  }
}

extension TaskScan.Condition {
  /// Few are found by an index. Many are read in one pass over all, where an index would have each
  /// looked up by itself: it finds no way into a `CASE`.
  fileprivate var filter: String { isNarrow ? select : "CASE WHEN \(select) THEN 1 END" }

  /// As the index is asked: of names and numbers of ours, and digits.
  fileprivate var select: String {
    switch self {
    case .all(let parts): "(" + parts.map(\.select).joined(separator: " AND ") + ")"
    case .any(let parts): "(" + parts.map(\.select).joined(separator: " OR ") + ")"
    case .isOpen(let isOpen): isOpen ? "+t.isOpen" : "NOT t.isOpen"
    case .noDay(let date): "t.\(date.rawValue) IS NULL"
    case .isRecurring: "t.recurrence IS NOT NULL"
    case .holds(let text, let part): text.holding(part)
    case .day(let date, let span):
      "(t.\(date.rawValue) IS NOT NULL"
        + (span.first.map { " AND t.\(date.rawValue) >= \(date.number(of: $0))" } ?? "")
        + (span.last.map { " AND t.\(date.rawValue) <= \(date.number(of: $0))" } ?? "") + ")"
    }
  }

  /// Whether the tasks that fit are those of some days.
  fileprivate var isNarrow: Bool {
    switch self {
    case .all(let parts): parts.contains(where: \.isNarrow)
    case .any(let parts): parts.allSatisfy(\.isNarrow)
    case .day(_, let span): span.first != nil && span.last != nil
    case .isOpen, .noDay, .isRecurring, .holds: false
    }
  }
}

extension TaskScan.Text {
  /// A text that is not ASCII has more bytes than letters.
  fileprivate func holding(_ part: String) -> String {
    let column =
      switch self {
      case .words: "t.text"
      case .path: "CAST(t.path AS TEXT)"
      case .tags: "t.tags"
      }
    let digits = part.utf8.map { byte in
      String(byte >> 4, radix: 16) + String(byte & 0x0f, radix: 16)
    }
    return "(instr(lower(\(column)), CAST(x'\(digits.joined())' AS TEXT))"
      + " OR length(\(column)) <> length(CAST(\(column) AS BLOB)))"
  }
}

extension TaskScan.Date {
  /// As the index has the day.
  fileprivate func number(of day: Day) -> Int {
    if self != .due { return day.number }
    let time = day.time
    return time.year * 10_000 + time.month * 100 + time.day
  }
}
