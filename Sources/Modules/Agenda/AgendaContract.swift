package import Entities
import Services
package import Viper

// The tasks of all notes by day: the screen's state, its commands and its protocols.
// `UseCases/Tasks` holds the use cases that the command line shares.

/// The screen's state, without its rows.
struct AgendaState: ListState {
  var rowCount = 0
  /// The row of the selected task.
  var selected: Int?
  /// The rows of the section that was jumped to, to be seen from its head on.
  var section: Range<Int>?
  var taskCount = 0
  var isLoading = true
  /// The words to filter by, and whether the person is typing them.
  var filter = ""
  var isFiltering = false
  /// The other conditions that limit the tasks, for the title.
  var choice = ""
  /// What the person can do when there are no tasks.
  var advice: [String] = []
  /// The month, while the screen shows the calendar.
  var calendar: AgendaMonth?
  var message = Message()
}

/// A month as cells.
struct AgendaMonth: Equatable {
  struct Cell: Equatable {
    /// The day of its month.
    var day: Int
    var isOfMonth: Bool
    var isToday: Bool
    /// The count of open tasks due on the day.
    var tasks: Int
    var hasNote: Bool
  }

  var title: String
  /// Short names such as `Mon`, starting with the first day of the week.
  var weekdays: [String]
  var weekNumbers: [Int]
  /// Rows of seven cells.
  var weeks: [[Cell]]
  var selected: (week: Int, day: Int) {
    get { (selectedCell / 7, selectedCell % 7) }
    set { selectedCell = newValue.week * 7 + newValue.day }
  }
  private var selectedCell = 0
  /// The most tasks of the selected day that are listed.
  static let mostTasks = 30
  /// A line about the selected day, and the first tasks that are due then.
  var remark: String
  var tasks: [AgendaRow.Task]
  /// How many days in a row notes were written, or empty.
  var streak: String

  init(
    title: String, weekdays: [String], weekNumbers: [Int], weeks: [[Cell]], remark: String,
    tasks: [AgendaRow.Task] = [], streak: String = ""
  ) {
    self.title = title
    self.weekdays = weekdays
    self.weekNumbers = weekNumbers
    self.weeks = weeks
    self.remark = remark
    self.tasks = tasks
    self.streak = streak
  }
}

/// One row, ready to be drawn.
enum AgendaRow: Equatable {
  case head(name: String, count: Int)
  case task(Task)

  struct Task: Equatable {
    /// The box with its sign: `☐`.
    var box: String
    var words: String
    /// Exclamation marks, `!!!` for the highest.
    var priority: String
    var note: String
    var day: String
    /// A short note such as `every week` or `waits for another`.
    var remark: String
    var isDone: Bool
    var isOverdue: Bool
  }
}

enum AgendaCommand: ListCommand {
  case move(ScrollMove)
  case select(Int)
  case nextSection
  case previousSection
  case open
  case toggle
  case reschedule
  case add
  case undo
  case beginFilter
  case filter(String)
  case keepFilter
  case dropFilter
  case chooseTag
  case chooseFolder
  case nextPriority
  case showCalendar
  case calendar(AgendaCalendarCommand)
  case reload
  case back
  case close

  static var activate: Self? { .open }
}

enum AgendaCalendarCommand: Equatable, Sendable {
  case move(days: Int)
  case moveMonths(Int)
  case today
  case select(week: Int, day: Int)
  /// Shows only the tasks of the selected day.
  case open
  case add
  case openNote
  case close
}

typealias AgendaView = ListView<AgendaState>
typealias AgendaPresenting = ListPresenting<AgendaState, AgendaCommand, AgendaRow?>

/// The conditions that limit which tasks are shown.
struct AgendaChoice: Equatable, Sendable {
  var words = ""
  var tag: String?
  var folder: NotePath?
  var priority: TaskFacts.Priority?

  var isEverything: Bool { self == AgendaChoice() }
}

/// A task as display values.
struct AgendaItem: Equatable, Sendable {
  /// The task as the index has it, or had it before it was done.
  var record: TaskRecord
  /// The task's current facts.
  var facts: TaskFacts
  /// Whether the task is open by the vault's rules.
  var isOpen: Bool

  var note: NoteID { record.note }
  /// The note's title.
  var title: String { record.title }
  /// The line in the note, counted from 1.
  var line: Int { record.line }
  var day: Day? { record.facts.day }
  /// Whether the task depends on an open task of the vault.
  var isBlocked: Bool { record.isBlocked }
  var words: String { facts.words }
}

/// The outcome of a change, for a message.
enum AgendaOutcome: Equatable, Sendable {
  case done(String)
  case reopened(String)
  /// A task was ticked, and the vault's rules gave it a status other than done.
  case marked(String, as: String)
  case rescheduled(String, to: Day?)
  case added(String, due: Day?, to: NoteID)
  case tookBack(String)
  /// Undo removed a task that was added.
  case removedAdded(String)
}

@MainActor
protocol AgendaInteractorOutput: AnyObject {
  func tasksChanged()
  /// The tasks now match the files.
  func loadingEnded()
  func did(_ outcome: AgendaOutcome, changing notes: [NoteID])
  /// A task moved to another day; `task` is its new state.
  func moved(_ task: AgendaItem)
  func nothingToUndo()
  func failed(_ message: String)
  /// A new day began.
  func dayChanged()
}

/// The screens that this module can open.
@MainActor
package protocol AgendaWireframe: Asking {
  func open(_ note: NoteID, atLine line: Int)
  func show(_ form: AgendaForm)
  /// Opens the daily note; returns false if days cannot have one.
  func openNote(of day: Day) -> Bool
  /// Returns what was written on the days of the span.
  func writing(from first: Day, to last: Day) -> AgendaWriting
}

/// The days with a daily note, and for how many days in a row notes were written.
package struct AgendaWriting: Sendable {
  package var days: Set<Day> = []
  package var streak = 0

  package init(days: Set<Day> = [], streak: Int = 0) { (self.days, self.streak) = (days, streak) }
}

/// Reports the result of a write: nil if it succeeded, or the reason it failed.
package typealias AgendaReply = @MainActor (_ refusal: String?) -> Void

/// A form for a new task, or for a new day of an existing one.
package struct AgendaForm {
  /// The words of an existing task, whose day alone can be edited.
  package var task: String?
  /// The proposed day.
  package var day: String
  /// Returns the full date that the text is read as, or nil if it is not a date.
  package var reading: @MainActor (_ day: String) -> String?
  /// Splits off the day that a task's words end with; nil if they end with none.
  package var dayAtEnd: @MainActor (_ words: String) -> (rest: String, day: String)?
  /// Writes the task. The form keeps its text until the reply, so that a failure loses no typing.
  package var write: @MainActor (_ words: String, _ due: String, @escaping AgendaReply) -> Void
}
