package import Entities
import Viper

// How a note hangs together with the others, read from top to bottom: what it shows, what can be done,
// who talks to whom. The graph's own words are at the end.

/// In the order of the screen.
enum LinkSection: Int, CaseIterable, Sendable {
  /// Links of other notes that lead to this one.
  case backlinks
  /// Links of this note that lead somewhere.
  case links
  /// Where other notes say this one's title without linking it.
  case mentions
  /// Links of this note that lead nowhere.
  case broken
}

/// All that the screen shows apart from its rows.
struct LinksState: ListState {
  /// The note's title.
  var title = ""
  var rowCount = 0
  var selected: Int?
  /// How many of each section there are; nil while that is not known.
  var counts: [Int?] = LinkSection.allCases.map { _ in nil }
  /// The graph, while that is shown instead of the rows.
  var graph: LinkGraph?
  var message = Message()
}

/// One row, ready to be drawn.
enum LinksRow: Equatable {
  case section(name: String, count: String, isFolded: Bool)
  case link(Line)
  /// What is to be said of a section without links.
  case remark(String)

  struct Line: Equatable {
    /// Of the note at the other end.
    var title: String
    /// The line of the link, in three pieces: the link is the one in the middle.
    var before: String
    var link: String
    var after: String
    var isEmbed = false
  }
}

enum LinksCommand: ListCommand {
  case move(ScrollMove)
  case select(Int)
  case nextSection
  case previousSection
  case fold
  case open
  case peek
  /// The mention that is selected, or all of them.
  case makeLink
  case makeAllLinks
  case makeNote
  case undo
  case showGraph
  case graph(GraphCommand)
  case reload
  case close

  static var activate: Self? { .open }
}

typealias LinksView = ListView<LinksState>
typealias LinksPresenting = ListPresenting<LinksState, LinksCommand, LinksRow>

/// A link as display values.
struct LinkItem: Equatable, Sendable {
  /// The note at its other end; nil where none is there.
  var note: NoteID?
  var title: String
  /// The line in that note, counted from 1; nil where the link leads there.
  var line: Int?
  /// The part of that note it leads to.
  var part: String?
  var context: String
  var written: String
  var isEmbed: Bool
  /// The note that could be made for it.
  var missing: NoteID?
  /// The note is there, and the part is not.
  var isPartMissing = false
  /// It leads to a picture or whatever else is no note.
  var leadsToFile = false
}

/// What was done, for a person.
enum LinkChange: Equatable, Sendable {
  case linked(mentions: Int, notes: Int)
  case made(NoteID)
  case unlinked(notes: Int)
  case unmade(NoteID)
}

@MainActor
protocol NoteLinksOutput: AnyObject {
  func titleIs(_ title: String)
  /// Those of other programs or modules: the graph may be another.
  func notesChanged()
  func linksChanged(in section: LinkSection)
  func did(_ change: LinkChange, changing notes: [NoteID])
  func nothingToUndo()
  func neighboursFound(_ neighbours: NoteNeighbours)
  func failed(_ message: String)
}

/// The screens that this module can open.
@MainActor
package protocol LinksWireframe: AnyObject {
  func open(_ note: NoteID, at position: LinkPosition?)
  func peek(at note: NoteID, at position: LinkPosition?)
}

/// Where in a note.
package enum LinkPosition: Equatable, Sendable {
  /// Counted from 1.
  case line(Int)
  /// A heading or a block.
  case part(String)
}

// The notes around a note, drawn and walked.

/// A note in the middle, those that lead to it on the left, those it leads to on the right.
struct LinkGraph: Equatable {
  struct Side: Equatable {
    var titles: [String] = []
    /// How many there are beyond those.
    var more = 0
  }

  enum Node: Equatable, Sendable {
    case middle
    case left(Int)
    case right(Int)
  }

  var middle = ""
  var left = Side()
  var right = Side()
  var selected = Node.middle
  /// The neighbours of the selected note on its far side, where there is room to show them.
  var beyond: Side?
  var isLoading = true
}

enum GraphCommand: Equatable, Sendable {
  case up
  case down
  case left
  case right
  /// The selected note comes into the middle.
  case center
  /// The note that was in the middle before comes back.
  case goBack
  case select(LinkGraph.Node)
  case open
  case peek
  case close
}

/// The notes around one, as display values.
struct NoteNeighbours: Equatable, Sendable {
  struct Neighbour: Equatable, Sendable {
    var note: NoteID
    var title: String
  }

  struct Side: Equatable, Sendable {
    /// Each note once, the newest first.
    var notes: [Neighbour] = []
    var more = 0
  }

  var note: NoteID
  var title: String
  /// Those that lead to it.
  var incoming = Side()
  /// Those it leads to, in the order of its text.
  var outgoing = Side()
}
