import Bytes
import Entities
import Services
import Synchronization

/// All open tasks in the index's own order, except those in one folder: only those that are shown
/// are read.
final class OpenTaskCatalog: TaskCatalog {
  /// The position of a task that was read, from which those near it are found.
  private struct Mark {
    var number: Int
    var part: TaskDays.Part
    var path: [UInt8]
    var line: Int64
  }

  /// Up to this number of tasks are simply skipped.
  private static let near = 512

  private let source: IndexSnapshot
  private let days: TaskDays
  /// Nil if no open task is in that folder.
  private let passed: ExcludedFolder?
  /// The latest mark.
  private let mark = Mutex<Mark?>(nil)

  init(
    _ source: IndexSnapshot, lowest: TaskFacts.Priority? = nil,
    passingOver folder: ExcludedFolder? = nil
  ) throws(DatabaseError) {
    self.source = source
    let uncounted = try folder?.openTasks(source.database) ?? [:]
    passed = uncounted.isEmpty ? nil : folder
    days = try TaskDays(source.database, lowest: lowest, without: uncounted)
  }

  /// The tasks of one day and priority.
  private var ofPart: String {
    "FROM task INDEXED BY task_open WHERE isOpen AND day = ? AND priority = ?"
      + (passed == nil ? "" : " AND NOT (path >= ? AND path < ?)")
  }

  private func cells(_ day: Int64, _ priority: Int64, _ more: Cell...) -> [Cell] {
    [.int(day), .int(priority)] + (passed?.cells ?? []) + more
  }

  var count: Int { days.count }

  func position(of day: Day?) -> Int {
    days.start(ofPart: days.part(ofDay: day.map { Int64($0.number) } ?? Schema.noDay))
  }

  func position(of task: TaskRecord) -> Int {
    let day = task.facts.day.map { Int64($0.number) } ?? Schema.noDay
    let priority = Int64(task.facts.priority.rawValue)
    let part = days.part(ofDay: day, priority: priority)
    guard part < days.parts.count, days.parts[part].day == day,
      days.parts[part].priority == priority
    else { return days.start(ofPart: part) }
    return mark.withLock { _ in
      let before = source.asking { (database) throws(DatabaseError) in
        let rows = try database.query(
          "SELECT count(*) \(ofPart) AND (path, line) < (?, ?)",
          cells(day, priority, .bytes(task.note.path.bytes), .int(task.line)))
        return try rows.next() ? Int(rows.int(0)) : 0
      }
      return days.start(ofPart: part) + (before ?? 0)
    }
  }

  func counts(in span: DaySpan) -> [Day: Int] { days.counts(in: span) }

  func tasks(in range: Range<Int>) -> [TaskRecord] {
    let range = range.clamped(to: 0..<count)
    return mark.withLock { mark in
      let found = source.asking { (database) throws(DatabaseError) in
        try TaskRows(database: database).records(keys(in: range, &mark, database))
      }
      return found ?? []
    }
  }

  /// Reads part by part, each from the nearest known position.
  private func keys(
    in range: Range<Int>, _ mark: inout Mark?, _ database: Database
  ) throws(DatabaseError) -> [TaskKey] {
    var keys: [TaskKey] = []
    keys.reserveCapacity(range.count)
    var next = range.lowerBound
    while next < range.upperBound, let part = days.part(holding: next) {
      let end = min(range.upperBound, part.start + part.tasks)
      let before = keys.count
      try read(next..<end, of: part, into: &keys, &mark, database)
      // Fewer only if the index is damaged.
      if keys.count - before < end - next { throw DatabaseError.wrongCount }
      next = end
    }
    return keys
  }

  private func read(
    _ range: Range<Int>, of part: TaskDays.Part, into keys: inout [TaskKey], _ mark: inout Mark?,
    _ database: Database
  ) throws(DatabaseError) {
    let columns = "SELECT note, line, path \(ofPart)"
    let known = mark.flatMap { $0.part == part ? $0 : nil }
    let (fromStart, fromEnd) = (
      range.lowerBound - part.start, part.start + part.tasks - range.upperBound
    )
    let distance = known.map { range.lowerBound - $0.number }
    if let known, let distance, distance >= 0, distance < min(fromStart, fromEnd, Self.near) {
      return try take(
        database.query(
          "\(columns) AND (path, line) >= (?, ?) ORDER BY path, line LIMIT ? OFFSET ?",
          cells(
            part.day, part.priority, .bytes(known.path), .int(known.line), .int(range.count),
            .int(distance))), range, part, into: &keys, &mark)
    }
    if let known, let distance, range.upperBound <= known.number,
      -distance < min(fromStart, fromEnd, Self.near)
    {
      return try take(
        database.query(
          "\(columns) AND (path, line) < (?, ?) ORDER BY path DESC, line DESC LIMIT ?",
          cells(
            part.day, part.priority, .bytes(known.path), .int(known.line), .int(-distance))),
        range, part, backwards: true, into: &keys, &mark)
    }
    let isFromEnd = fromEnd < fromStart
    let way = isFromEnd ? " DESC" : ""
    return try take(
      database.query(
        "\(columns) ORDER BY path\(way), line\(way) LIMIT ? OFFSET ?",
        cells(
          part.day, part.priority, .int(range.count), .int(isFromEnd ? fromEnd : fromStart))),
      range, part, backwards: isFromEnd, into: &keys, &mark)
  }

  private func take(
    _ rows: consuming Rows, _ range: Range<Int>, _ part: TaskDays.Part, backwards: Bool = false,
    into keys: inout [TaskKey], _ mark: inout Mark?
  ) throws(DatabaseError) {
    var found = try rows.all {
      (key: TaskKey(note: $0.int(0), line: $0.int(1)), path: $0.bytes(2))
    }
    if backwards { found.reverse() }
    guard let first = found.first else { return }
    mark = Mark(
      number: range.lowerBound, part: part, path: first.path, line: first.key.line)
    keys += found.prefix(range.count).map(\.key)
  }
}

/// The number of open tasks before each day and priority.
private struct TaskDays {
  struct Part: Equatable {
    var day: Int64
    var priority: Int64
    var tasks: Int
    /// The number of tasks before its first.
    var start: Int
  }

  private(set) var parts: [Part] = []
  private(set) var count = 0

  /// `lowest` is the lowest priority that counts. `uncounted` tasks are subtracted.
  init(
    _ database: Database, lowest: TaskFacts.Priority?,
    without uncounted: [ExcludedFolder.Place: Int]
  ) throws(DatabaseError) {
    let rows = try database.query(
      "SELECT day, priority, tasks FROM taskday WHERE priority <= ? ORDER BY day, priority",
      .int(lowest?.rawValue ?? Int(Int32.max)))
    while try rows.next() {
      let (day, priority) = (rows.int(0), rows.int(1))
      let off = uncounted[ExcludedFolder.Place(day: day, priority: priority)] ?? 0
      let tasks = Int(rows.int(2)) - off
      if tasks <= 0 { continue }
      parts.append(Part(day: day, priority: priority, tasks: tasks, start: count))
      count += tasks
    }
  }

  /// Returns the index of the first part that is not before this day and priority.
  func part(ofDay day: Int64, priority: Int64 = .min) -> Int {
    parts.partitionPoint { ($0.day, $0.priority) >= (day, priority) }
  }

  func start(ofPart part: Int) -> Int { part < parts.count ? parts[part].start : count }

  /// Returns the part with the task of this number.
  func part(holding task: Int) -> Part? {
    let part = parts.partitionPoint { $0.start + $0.tasks > task }
    return part < parts.count ? parts[part] : nil
  }

  func counts(in span: DaySpan) -> [Day: Int] {
    let first = part(ofDay: span.first.map { Int64($0.number) } ?? .min)
    let end = span.last.map { part(ofDay: Int64($0.number) + 1) } ?? parts.count
    guard first < end else { return [:] }
    return parts[first..<end].reduce(into: [:]) { counts, part in
      if part.day != Schema.noDay { counts[Day(Int(part.day)), default: 0] += part.tasks }
    }
  }
}
