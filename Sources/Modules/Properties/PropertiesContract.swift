import Entities
import UseCases
package import Viper

// The properties of one note or of several, read from top to bottom: what is shown, what can be done,
// who talks to whom.

/// All that the screen shows apart from its rows.
struct PropertiesState: ListState {
  var title = ""
  var rowCount = 0
  var selected: Int?
  var isLoading = true
  /// How many properties there are; their items are rows too.
  var count = 0
  /// Why nothing, or not all of it, can be changed.
  var problem = ""
  /// The cells of the longest name.
  var nameWidth = 0
  var edit: Edit?
  /// What is under way; nothing is typed meanwhile.
  var isSaving = false
  /// Whether the last message tells of something that can be taken back.
  var canUndo = false
  var message = Message()

  /// What is being typed.
  struct Edit: Equatable {
    /// The line starts again with this text where the number is another one.
    var number: Int
    var text: String
    /// A text that gives way to what is typed.
    var isProposed: Bool
    /// What the line is for: “due (date)”.
    var label: String
    /// How the text is understood, or why it cannot be.
    var reading = ""
    var isWrong = false
    /// What may be meant, in rows below; none of them is selected at first.
    var offers: [String] = []
    var selected: Int?
  }
}

/// A row, ready to be drawn.
enum PropertiesRow: Equatable {
  case property(PropertyRow)
  /// An item of the list above.
  case item(String, isLocked: Bool)
  case offer(String)
}

struct PropertyRow: Equatable {
  var name: String
  var type: String
  var value: String
  /// It says nothing of one value: there is none, or the notes differ.
  var isQuiet: Bool
  /// The value is left alone.
  var isLocked: Bool
  /// “not in 2 of 5”; empty where all notes have it.
  var absence: String
}

enum PropertiesCommand: ListCommand {
  case move(ScrollMove)
  case select(Int)
  /// Types a value, ticks a checkbox, adds an item to a list.
  case edit
  case tick
  case add
  case addItem
  case remove
  case rename
  case changeType
  case moveItem(Int)
  case undo
  case reload
  case close
  /// What follows is about the line that is typed.
  case type(String)
  case accept
  case complete
  case offer(Int)
  case chooseOffer(Int)
  case dropEdit

  static var activate: Self? { .edit }
}

typealias PropertiesView = ListView<PropertiesState>
typealias PropertiesPresenting = ListPresenting<PropertiesState, PropertiesCommand, PropertiesRow>

/// The screens that this module can open.
@MainActor
package protocol PropertiesWireframe: Asking {
  /// Saves what is typed in editors, so that nothing of it is written over; goes on then, or not at all
  /// where that fails.
  func saveEditors(then goOn: @escaping @MainActor () -> Void)
}

// What the business of properties knows, does and tells.

/// What words come to: a value as it is written, or what is wrong with them.
struct PropertyMeaning: Equatable, Sendable {
  package var type: PropertyType
  /// Nil where the words are none of that type.
  package var value: String?
  /// As what they are read, or why they are not.
  package var reading: String
}

@MainActor
protocol PropertiesEditingOutput: AnyObject {
  /// `byOthers`: they are other ones than they were, and not because of this screen.
  func propertiesChanged(byOthers: Bool)
  func valuesWereFound(_ values: [String], of name: String)
  /// `leaving`: which notes were left alone, in words; empty where none was.
  func did(_ action: PropertyAction, in notes: [NoteID], leaving: String)
  func tookBack(in notes: [NoteID])
  func nothingToUndo()
  func failed(_ failure: PropertyFailure)
}
