package import Entities
import Viper

// {{Words}}: the screen's state, its commands and its protocols.

/// The screen's state, without its rows.
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

/// The view that the presenter updates.
typealias {{Name}}View = ListView<{{Name}}State>

/// The presenter as the view sees it.
typealias {{Name}}Presenting =
  ListPresenting<{{Name}}State, {{Name}}Command, NoteRow>

/// A note as display values.
struct {{Name}}Item: Equatable {
  var note: NoteID
  var title: String
  var modified: Timestamp
}

/// The interactor as the presenter sees it. It awaits `{{Name}}Cases`, which has the business
/// rules.
@MainActor
protocol {{Name}}Interacting: AnyObject {
  /// Weak: the presenter holds its interactor.
  var output: (any {{Name}}InteractorOutput)? { get set }
  var count: Int { get }
  /// Returns the note; nil if it is gone since the rows were counted.
  func item(at index: Int) -> {{Name}}Item?
  /// Returns the note's index; nil if it is not listed.
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
