package import Entities
package import Services
import Viper

// Replaces words in many notes at once, read from top to bottom: what the screen shows, what can be
// done, who talks to whom.

/// All that the screen shows apart from its rows.
struct ReplaceState: MessageState {
  enum Focus: Equatable {
    case wanted
    case new
    case list
  }

  var wanted = ""
  var new = ""
  /// Raised when the presenter set the two texts.
  var edition = 0
  var isWholeWord = false
  var isExpression = false
  var focus = Focus.wanted
  /// Which notes are looked through, where not all are.
  var scope = ""
  var rowCount = 0
  /// The rows of the change that Space leaves out.
  var selected: Range<Int>?
  var counts = ""
  /// Says what goes on, with a count; empty where nothing does.
  var progress = ""
  /// What was asked for is there, or nothing was found.
  var hasFound = false
  var message = Message()
}

/// One row of the changes, ready to be drawn.
struct ReplaceRow: Equatable {
  enum Kind: Equatable {
    case note
    /// The line as it is, with its number.
    case old(Int)
    case new
  }

  var kind: Kind
  /// Before what is replaced, that, and behind it.
  var before = ""
  var piece = ""
  var after = ""
  /// It will not be done.
  var isLeftOut = false
}

enum ReplaceCommand: Equatable, Sendable {
  case typeWanted(String)
  case typeNew(String)
  case nextField
  case previousField
  case toggleWholeWord
  case toggleExpression
  /// Finds the changes, or does them where they are in sight.
  case accept
  case move(Int)
  case first
  case last
  case select(row: Int)
  case toggle
  case toggleNote
  case undo
  case close
}

@MainActor
protocol ReplaceView: AnyObject {
  func show(_ state: ReplaceState)
  func reloadRows()
}

@MainActor
protocol ReplacePresenting: AnyObject {
  /// Weak: the view holds its presenter.
  var view: (any ReplaceView)? { get set }
  func handle(_ command: ReplaceCommand)
  func row(at index: Int) -> ReplaceRow
}

/// The business: finds what would change, does it in one step, takes it back.
@MainActor
package protocol ReplaceInteracting: AnyObject {
  /// Weak: the presenter holds its interactor.
  var output: (any ReplaceInteractorOutput)? { get set }
  /// What would change, as it was found last.
  var changes: [NoteChange] { get }
  /// Whether there is something to take back.
  var canUndo: Bool { get }
  /// The query's conditions that are no words say which notes are looked through.
  func find(_ wanted: NoteReplacement)
  /// Gives up what is looked for.
  func cancel()
  /// Does all of these, or nothing.
  func replace(_ changes: [NoteChange])
  func undo()
  func end()
}

@MainActor
package protocol ReplaceInteractorOutput: AnyObject {
  func looked(at notes: Int, of count: Int)
  func changesWereFound()
  func findingFailed(_ message: String)
  func replaced(_ places: Int, in notes: [NoteID])
  func tookBack(_ notes: [NoteID])
  func replacingFailed(_ message: String)
}

/// The places that this module can go to, in its own words.
@MainActor
package protocol ReplaceWireframe: AnyObject {
  /// Whoever shows these notes shows them anew.
  func notesWereRewritten(_ notes: [NoteID])
}
