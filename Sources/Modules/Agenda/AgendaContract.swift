package import Entities
import Services
package import Viper

// The tasks of all notes by their days, read from top to bottom: what is shown, what can be done, who
// talks to whom. What the command line asks too is in `UseCases/Tasks`.

/// All that the screen shows apart from its rows.
struct AgendaState: ListState {
  var rowCount = 0
  /// The row of the selected task.
  var selected: Int?
  var taskCount = 0
  var isLoading = true
  /// Words that are looked for, and whether they are being typed.
  var filter = ""
  var isFiltering = false
  /// What else the tasks are chosen by, for the title.
  var choice = ""
  /// What to do where there is nothing to show.
  var advice: [String] = []
  /// The month, while that is shown instead of the tasks.
  var calendar: AgendaMonth?
  var message = Message()
}

/// A month in cells.
struct AgendaMonth: Equatable {
  struct Cell: Equatable {
    /// Within its month.
    var day: Int
    var isOfMonth: Bool
    var isToday: Bool
    /// How many open tasks the day has.
    var tasks: Int
    var hasNote: Bool
  }

  var title: String
  /// `Mon`, as the week begins.
  var weekdays: [String]
  var weekNumbers: [Int]
  /// Seven each.
  var weeks: [[Cell]]
  var selected: (week: Int, day: Int) {
    get { (selectedCell / 7, selectedCell % 7) }
    set { selectedCell = newValue.week * 7 + newValue.day }
  }
  private var selectedCell = 0
  /// What is to be said of the selected day.
  var remark: String

  init(title: String, weekdays: [String], weekNumbers: [Int], weeks: [[Cell]], remark: String) {
    self.title = title
    self.weekdays = weekdays
    self.weekNumbers = weekNumbers
    self.weeks = weeks
    self.remark = remark
  }
}

/// One row, ready to be drawn.
enum AgendaRow: Equatable {
  case head(name: String, count: Int)
  case task(Task)

  struct Task: Equatable {
    /// The character in the box.
    var mark: String
    var words: String
    /// `!!!` for the highest.
    var priority: String
    var note: String
    var day: String
    /// `every week`, `waits for another`.
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
  /// The tasks of the selected day alone.
  case open
  case add
  case openNote
  case close
}

typealias AgendaView = ListView<AgendaState>
typealias AgendaPresenting = ListPresenting<AgendaState, AgendaCommand, AgendaRow?>

/// Which tasks are wanted.
struct AgendaChoice: Equatable, Sendable {
  var words = ""
  var tag: String?
  var folder: NotePath?
  var priority: TaskFacts.Priority?

  var isEverything: Bool { self == AgendaChoice() }
}

/// A task as display values.
struct AgendaItem: Equatable, Sendable {
  /// As the index has it, or had it before it was done.
  var record: TaskRecord
  /// As it is now.
  var facts: TaskFacts
  /// Still to be done, by the vault's rules.
  var isOpen: Bool

  var note: NoteID { record.note }
  /// The note's.
  var title: String { record.title }
  /// Counted from 1.
  var line: Int { record.line }
  var day: Day? { record.facts.day }
  /// An open task that it depends on is somewhere in the vault.
  var isBlocked: Bool { record.isBlocked }
  var words: String { facts.words }
}

/// What was done, for a person.
enum AgendaOutcome: Equatable, Sendable {
  case done(String)
  case reopened(String)
  /// It was ticked, and is something else by the vault's rules.
  case marked(String, as: String)
  case rescheduled(String, to: Day?)
  case added(String, due: Day?, to: NoteID)
  case tookBack(String)
  /// It was added, and is not there any more.
  case tookAway(String)
}

@MainActor
protocol AgendaInteractorOutput: AnyObject {
  func tasksChanged()
  /// All is as the files have it.
  func loadingEnded()
  func did(_ outcome: AgendaOutcome, changing notes: [NoteID])
  /// A task was given another day, and this is what it is now.
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
  /// False where no day can have a note.
  func openNote(of day: Day) -> Bool
  /// Which of these days have a note.
  func daysWithNotes(from first: Day, to last: Day) -> Set<Day>
}

/// Whether what was asked for is written: nil, or why it is not.
package typealias AgendaReply = @MainActor (_ refusal: String?) -> Void

/// A form for a new task, or for another day of one.
package struct AgendaForm {
  /// The words of a task that is there; its day alone is typed.
  package var task: String?
  /// As it is proposed.
  package var day: String
  /// What a day is read as, in full; nil where it is none.
  package var reading: @MainActor (_ day: String) -> String?
  /// The day that the words of a task end with, and what is before it; nil where they end with none.
  package var dayAtEnd: @MainActor (_ words: String) -> (rest: String, day: String)?
  /// What was typed stays in the form until the reply: what is not written must not be typed again.
  package var write: @MainActor (_ words: String, _ due: String, @escaping AgendaReply) -> Void
}
