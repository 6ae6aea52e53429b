import Entities
import UseCases
package import Viper

// The properties of one or more notes: the screen's state, its commands and its protocols.

/// The screen's state, without its rows.
struct PropertiesState: ListState {
  var title = ""
  var rowCount = 0
  var selected: Int?
  var isLoading = true
  /// The count of properties. Their list items are rows too.
  var count = 0
  /// The reason that some or all values cannot be changed.
  var problem = ""
  /// The width of the longest name, in cells.
  var nameWidth = 0
  var edit: Edit?
  /// Whether a change is being written. Nothing can be typed meanwhile.
  var isSaving = false
  /// Whether the last message is about a change that can be undone.
  var canUndo = false
  var message = Message()

  /// The text being typed.
  struct Edit: Equatable {
    /// A number for each line; the field starts over with `text` when it changes.
    var number: Int
    var text: String
    /// Whether typing replaces the text.
    var isProposed: Bool
    /// A label for the line: “due (date)”.
    var label: String
    /// How the text is understood, or why it is not.
    var reading = ""
    var isWrong = false
    /// The completions, in rows below. Initially none is selected.
    var offers: [String] = []
    var selected: Int?
  }
}

/// A row as display values.
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
  /// Whether the text is not a value: there is none, or the notes differ.
  var isQuiet: Bool
  /// Whether the value cannot be changed.
  var isLocked: Bool
  /// Text such as “not in 2 of 5”; empty if all notes have the property.
  var absence: String
}

enum PropertiesCommand: ListCommand {
  case move(ScrollMove)
  case select(Int)
  /// Edits a value, ticks a checkbox, or adds an item to a list.
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
  /// The commands from here on act on the typed line.
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
  /// Saves the open editors, so that no typed text is overwritten; calls `goOn` if that succeeds.
  func saveEditors(then goOn: @escaping @MainActor () -> Void)
}

// The values and reports of the interactor.

/// The meaning of typed words: a value as it is written, or a problem.
struct PropertyMeaning: Equatable, Sendable {
  package var type: PropertyType
  /// The value; nil if the words do not fit the type.
  package var value: String?
  /// How the words were read, or why they were not.
  package var reading: String
  /// The items, if the words are a list.
  var items: [String]?
  /// Whether the type was guessed from the words, which may be meant as text.
  var isGuessed = false

  /// The values to write; nil if the words do not fit the type.
  var values: [String]? { items ?? value.map { $0.isEmpty ? [] : [$0] } }
}

@MainActor
protocol PropertiesEditingOutput: AnyObject {
  /// The properties changed. `byOthers` is true if not because of this screen.
  func propertiesChanged(byOthers: Bool)
  func valuesWereFound(_ values: [String], of name: String)
  /// A change was made. `leaving` describes the notes that were left unchanged; empty for none.
  func did(_ action: PropertyAction, in notes: [NoteID], leaving: String)
  func tookBack(in notes: [NoteID])
  func nothingToUndo()
  func failed(_ failure: PropertyFailure)
}
