/// The meaning of the sign in a task's box, in the Tasks plugin's sort order. `TaskRules` maps
/// signs for one vault; `TaskFacts.type` uses the standard mapping.
package enum TaskType: String, CaseIterable, Comparable, Sendable {
  case inProgress = "IN_PROGRESS"
  case todo = "TODO"
  case onHold = "ON_HOLD"
  case done = "DONE"
  case cancelled = "CANCELLED"
  case notTask = "NON_TASK"

  /// Whether the task still has to be done.
  package var isOpen: Bool { self < .done }

  package var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }

  package static func < (left: Self, right: Self) -> Bool { left.rank < right.rank }

  /// The name in output for programs: `in-progress`.
  package var word: String {
    switch self {
    case .inProgress: "in-progress"
    case .todo: "todo"
    case .onHold: "on-hold"
    case .done: "done"
    case .cancelled: "cancelled"
    case .notTask: "none"
    }
  }
}

/// A sign for a task's box: its name, its meaning, and the sign that comes next on ticking.
package struct TaskStatus: Equatable, Sendable {
  package var mark: Unicode.Scalar
  package var name: String
  package var next: Unicode.Scalar
  package var type: TaskType

  package init(_ mark: Unicode.Scalar, _ name: String, next: Unicode.Scalar, _ type: TaskType) {
    (self.mark, self.name, self.next, self.type) = (mark, name, next, type)
  }

  /// The plugin's default statuses.
  package static let standard: [TaskStatus] = [
    TaskStatus(" ", "Todo", next: "x", .todo), TaskStatus("x", "Done", next: " ", .done),
    TaskStatus("/", "In Progress", next: "x", .inProgress),
    TaskStatus("-", "Cancelled", next: " ", .cancelled),
  ]

  /// Returns the status of a sign. `X` falls back to `x`; an unknown sign means to do.
  package static func of(
    _ mark: Unicode.Scalar, among known: (Unicode.Scalar) -> TaskStatus? = standard
  ) -> TaskStatus {
    known(mark) ?? (mark == "X" ? known("x") : nil)
      ?? TaskStatus(mark, "Unknown", next: "x", .todo)
  }

  private static func standard(_ mark: Unicode.Scalar) -> TaskStatus? {
    standard.first { $0.mark == mark }
  }
}

/// A vault's rules for ticking and finding tasks, from its settings of the Tasks plugin. A new
/// value has the plugin's defaults.
package struct TaskRules: Equatable, Sendable {
  /// If two statuses have the same sign, the first one counts.
  package var statuses: [TaskStatus] {
    get { listed }
    set { (listed, known) = (newValue, Self.known(newValue)) }
  }
  private var listed = TaskStatus.standard
  private var known: [Unicode.Scalar: TaskStatus]
  /// An item without this text is not a task to the plugin.
  package var globalFilter = ""
  package var hidesGlobalFilter = false
  /// Instructions that precede those of each block.
  package var globalQuery = ""
  package var presets: [String: String]
  /// Whether done, cancelled and new tasks get a date. Nil: a finished task gets one if its line
  /// has dates, and the next one of a recurring task if the last one had a creation date.
  package var writesDone: Bool? = true
  package var writesCancelled: Bool? = true
  package var writesCreated: Bool? = false
  /// Whether new dates are written as fields instead of signs.
  package var writesFields = false
  /// Whether the next occurrence of a recurring task goes below the one that is done.
  package var putsNextBelow = false

  package init() {
    known = Self.known(TaskStatus.standard)
    presets = [
      "this_file": "path includes {{query.file.path}}",
      "this_folder": "folder includes {{query.file.folder}}",
      "this_folder_only": "filter by function task.file.folder === query.file.folder",
      "this_root": "root includes {{query.file.root}}",
      "hide_date_fields": ["due", "scheduled", "start", "created", "done", "cancelled"]
        .map { "hide \($0) date" }.joined(separator: "\n"),
      "hide_non_date_fields": ["id", "depends on", "recurrence rule", "on completion", "priority"]
        .map { "hide \($0)" }.joined(separator: "\n"),
      "hide_query_elements": "hide postpone button\nhide edit button\nhide backlinks",
      "hide_everything":
        "preset hide_date_fields\npreset hide_non_date_fields\npreset hide_query_elements",
    ]
  }

  package static let withoutSettings: TaskRules = {
    var rules = TaskRules()
    (rules.writesDone, rules.writesCancelled, rules.writesCreated) = (nil, nil, nil)
    return rules
  }()

  private static func known(_ statuses: [TaskStatus]) -> [Unicode.Scalar: TaskStatus] {
    Dictionary(statuses.map { ($0.mark, $0) }) { first, _ in first }
  }

  package func status(of mark: Unicode.Scalar) -> TaskStatus {
    TaskStatus.of(mark) { known[$0] }
  }

  package func type(of task: TaskFacts) -> TaskType { status(of: task.mark).type }

  package func isOpen(_ task: TaskFacts) -> Bool { type(of: task).isOpen }

  package func status(after mark: Unicode.Scalar) -> TaskStatus {
    status(of: status(of: mark).next)
  }

  /// Signs that mean closed by these rules but open by the standard ones.
  package var closedMarks: [Unicode.Scalar] { marks { !$0 && $1 } }

  /// Returns all known signs whose type matches, with `X` if it counts as `x`.
  package func marks(_ isMeant: (TaskType) -> Bool) -> [Unicode.Scalar] {
    (known.keys.sorted() + (known["X"] == nil ? ["X"] : [])).filter { isMeant(status(of: $0).type) }
  }

  /// Whether these rules and the standard ones agree on which signs mean open tasks.
  package var agreesWithoutRules: Bool { marks { $0 != $1 }.isEmpty }

  private func marks(_ isMeant: (_ byRules: Bool, _ without: Bool) -> Bool) -> [Unicode.Scalar] {
    known.values.filter { isMeant($0.type.isOpen, TaskStatus.of($0.mark).type.isOpen) }.map(\.mark)
  }

  /// Returns the sign that marks a task as done, or as open again.
  package func mark(of type: TaskType) -> Unicode.Scalar {
    statuses.first { $0.type == type }?.mark ?? (type.isOpen ? " " : "x")
  }

  /// Returns the sign for the next occurrence of a recurring task: the first to-do status after
  /// `mark`, or else the first one in progress.
  package func beginning(after mark: Unicode.Scalar) -> Unicode.Scalar {
    var behind = [status(after: mark)]
    for _ in statuses { behind.append(status(after: behind[behind.count - 1].mark)) }
    let first = behind.first { $0.type == .todo } ?? behind.first { $0.type == .inProgress }
    return first?.mark ?? " "
  }

  /// Whether an item with this text is a task, by the global filter.
  package func isTask(_ words: String) -> Bool {
    globalFilter.isEmpty || words.contains(globalFilter)
  }
}

/// A task's content, without its location.
package struct TaskFacts: Equatable, Sendable {
  package enum Priority: Int, CaseIterable, Comparable, Sendable {
    case highest, high, medium, normal, low, lowest

    package static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
  }

  package var mark: Unicode.Scalar = " "
  /// The text without box, dates and signs.
  package var words = ""
  package var priority = Priority.normal
  package var created: Day?
  package var scheduled: Day?
  package var start: Day?
  package var due: Day?
  package var done: Day?
  package var cancelled: Day?
  /// The recurrence as written: `every week when done`.
  package var recurrence: String?
  package var id: String?
  /// The ids of tasks that must be done first.
  package var dependsOn: [String] = []
  /// The tags as written, without `#`.
  package var tags: [String] = []
  /// When it reminds, as `TaskReminder` reads it; `due 21:00` for the time at which it is due.
  package var reminders: [String] = []

  package init() {}

  /// The box on the screen.
  package var box: String { Self.box(of: mark) }

  /// Returns a sign for a box with this mark, or the box as it is written.
  package static func box(of mark: Unicode.Scalar) -> String {
    switch mark {
    case " ": "☐"
    case "x", "X": "☑"
    case "/": "◐"
    case "-": "☒"
    default: "[\(mark)]"
    }
  }

  /// The type of its sign by the standard rules.
  package var type: TaskType { TaskStatus.of(mark).type }

  /// Whether the task is open by the standard rules.
  package var isOpen: Bool { type.isOpen }

  /// The day under which the agenda lists it.
  package var day: Day? { due ?? scheduled }
}
