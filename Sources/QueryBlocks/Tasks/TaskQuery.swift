import Entities

/// What a ` ```tasks` block asks for.
struct TaskQuery {
  /// All must hold.
  var conditions: [TaskCondition] = []
  var orders: [TaskOrder] = []
  var groups: [TaskOrder] = []
  var limit: Int?
  var groupLimit: Int?
  var hidden: Set<TaskElement> = [.urgency, .tree]
  var isShort = false
  /// The block's text stays above its answer.
  var explains = false
  /// What was asked for and is not done, in sentences.
  var notes: [String] = []
  /// Without what JavaScript would say the answer would be a wrong one.
  var cannotAnswer = false

  var condition: TaskCondition { .all(conditions) }
}

/// What a row or the answer has besides the task's words.
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

/// One thing that tasks are ordered or grouped by.
struct TaskOrder {
  enum Key: Equatable {
    case date(TaskDate)
    case text(TaskText)
    case status, statusType, priority, urgency, recurring, random, backlink
    /// Of several tags the one of this number.
    case tag(Int)
  }

  var key: Key
  var isReversed = false
}
