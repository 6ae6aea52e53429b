import Undo
package import Entities
import Services
package import Viper

// An import, read from top to bottom: what it shows, what can be done, who talks to whom.

/// All that the screen shows apart from its rows.
struct ImportsState: ListState {
  var rowCount = 0
  var selected: Int?
  /// How far it is, in a few words.
  var summary = ""
  /// What stands there instead of rows.
  var emptyText = ""
  var message = Message()
}

/// An archive that was found, a note or file of the plan, or something that the report says.
struct ImportsRow: Equatable {
  enum Tone: Equatable { case plain, quiet, warning }

  /// What is done with it, in a word.
  var act: String
  var text: String
  /// Beside the text: what it is called where it comes from.
  var detail = ""
  var tone = Tone.plain
}

enum ImportsCommand: ListCommand {
  case move(ScrollMove)
  case select(Int)
  /// Reads the archive that is selected, brings what was planned, or opens a note that came.
  case go
  /// Asks for a file or folder.
  case choose
  case chooseFormat
  case chooseFolder
  case chooseAgain
  case chooseSplit
  case flatten
  case keepAllFields
  case keepIDs
  case reload
  case undo
  /// Stops what is under way, else goes back.
  case close

  static var activate: Self? { .go }
}

/// What the presenter shows its state on.
typealias ImportsView = ListView<ImportsState>

/// What the screen reports to, and asks for its rows.
typealias ImportsPresenting = ListPresenting<ImportsState, ImportsCommand, ImportsRow>

/// How far an import is.
enum ImportPhase: Equatable, Sendable {
  /// Nothing is chosen; what was found is offered.
  case open([ImportSource])
  case reading(ImportProgress)
  case planned(ImportPlan)
  case importing(ImportPlan, ImportProgress)
  case done(ImportPlan, ImportReport)
  case failed(ImportError)
  case takingBack
  case takenBack(UndoneSteps.Outcome)

  /// Something is read or written.
  var isUnderWay: Bool {
    switch self {
    case .reading, .importing, .takingBack: true
    case .open, .planned, .done, .failed, .takenBack: false
    }
  }
}

@MainActor
protocol ImportsInteractorOutput: AnyObject {
  func importChanged()
  /// Something that a person should know.
  func importReported(_ problem: String)
}

/// Where this module can go, and what it asks.
@MainActor
package protocol ImportsWireframe: Asking {
  func open(_ note: NoteID)
  /// The path that a person means who types this.
  func path(typed: String) -> NotePath
}
