package import Entities
package import Services

extension VaultIndex: TaskIndex {
  @concurrent
  package func tasks(_ request: TaskRequest) async throws(NoteIndexError) -> any TaskCatalog {
    if try freshen(), let catalog = catalogOfTasks(request) { return catalog }
    let database = try ScannedVault.make(files, clock)
    do throws(DatabaseError) {
      return try Self.catalog(request, TaskSource(memory: database))
    } catch {
      throw .unusable(place: "memory", reason: error.reason)
    }
  }

  package func knownTasks(_ request: TaskRequest) -> (any TaskCatalog)? {
    request.isInOrder ? catalogOfTasks(request) : nil
  }

  /// Nil where there is no index.
  private func catalogOfTasks(_ request: TaskRequest) -> (any TaskCatalog)? {
    guard let source = TaskSource(connections) else { return nil }
    return source.asking { (_) throws(DatabaseError) in try Self.catalog(request, source) }
  }

  private static func catalog(
    _ request: TaskRequest, _ source: TaskSource
  ) throws(DatabaseError) -> any TaskCatalog {
    if request.isInOrder {
      return try OpenTaskCatalog(
        source, lowest: request.priority, passingOver: request.leftOut.map(PassedOver.init))
    }
    return try ChosenTaskCatalog(source, request)
  }

  @concurrent
  package func count(_ request: TaskRequest) async throws(NoteIndexError) -> Int {
    var plain = request
    (plain.status, plain.leftOut) = (.open, nil)
    guard plain == TaskRequest(), try freshen(),
      let counts = try reading({ (database) throws(DatabaseError) in
        try PassedOver.count(outside: request.leftOut.map(PassedOver.init), database)
      })
    else { return try await tasks(request).count }
    switch request.status {
    case .open: return counts.open
    case .done: return counts.all - counts.open
    case .all: return counts.all
    }
  }

  @concurrent
  package func tasks(in note: NoteID) async -> [TaskRecord] {
    var reader = NoteReader(files)
    guard let fact = files.facts(of: note), let read = reader.read(note.path, fact) else {
      return []
    }
    let tasks = read.tasks
    let blocked = try? reading { (database) throws(DatabaseError) in
      let rows = TaskRows(database: database)
      return try tasks.map { (task) throws(DatabaseError) in try rows.isBlocked(task.facts) }
    }
    return tasks.enumerated().map { place, task in
      TaskRecord(
        note: note, title: read.title, line: task.line, facts: task.facts,
        isBlocked: blocked?[place] ?? false)
    }
  }

  @concurrent
  package func activity(
    in span: DaySpan, clock: any WallClock
  ) async throws(NoteIndexError) -> [Day: DayActivity] {
    try asking { (database) throws(DatabaseError) in
      var days: [Day: DayActivity] = [:]
      let bounds = span.moments
      for (column, part) in [
        ("coalesce(created, modified)", \DayActivity.created), ("modified", \.changed),
      ] {
        let rows = try database.query(
          "SELECT \(column) FROM note WHERE \(column) BETWEEN ? AND ?",
          .int(bounds.lowerBound), .int(bounds.upperBound))
        while try rows.next() {
          let day = Day(clock.civil(Timestamp(wholeNanoseconds: rows.int(0))))
          if span.contains(day) { days[day, default: DayActivity()][keyPath: part] += 1 }
        }
      }
      let done = try database.query(
        "SELECT done, count(*) FROM task WHERE done BETWEEN ? AND ? GROUP BY 1",
        .int(span.first?.number ?? .min), .int(span.last?.number ?? .max))
      while try done.next() {
        days[Day(Int(done.int(0))), default: DayActivity()].doneTasks += Int(done.int(1))
      }
      return days
    }
  }
}

extension TaskRequest {
  /// All open tasks, or those of some priorities, in all folders but one: the index has them in their
  /// order.
  fileprivate var isInOrder: Bool {
    var plain = self
    (plain.priority, plain.leftOut) = (nil, nil)
    return plain == TaskRequest()
  }
}

extension DaySpan {
  /// All moments, in nanoseconds, that may fall into it in some time zone.
  var moments: ClosedRange<Int64> {
    func moment(_ day: Day?, _ extra: Int, else edge: Int64) -> Int64 {
      guard let day else { return edge }
      return CivilCalendar.moment(day.advanced(by: extra).time).wholeNanoseconds
    }
    let (first, last) = (moment(first, -1, else: .min), moment(last, 2, else: .max))
    return first...max(first, last)
  }
}
