/// What a task's line says, apart from where it stands.
package struct TaskFacts: Equatable, Sendable {
  package enum Priority: Int, CaseIterable, Comparable, Sendable {
    case highest, high, medium, normal, low, lowest

    package static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
  }

  /// What stands in the box.
  package var mark: Unicode.Scalar = " "
  /// The line's words, without box, dates and signs.
  package var words = ""
  package var priority = Priority.normal
  package var created: Day?
  package var scheduled: Day?
  package var start: Day?
  package var due: Day?
  package var done: Day?
  package var cancelled: Day?
  /// As written: `every week when done`.
  package var recurrence: String?
  package var id: String?
  /// The ids of tasks that come first.
  package var dependsOn: [String] = []
  /// As written, without `#`.
  package var tags: [String] = []

  package init() {}

  /// What its sign means where no settings of a vault say otherwise.
  package var type: TaskType { TaskStatus.of(mark).type }

  /// Still to be done, where no settings say otherwise.
  package var isOpen: Bool { type.isOpen }

  /// The day that it stands under in the agenda.
  package var day: Day? { due ?? scheduled }
}
