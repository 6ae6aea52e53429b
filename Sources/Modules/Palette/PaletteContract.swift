package import Entities
import Viper

// The palette: the screen's state, its commands and its protocols.

/// An action or a destination, found by its name.
package struct PaletteAction: Equatable, Sendable {
  /// What it is, in the order of equal matches.
  package enum Kind: Int, Sendable {
    case command
    case setting
    /// A page of the guide, or a part of one.
    case guide
    /// Found only by a text that begins with `#`.
    case tag
  }

  package var title: String
  /// The keys for the same action, or the kind of item.
  var detail: String
  /// Other words that find it.
  package var words: [String]
  package var kind: Kind

  package init(title: String, detail: String, words: [String] = [], kind: Kind = .command) {
    self.title = title
    self.detail = detail
    self.words = words
    self.kind = kind
  }
}

/// A command that is typed by its name, as on vim's `:` line.
package struct PaletteLine: Equatable, Sendable {
  package enum Argument: Equatable, Sendable {
    case none
    case words
    /// The name of a note: existing notes are found by it, a missing one can be made.
    case note
  }

  package var name: String
  /// The least number of its letters that select it.
  var shortest: Int
  var summary: String
  var argument: Argument

  package init(_ name: String, _ shortest: Int, _ summary: String, _ argument: Argument = .none) {
    self.name = name
    self.shortest = shortest
    self.summary = summary
    self.argument = argument
  }
}

/// A heading of the note that is open below the palette, and its line.
package struct PaletteHeading: Equatable, Sendable {
  package var title: String
  package var line: Int
  /// The heading's level; 1 is the highest.
  var level: Int
  /// Whether the cursor is in its section.
  var isCurrent: Bool

  package init(title: String, line: Int, level: Int = 1, isCurrent: Bool = false) {
    self.title = title
    self.line = line
    self.level = level
    self.isCurrent = isCurrent
  }
}

/// The screen's state, without its rows and the field.
struct PaletteState: ListState {
  var rowCount = 0
  var selected: Int?
  /// The count of matches, which may be more than the rows.
  var found = 0
  /// Whether some names are still being read.
  var isReading = true
  var sought = PaletteText.Sought.all
  /// What can be typed, shown in the empty field.
  var hint = ""
  var message = Message()
  /// Whether a choice waits for what the letters find; what is typed meanwhile is meant for that.
  var awaitsRows = false
}

/// A row as display values.
struct PaletteRow: Equatable {
  /// A note's title, followed by its file's name if that differs.
  var title: String
  /// The count of characters at its end that are the file's name.
  var quiet = 0
  /// The indices of the matched characters.
  var marked: [Int]
  /// The folder of a note, the keys of a command.
  var detail: String
  var isAction: Bool
  /// Whether it only says something and cannot be chosen.
  var isRemark = false
}

enum PaletteCommand: ListCommand {
  case type(String)
  case move(ScrollMove)
  /// Selects and accepts a row, as a click does.
  case select(Int)
  case accept
  case acceptBeside
  /// Makes a note named by the typed text.
  case makeNote
  case close
}

typealias PaletteView = ListView<PaletteState>
typealias PalettePresenting = ListPresenting<PaletteState, PaletteCommand, PaletteRow>

/// The item behind a row.
enum PaletteItem: Equatable {
  case note(NoteTitle)
  /// An index into the actions.
  case action(Int)
  case heading(PaletteHeading)
  /// Nothing has this name. The row cannot be chosen.
  case missing(String)
  case makeNote(titled: String)
  /// An index into the lines, with the text typed after the name.
  case line(Int, argument: String)
}

@MainActor
protocol PaletteInteractorOutput: AnyObject {
  func itemsChanged()
  func failed(_ message: String)
}

/// The screens that this module can open. The palette is closed before it calls them.
@MainActor
package protocol PaletteWireframe: AnyObject {
  func open(_ note: NoteID, beside: Bool)
  func makeNote(titled title: String)
  /// Runs the action with this index.
  func perform(_ action: Int)
  /// Runs the line with this index; `argument` is the text typed after its name.
  func run(_ line: Int, _ argument: String)
  /// Goes to a line of the note below.
  func go(toLine line: Int)
}
