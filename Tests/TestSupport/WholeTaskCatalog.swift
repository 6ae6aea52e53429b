package import Entities
package import Services

/// Tasks that are all at hand.
package final class WholeTaskCatalog: TaskCatalog {
  private let records: [TaskRecord]

  /// In any order.
  package init(_ records: [TaskRecord]) { self.records = records.sorted { $0.comesBefore($1) } }

  package var count: Int { records.count }

  package func position(of day: Day?) -> Int {
    partitioningIndex { record in
      guard let own = record.facts.day else { return true }
      return day.map { $0 <= own } ?? false
    }
  }

  package func position(of task: TaskRecord) -> Int {
    partitioningIndex { !$0.comesBefore(task) }
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
  private func partitioningIndex(where isSo: (TaskRecord) -> Bool) -> Int {
    records.firstIndex(where: isSo) ?? records.count
  }
}
