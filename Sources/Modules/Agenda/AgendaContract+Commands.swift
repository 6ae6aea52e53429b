package import Services

// What the command line asks of the tasks of all notes.

/// Which open tasks, by their days.
package enum DueTasks: String, CaseIterable, Sendable {
  case all
  case overdue
  /// What is overdue stands with it: it is to be done as well.
  case today
  /// Of this week, and what is overdue.
  case week
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
