import Entities
import Services

/// How many open tasks stand before which day and priority.
struct TaskDays {
  struct Part: Equatable {
    var day: Int64
    var priority: Int64
    var tasks: Int
    /// How many come before its first.
    var start: Int
  }

  private(set) var parts: [Part] = []
  private(set) var count = 0

  /// `lowest`: of the priorities that count. `uncounted` are taken off.
  init(
    _ database: Database, lowest: TaskFacts.Priority?,
    without uncounted: [PassedOver.Place: Int]
  ) throws(DatabaseError) {
    let rows = try database.query(
      "SELECT day, priority, tasks FROM taskday WHERE priority <= ? ORDER BY day, priority",
      .int(lowest?.rawValue ?? Int(Int32.max)))
    while try rows.next() {
      let (day, priority) = (rows.int(0), rows.int(1))
      let off = uncounted[PassedOver.Place(day: day, priority: priority)] ?? 0
      let tasks = Int(rows.int(2)) - off
      if tasks <= 0 { continue }
      parts.append(Part(day: day, priority: priority, tasks: tasks, start: count))
      count += tasks
    }
  }

  /// The place among `parts` of the first that is not before this.
  func place(ofDay day: Int64, priority: Int64 = .min) -> Int {
    parts.firstPlace { ($0.day, $0.priority) >= (day, priority) }
  }

  func start(ofPart place: Int) -> Int { place < parts.count ? parts[place].start : count }

  /// The part that holds the task of this number.
  func part(holding task: Int) -> Part? {
    let place = parts.firstPlace { $0.start + $0.tasks > task }
    return place < parts.count ? parts[place] : nil
  }

  func counts(in span: DaySpan) -> [Day: Int] {
    let first = place(ofDay: span.first.map { Int64($0.number) } ?? .min)
    let end = span.last.map { place(ofDay: Int64($0.number) + 1) } ?? parts.count
    guard first < end else { return [:] }
    return parts[first..<end].reduce(into: [:]) { counts, part in
      if part.day != Schema.noDay { counts[Day(Int(part.day)), default: 0] += part.tasks }
    }
  }
}

extension Array {
  /// By halves: what is so of one is so of all behind it.
  func firstPlace(_ isSo: (Element) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if isSo(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
