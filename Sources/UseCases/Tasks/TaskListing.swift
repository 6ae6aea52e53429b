package import Entities
package import Services

/// A selection of open tasks by their days.
package enum DueTasks: Equatable, Sendable {
  case all
  case overdue
  /// Includes overdue tasks, because they still have to be done.
  case today
  /// Tasks of this week, and overdue ones.
  case week
  case days(DaySpan)

  package static let words = ["all", "overdue", "today", "week"]

  /// Parses one of the words, or a day or a range of days; nil for anything else.
  package init?(_ written: String, today: Day) {
    switch written.lowercased() {
    case "all": self = .all
    case "overdue": self = .overdue
    case "today": self = .today
    case "week": self = .week
    default:
      guard let span = DayWords.span(written, today: today) else { return nil }
      self = .days(span)
    }
  }
}

/// Open tasks in the order of the agenda, each with its group, read in batches.
package struct TaskListing: Sendable {
  package typealias Entry = (group: AgendaGroup, task: TaskRecord)

  let catalog: any TaskCatalog
  let range: Range<Int>
  let today: Day
  let weekStart: Weekday
  package let rules: TaskRules

  /// The number of tasks in a batch.
  private static let part = 500

  init(
    _ catalog: any TaskCatalog, _ due: DueTasks, today: Day, weekStart: Weekday, rules: TaskRules
  ) {
    (self.catalog, self.today, self.weekStart) = (catalog, today, weekStart)
    self.rules = rules
    let (start, end) =
      switch due {
      case .all: (0, catalog.count)
      case .overdue: (0, catalog.position(of: today))
      case .today: (0, catalog.position(of: today.advanced(by: 1)))
      case .week: (0, catalog.position(of: today.startOfWeek(weekStart).advanced(by: 7)))
      case .days(let span):
        (
          span.first.map { catalog.position(of: $0) } ?? 0,
          catalog.position(of: span.last?.advanced(by: 1))
        )
      }
    range = start..<max(start, end)
  }

  package var parts: some Sequence<[Entry]> {
    stride(from: range.lowerBound, to: range.upperBound, by: Self.part).lazy.map { start in
      catalog.tasks(in: start..<Swift.min(range.upperBound, start + Self.part)).map { task in
        (AgendaGroup.of(task.facts.day, today: today, weekStart: weekStart), task)
      }
    }
  }
}

/// The headings of the agenda, in the order of the screen.
package enum AgendaGroup: Int, CaseIterable, Sendable {
  case overdue, today, tomorrow, laterThisWeek, nextWeek, later, noDate

  package var name: String {
    switch self {
    case .overdue: "Overdue"
    case .today: "Today"
    case .tomorrow: "Tomorrow"
    case .laterThisWeek: "Later This Week"
    case .nextWeek: "Next Week"
    case .later: "Later"
    case .noDate: "No Date"
    }
  }

  /// The days of the group, relative to `today`; nil if it has none, such as the rest of a week
  /// that ends tomorrow.
  package func days(today: Day, weekStart: Weekday) -> DaySpan? {
    let tomorrow = today.advanced(by: 1)
    let nextWeek = today.startOfWeek(weekStart).advanced(by: 7)
    let span: DaySpan? =
      switch self {
      case .overdue: DaySpan(nil, today.advanced(by: -1))
      case .today: DaySpan(today, today)
      case .tomorrow: DaySpan(tomorrow, tomorrow)
      case .laterThisWeek: DaySpan(tomorrow.advanced(by: 1), nextWeek.advanced(by: -1))
      // On the last day of a week, the next one begins tomorrow.
      case .nextWeek: DaySpan(max(nextWeek, tomorrow.advanced(by: 1)), nextWeek.advanced(by: 6))
      case .later: DaySpan(nextWeek.advanced(by: 7), nil)
      case .noDate: nil
      }
    guard let span else { return nil }
    if let first = span.first, let last = span.last, last < first { return nil }
    return span
  }

  /// Returns the group for a task's day, which may be nil.
  package static func of(_ day: Day?, today: Day, weekStart: Weekday) -> AgendaGroup {
    guard let day else { return .noDate }
    return allCases.first {
      $0.days(today: today, weekStart: weekStart)?.contains(day) ?? false
    } ?? .later
  }
}
