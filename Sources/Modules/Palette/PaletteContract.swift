package import Entities
import Services
import Viper

// The palette, read from top to bottom: what it shows, what can be done, who talks to whom.

/// Something that can be done or gone to, by its name.
package struct PaletteAction: Equatable, Sendable {
  package var title: String
  /// The keys that do the same, or what kind of thing it is.
  var detail: String
  /// Other words that people have for it.
  package var words: [String]
  /// Whether it is shown only where what is typed fits it.
  var mustBeLookedFor: Bool

  package init(
    title: String, detail: String, words: [String] = [], mustBeLookedFor: Bool = false
  ) {
    self.title = title
    self.detail = detail
    self.words = words
    self.mustBeLookedFor = mustBeLookedFor
  }
}

/// A command that is typed by its name, as on vim's `:` line.
package struct PaletteLine: Equatable, Sendable {
  package enum Argument: Equatable, Sendable {
    case none
    case words
    /// The name of a note: notes are found by it, and one is made where there is none.
    case note
  }

  package var name: String
  /// How many letters of it are enough.
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
  /// 1 is the highest.
  var level: Int
  /// Whether the cursor is below it, and below no later one.
  var isCurrent: Bool

  package init(title: String, line: Int, level: Int = 1, isCurrent: Bool = false) {
    self.title = title
    self.line = line
    self.level = level
    self.isCurrent = isCurrent
  }
}

/// All that the screen shows apart from its rows and the field.
struct PaletteState: ListState {
  var rowCount = 0
  var selected: Int?
  /// How many fit, which may be more than there are rows.
  var found = 0
  /// Not all names are known yet.
  var isReading = true
  /// Only headings are looked for.
  var isOutline = false
  var message = Message()
}

/// One row, ready to be drawn.
struct PaletteRow: Equatable {
  /// A note's title; behind it its file's name where that is another one.
  var title: String
  /// How many characters at its end are that name.
  var quiet = 0
  /// The characters that were typed, by number.
  var marked: [Int]
  /// The folder of a note, the keys of a command.
  var detail: String
  var isAction: Bool
}

enum PaletteCommand: ListCommand {
  case type(String)
  case move(ScrollMove)
  /// A click takes a row at once.
  case select(Int)
  case accept
  case acceptBeside
  case close
}

typealias PaletteView = ListView<PaletteState>
typealias PalettePresenting = ListPresenting<PaletteState, PaletteCommand, PaletteRow>

/// What a row is.
enum PaletteItem: Equatable {
  case note(NoteTitle)
  /// An index into the actions.
  case action(Int)
  case heading(PaletteHeading)
  case makeNote(titled: String)
  /// An index into the lines, with what was typed behind it.
  case line(Int, argument: String)
}

@MainActor
protocol PaletteInteractorOutput: AnyObject {
  func itemsChanged()
  func failed(_ message: String)
}

/// The screens that this module can open. The palette is gone when they are asked for.
@MainActor
package protocol PaletteWireframe: AnyObject {
  func open(_ note: NoteID, beside: Bool)
  func makeNote(titled title: String)
  /// An index into the actions that the palette was made with.
  func perform(_ action: Int)
  /// The same for a line, with what was typed behind its name.
  func run(_ line: Int, _ argument: String)
  /// Goes to a line of the note below.
  func go(toLine line: Int)
}
