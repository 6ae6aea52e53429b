package import Entities
package import Services

// What the command line asks of the tasks of all notes.

/// Which open tasks, by their days.
package enum DueTasks: Equatable, Sendable {
  case all
  case overdue
  /// What is overdue as well: it is to be done, too.
  case today
  /// Of this week, and what is overdue.
  case week
  case days(DaySpan)

  package static let words = ["all", "overdue", "today", "week"]

  /// One of the words, or a day or some as everywhere; nil for what means none.
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

@MainActor
package protocol TaskListing: AnyObject {
  /// Weak: whoever presents holds its interactor.
  var output: (any TaskListingOutput)? { get set }
  func load(_ due: DueTasks, tag: String?)
  /// Nothing is told after this.
  func end()
}

@MainActor
package protocol TaskListingOutput: AnyObject {
  /// In the order of the agenda, each with the group that it stands in; some at a time.
  func tasksFound(_ tasks: [(group: AgendaGroup, task: TaskRecord)])
  func tasksEnded()
  func tasksFailed(_ message: String)
}
