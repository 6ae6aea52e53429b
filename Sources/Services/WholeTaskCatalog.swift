package import Entities

/// Tasks that are all at hand.
package final class WholeTaskCatalog: TaskCatalog {
  private let records: [TaskRecord]

  /// In any order.
  package init(_ records: [TaskRecord]) { self.records = records.sorted { $0.comesBefore($1) } }

  package var count: Int { records.count }

  package func position(of day: Day?) -> Int {
    firstPlace { record in
      guard let own = record.facts.day else { return true }
      return day.map { $0 <= own } ?? false
    }
  }

  package func position(of task: TaskRecord) -> Int {
    firstPlace { !$0.comesBefore(task) }
  }

  package func tasks(in range: Range<Int>) -> [TaskRecord] {
    Array(records[range.clamped(to: records.indices)])
  }

  package func counts(in span: DaySpan) -> [Day: Int] {
    records.reduce(into: [:]) { counts, record in
      if let day = record.facts.day, span.contains(day) { counts[day, default: 0] += 1 }
    }
  }

  /// Of the first that is so; all behind it are so too.
  private func firstPlace(_ isSo: (TaskRecord) -> Bool) -> Int {
    records.firstIndex(where: isSo) ?? records.count
  }
}

extension TaskRecord {
  /// The order of catalogs: by day, without one last; then priority, note and line.
  package func comesBefore(_ other: TaskRecord) -> Bool {
    let (day, otherDay) = (facts.day?.number ?? .max, other.facts.day?.number ?? .max)
    if day != otherDay { return day < otherDay }
    if facts.priority != other.facts.priority { return facts.priority < other.facts.priority }
    if note != other.note { return note.path < other.note.path }
    return line < other.line
  }
}

/// For who has notes and asks nothing of their tasks.
package struct NoTasks: TaskIndex {
  package init() {}

  package func tasks(_ request: TaskRequest) async throws(NoteIndexError) -> any TaskCatalog {
    WholeTaskCatalog([])
  }

  package func tasks(in note: NoteID) async -> [TaskRecord] { [] }

  package func activity(
    in span: DaySpan, clock: any WallClock
  ) async throws(NoteIndexError) -> [Day: DayActivity] { [:] }
}
