package import Entities
import Viper

// {{Words}}, read from top to bottom: what is shown, what can be done, who talks to whom.

/// All that the screen shows apart from its rows.
struct {{Name}}State: ListState {
  var rowCount = 0
  var selected: Int?
  var isLoading = true
  var message = Message()
}

enum {{Name}}Command: ListCommand {
  case move(ScrollMove)
  case select(Int)
  case open
  case trash
  case undo
  case reload
  case close

  static var activate: Self? { .open }
}

/// What the presenter shows its state on.
typealias {{Name}}View = ListView<{{Name}}State>

/// What the screen reports to, and asks for its rows.
typealias {{Name}}Presenting =
  ListPresenting<{{Name}}State, {{Name}}Command, NoteRow>

/// A note of the list, as display values.
struct {{Name}}Item: Equatable {
  var note: NoteID
  var title: String
  var modified: Timestamp
}

/// What the screen knows. It awaits `{{Name}}Cases`, which is the business.
@MainActor
protocol {{Name}}Interacting: AnyObject {
  /// Weak: the presenter holds its interactor.
  var output: (any {{Name}}InteractorOutput)? { get set }
  var count: Int { get }
  /// Nil where it is gone since the rows were counted.
  func item(at index: Int) -> {{Name}}Item?
  /// Nil where the note is not listed.
  func index(of note: NoteID) -> Int?
  func load()
  func trash(_ item: {{Name}}Item)
  func undo()
  func stop()
}

@MainActor
protocol {{Name}}InteractorOutput: AnyObject {
  func rowsChanged()
  func wasTrashed(_ item: {{Name}}Item)
  func cameBack(_ note: NoteID)
  func nothingToUndo()
  func failed(_ message: String)
}

/// The screens that this module can open.
@MainActor
package protocol {{Name}}Wireframe: AnyObject {
  func open(_ note: NoteID)
}
