package import Entities
import Viper

// Statistics of a vault: the screen's state, its commands and its protocols.

/// The screen's state, without its rows.
struct StatsState: ListState {
  /// The lines above the year.
  var figures: [StatsFigure] = []
  /// The year; nil while it is counted.
  var year: StatsYear?
  /// The selected day, counted from the year's first.
  var day: Int?
  /// A description of the day's activity.
  var dayText = ""
  /// The notes of a day, once they were requested.
  var list: StatsList?
  var isLoading = true
  var message = Message()

  var rowCount: Int {
    get { list?.rowCount ?? 0 }
    set { list?.rowCount = newValue }
  }
  var selected: Int? {
    get { list?.selected }
    set { list?.selected = newValue }
  }
}

struct StatsFigure: Equatable {
  var name: String
  var value: String
}

/// The notes of one day.
struct StatsList: Equatable {
  var title: String
  var rowCount = 0
  var selected: Int?
}

/// A year as columns of weeks. Days go from top to bottom, and the last day of all comes last.
struct StatsYear: Equatable {
  /// A month's name above the week in which it begins.
  struct Month: Equatable {
    var week: Int
    var name: String
  }

  /// The amount of activity of each day, from 0 to 4.
  var shades: [Int]
  /// Short names such as `Mon`, starting with the first day of the week.
  var weekdays: [String]
  var months: [Month] = []

  var weeks: Int { (shades.count + 6) / 7 }
}

/// A note of a day, as display values.
struct StatsRow: Equatable {
  var title: String
  var remark: String
}

enum StatsCommand: ListCommand {
  case moveDays(Int)
  case selectDay(Int)
  /// Moves among the notes of a day, or to an end of the year.
  case move(ScrollMove)
  case select(Int)
  case open
  case openDailyNote
  case reload
  case back

  static var activate: Self? { .open }
}

typealias StatsView = ListView<StatsState>
typealias StatsPresenting = ListPresenting<StatsState, StatsCommand, StatsRow>

/// The figures of a vault.
package struct VaultFigures: Equatable, Sendable {
  package var notes = 0
  package var words = 0
  package var links = 0
  package var tags = 0
  package var tasks = 0
  package var openTasks = 0
  /// The size of all notes.
  package var bytes = 0
  package var indexBytes = 0
  package var streaks = Streaks()
  /// The days of the last year that have activity.
  package var days: [Day: DayActivity] = [:]
  package var today = Day(0)
}

@MainActor
protocol StatsInteractorOutput: AnyObject {
  func counted(_ figures: VaultFigures)
  func dayWasRead(_ day: Day, _ notes: [ActiveNote])
  func failed(_ message: String)
}

/// The screens that this module can open.
@MainActor
package protocol StatsWireframe: AnyObject {
  func open(_ note: NoteID)
  func openDailyNote(of day: Day)
}
