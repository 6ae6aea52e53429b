/// The instructions of a ` ```tasks` block.
struct TaskQuery {
  /// A task must meet all of them.
  var conditions: [TaskCondition] = []
  var orders: [TaskOrder] = []
  var groups: [TaskOrder] = []
  var limit: Int?
  var groupLimit: Int?
  var hidden: Set<TaskElement> = [.urgency, .tree]
  var isShort = false
  /// Whether the block's text is shown above its answer.
  var explains = false
  /// Sentences about instructions that are not supported.
  var notes: [String] = []
  /// The block filters by JavaScript, without which the answer would be wrong.
  var cannotAnswer = false

  var condition: TaskCondition { .all(conditions) }
}

/// A part of a row or an answer that can be hidden.
enum TaskElement: String, CaseIterable {
  case id
  case dependsOn = "depends on"
  case priority
  case cancelled = "cancelled date"
  case created = "created date"
  case start = "start date"
  case scheduled = "scheduled date"
  case due = "due date"
  case done = "done date"
  case recurrence = "recurrence rule"
  case onCompletion = "on completion"
  case tags
  case tree
  case editButton = "edit button"
  case postponeButton = "postpone button"
  case backlink
  case urgency
  case taskCount = "task count"
  case toolbar
}

/// A key that tasks are sorted or grouped by.
struct TaskOrder {
  enum Key: Equatable {
    case date(TaskDate)
    case text(TaskText)
    case status, statusType, priority, urgency, recurring, random, backlink
    /// The tag with this number, counted from 1.
    case tag(Int)
  }

  var key: Key
  var isReversed = false
}
