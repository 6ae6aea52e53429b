import Entities
package import Services

package struct VaultTasks: TaskIndex, TaskScanning {
  let index: IndexAccess

  @concurrent
  package func tasks(_ request: TaskRequest) async throws(NoteIndexError) -> any TaskCatalog {
    if try index.freshen(), let catalog = catalogOfTasks(request) { return catalog }
    return try index.scanning { (database) throws(DatabaseError) in
      try Self.catalog(request, IndexSnapshot(memory: database))
    }
  }

  package func knownTasks(_ request: TaskRequest) -> (any TaskCatalog)? {
    request.isInOrder ? catalogOfTasks(request) : nil
  }

  /// Returns nil if there is no index.
  private func catalogOfTasks(_ request: TaskRequest) -> (any TaskCatalog)? {
    guard let source = IndexSnapshot(index.connections) else { return nil }
    return source.asking { (_) throws(DatabaseError) in try Self.catalog(request, source) }
  }

  private static func catalog(
    _ request: TaskRequest, _ source: IndexSnapshot
  ) throws(DatabaseError) -> any TaskCatalog {
    if request.isInOrder {
      return try OpenTaskCatalog(
        source, lowest: request.priority, passingOver: request.leftOut.map(ExcludedFolder.init))
    }
    return try ChosenTaskCatalog(source, request)
  }

  @concurrent
  package func count(_ request: TaskRequest) async throws(NoteIndexError) -> Int {
    var plain = request
    (plain.status, plain.leftOut) = (.open, nil)
    guard plain == TaskRequest(), try index.freshen(),
      let counts = try index.reading({ (database) throws(DatabaseError) in
        try ExcludedFolder.count(outside: request.leftOut.map(ExcludedFolder.init), database)
      })
    else { return try await tasks(request).count }
    switch request.status {
    case .open: return counts.open
    case .done: return counts.all - counts.open
    case .all: return counts.all
    }
  }
}

extension TaskRequest {
  /// Whether all open tasks are requested, or those of some priorities, in all folders or all but
  /// one: the index has them in order.
  fileprivate var isInOrder: Bool {
    var plain = self
    (plain.priority, plain.leftOut) = (nil, nil)
    return plain == TaskRequest()
  }
}

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
    return try index.scanning { (database) throws(DatabaseError) in try Self.scan(scan, database) }
  }

  private static func scan(
    _ scan: TaskScan, _ database: Database
  ) throws(DatabaseError) -> [ScannedTask] {
    let heading =
      """
      (SELECT h.text FROM heading h WHERE h.note = t.note AND h.line < t.line
      ORDER BY h.line DESC LIMIT 1)
      """
    let scope = try ScopeCondition(scan.scope, in: database)
    let condition = scan.condition.map { scan.scope == nil ? $0.filter : $0.select }
    let rows = try database.query(
      """
      SELECT t.status, t.text, t.due, t.priority, t.created, t.scheduled, t.start, t.done,
      t.cancelled, t.recurrence, t.id, t.needs, t.tags, t.reminders, t.path, t.line,
      \(scan.withHeadings ? heading : "NULL")
      FROM task t WHERE \(condition ?? "1") AND \(scope.text(of: "t.note"))
      """, scope.values)
    let known = TaskRows(database: database)
    var tasks: [ScannedTask] = []
    var path = NotePath("")
    while try rows.next() {
      let facts = TaskRows.facts(rows)
      // The tasks of a note share its path.
      if !rows.withBytes(14, { $0.elementsEqual(path.bytes) }) { path = rows.path(14) }
      let record = TaskRecord(
        note: NoteID(path), title: "", line: Int(rows.int(15)), facts: facts,
        isBlocked: facts.dependsOn.isEmpty ? false : try known.isBlocked(facts))
      tasks.append(ScannedTask(record, heading: rows.optionalText(16)))
    }
    return tasks
  }
}

extension TaskScan.Condition {
  /// Few tasks are found by an index. Many are read in one pass, which the `CASE` ensures: no index
  /// applies to it, so they are not looked up one by one.
  fileprivate var filter: String { isNarrow ? select : "CASE WHEN \(select) THEN 1 END" }

  /// The condition as SQL, made only of our own names, numbers and digits.
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

  /// Whether only tasks of some days can match.
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
  /// Non-ASCII texts, whose bytes outnumber their letters, are always included.
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
  /// Returns the day as the index stores it.
  fileprivate func number(of day: Day) -> Int {
    if self != .due { return day.number }
    let time = day.time
    return time.year * 10_000 + time.month * 100 + time.day
  }
}

/// A folder whose tasks do not count, as a query of the index.
struct ExcludedFolder {
  struct Place: Hashable {
    var day: Int64
    var priority: Int64
  }

  let cells: [Cell]

  init(_ folder: NotePath) { cells = folder.bounds }

  /// Returns the numbers of open tasks in it by day and priority. They are few and found by note;
  /// the join order is fixed, because the planner cannot know that.
  func openTasks(
    _ database: Database
  ) throws(DatabaseError) -> [Place: Int] {
    let rows = try database.query(
      """
      SELECT t.day, t.priority, count(*) FROM note n CROSS JOIN task t ON t.note = n.id
      WHERE n.path >= ? AND n.path < ? AND +t.isOpen GROUP BY 1, 2
      """, cells)
    var found: [Place: Int] = [:]
    while try rows.next() {
      found[Place(day: rows.int(0), priority: rows.int(1))] = Int(rows.int(2))
    }
    return found
  }

  /// Returns the numbers of all tasks and of open ones outside of it.
  static func count(
    outside folder: ExcludedFolder?, _ database: Database
  ) throws(DatabaseError) -> (all: Int, open: Int) {
    let filter = folder == nil ? "" : "WHERE NOT (path >= ? AND path < ?)"
    let sums = try database.query(
      "SELECT sum(tasks), sum(openTasks) FROM note \(filter)", folder?.cells ?? [])
    return try sums.next() ? (Int(sums.int(0)), Int(sums.int(1))) : (0, 0)
  }
}

extension NotePath {
  /// The bounds of all paths in this folder and below it.
  var bounds: [Cell] {
    let slash = UInt8(ascii: "/")
    return [.bytes(bytes + [slash]), .bytes(bytes + [slash + 1])]
  }
}
