/// What the sign in a task's box means, in the order that the Tasks plugin sorts them. `TaskRules` says
/// which sign means what in a vault; `TaskFacts.type` says it where no vault is asked.
package enum TaskType: String, CaseIterable, Comparable, Sendable {
  case inProgress = "IN_PROGRESS"
  case todo = "TODO"
  case onHold = "ON_HOLD"
  case done = "DONE"
  case cancelled = "CANCELLED"
  case notTask = "NON_TASK"

  /// Still to be done.
  package var isOpen: Bool { self < .done }

  package var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }

  package static func < (left: Self, right: Self) -> Bool { left.rank < right.rank }

  /// For programs: `in-progress`.
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

/// A sign for a task's box: what it is called, what it means, and which sign ticking puts next.
package struct TaskStatus: Equatable, Sendable {
  package var mark: Unicode.Scalar
  package var name: String
  package var next: Unicode.Scalar
  package var type: TaskType

  package init(_ mark: Unicode.Scalar, _ name: String, next: Unicode.Scalar, _ type: TaskType) {
    (self.mark, self.name, self.next, self.type) = (mark, name, next, type)
  }

  /// Those that the plugin begins with.
  package static let standard: [TaskStatus] = [
    TaskStatus(" ", "Todo", next: "x", .todo), TaskStatus("x", "Done", next: " ", .done),
    TaskStatus("/", "In Progress", next: "x", .inProgress),
    TaskStatus("-", "Cancelled", next: " ", .cancelled),
  ]

  /// An unknown one is to do, and has no name; `X` is as `x`.
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

/// How tasks are ticked and found where a vault has settings of the Tasks plugin. As it is made, it
/// is what the plugin begins with.
package struct TaskRules: Equatable, Sendable {
  /// Of two with one sign the first holds.
  package var statuses: [TaskStatus] {
    get { listed }
    set { (listed, known) = (newValue, Self.known(newValue)) }
  }
  private var listed = TaskStatus.standard
  private var known: [Unicode.Scalar: TaskStatus]
  /// An item without this text is no task to the plugin.
  package var globalFilter = ""
  package var hidesGlobalFilter = false
  /// Instructions before those of each block.
  package var globalQuery = ""
  /// Instructions by their names.
  package var presets: [String: String]
  /// Whether done, cancelled and new tasks are dated; nil: where the line has dates, or
  /// for new tasks this one.
  package var writesDone: Bool? = true
  package var writesCancelled: Bool? = true
  package var writesCreated: Bool? = false
  /// New dates are written as fields, not as signs.
  package var writesFields = false
  /// The next of a recurring task comes below the one that is done.
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

  /// Of a vault where nothing is set.
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

  /// Signs of which only these rules tell that nothing is to be done any more.
  package var closedMarks: [Unicode.Scalar] { marks { !$0 && $1 } }

  /// All signs that are set and mean this; `X` is among them where it is as `x`.
  package func marks(_ isMeant: (TaskType) -> Bool) -> [Unicode.Scalar] {
    (known.keys.sorted() + (known["X"] == nil ? ["X"] : [])).filter { isMeant(status(of: $0).type) }
  }

  /// Whether signs are of open tasks where they are without rules.
  package var agreesWithoutRules: Bool { marks { $0 != $1 }.isEmpty }

  private func marks(_ isMeant: (_ byRules: Bool, _ without: Bool) -> Bool) -> [Unicode.Scalar] {
    known.values.filter { isMeant($0.type.isOpen, TaskStatus.of($0.mark).type.isOpen) }.map(\.mark)
  }

  /// The sign for a task that is done, or open again, from any state.
  package func mark(of type: TaskType) -> Unicode.Scalar {
    statuses.first { $0.type == type }?.mark ?? (type.isOpen ? " " : "x")
  }

  /// What the next of a recurring task begins with when one was done: the first behind it that is to do,
  /// else that is in progress.
  package func beginning(after mark: Unicode.Scalar) -> Unicode.Scalar {
    var behind = [status(after: mark)]
    for _ in statuses { behind.append(status(after: behind[behind.count - 1].mark)) }
    let first = behind.first { $0.type == .todo } ?? behind.first { $0.type == .inProgress }
    return first?.mark ?? " "
  }

  /// Whether the text after a box makes it a task.
  package func isTask(_ words: String) -> Bool {
    globalFilter.isEmpty || words.contains(globalFilter)
  }
}

/// A task's content, without its position.
package struct TaskFacts: Equatable, Sendable {
  package enum Priority: Int, CaseIterable, Comparable, Sendable {
    case highest, high, medium, normal, low, lowest

    package static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
  }

  /// The sign in the box.
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

  /// Its day in the agenda.
  package var day: Day? { due ?? scheduled }
}
