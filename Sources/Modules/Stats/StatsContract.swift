package import Entities
import Viper

// How much there is in a vault, and what was done in it day by day, read from top to bottom: what the
// screen shows, what can be done, who talks to whom.

/// All that the screen shows apart from its rows.
struct StatsState: ListState {
  /// The lines above the year.
  var figures: [StatsFigure] = []
  /// Nil while nothing is known yet.
  var year: StatsYear?
  /// The day that the arrows walk with, counted from the year's first.
  var day: Int?
  /// What happened on it, in words.
  var dayText = ""
  /// The notes of a day, once they were asked for.
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

/// A year of weeks: each a column, with its first day above and the last of all days last.
struct StatsYear: Equatable {
  /// A month's name over the week in which it begins.
  struct Month: Equatable {
    var week: Int
    var name: String
  }

  /// How much was done, from 0 to 4, for each day from the first on.
  var shades: [Int]
  /// `Mon`, as the weeks begin.
  var weekdays: [String]
  var months: [Month] = []

  var weeks: Int { (shades.count + 6) / 7 }
}

/// A note of a day, ready to be drawn.
struct StatsRow: Equatable {
  var title: String
  var remark: String
}

enum StatsCommand: ListCommand {
  case moveDays(Int)
  case selectDay(Int)
  /// Among the notes of a day, or to an end of the year.
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

/// How much there is in a vault.
package struct VaultFigures: Equatable, Sendable {
  package var notes = 0
  package var words = 0
  package var links = 0
  package var tags = 0
  package var tasks = 0
  package var openTasks = 0
  /// Of all notes.
  package var bytes = 0
  package var indexBytes = 0
  package var streaks = Streaks()
  /// Those of the last year on which anything happened.
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
