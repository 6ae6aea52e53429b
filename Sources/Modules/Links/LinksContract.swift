package import Entities
import Viper

// The links of a note: the screen's state, its commands and its protocols; at the end, the graph.

/// The sections, in the order of the screen.
enum LinkSection: Int, CaseIterable, Sendable {
  /// Links from other notes to this one.
  case backlinks
  /// Links from this note to existing targets.
  case links
  /// The note's title in other notes, without a link.
  case mentions
  /// Links of this note whose target is missing.
  case broken
}

/// The screen's state, without its rows.
struct LinksState: ListState {
  /// The note's title.
  var title = ""
  var rowCount = 0
  var selected: Int?
  /// The count of links in each section; nil until known.
  var counts: [Int?] = LinkSection.allCases.map { _ in nil }
  /// The graph, while it is shown instead of the rows.
  var graph: LinkGraph?
  var message = Message()
}

/// A row as display values.
enum LinksRow: Equatable {
  case section(name: String, count: String, isFolded: Bool)
  case link(Line)
  /// A remark for a section without links.
  case remark(String)

  struct Line: Equatable {
    /// The title of the note at the other end.
    var title: String
    /// The line of the link in three pieces: before the link, the link, and after it.
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
  /// Links the selected mention, or all of them.
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
  /// The note at the link's other end; nil if there is none.
  var note: NoteID?
  var title: String
  /// The line of the link in that note, counted from 1; nil for a link to that note.
  var line: Int?
  /// The part of that note that the link points to.
  var part: String?
  var context: String
  var written: String
  var isEmbed: Bool
  /// The note that could be made for a broken link.
  var missing: NoteID?
  /// Whether the note exists but the part does not.
  var isPartMissing = false
  /// Whether the target is a file that is not a note, such as a picture.
  var leadsToFile = false
}

/// The outcome of a change, for a message.
enum LinkChange: Equatable, Sendable {
  case linked(mentions: Int, notes: Int)
  case made(NoteID)
  case unlinked(notes: Int)
  case unmade(NoteID)
}

@MainActor
protocol NoteLinksOutput: AnyObject {
  func titleIs(_ title: String)
  /// Notes were changed by other programs or modules, so the graph may be out of date.
  func notesChanged()
  func linksChanged(in section: LinkSection)
  func did(_ change: LinkChange, changing notes: [NoteID])
  func nothingToUndo()
  func neighborsFound(_ neighbors: NoteNeighbors)
  func failed(_ message: String)
}

/// The screens that this module can open.
@MainActor
package protocol LinksWireframe: AnyObject {
  func open(_ note: NoteID, at position: LinkPosition?)
  func peek(at note: NoteID, at position: LinkPosition?)
}

/// A position in a note.
package enum LinkPosition: Equatable, Sendable {
  /// A line, counted from 1.
  case line(Int)
  /// A heading or a block.
  case part(String)
}

// The graph of a note's neighbors.

/// A note in the middle, the notes that link to it on the left, its link targets on the right.
struct LinkGraph: Equatable {
  struct Side: Equatable {
    var titles: [String] = []
    /// The count of neighbors that are not listed.
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
  /// The neighbors of the selected note on its far side, if there is room for them.
  var beyond: Side?
  var isLoading = true
}

enum GraphCommand: Equatable, Sendable {
  case up
  case down
  case left
  case right
  /// Moves the selected note to the middle.
  case center
  /// Moves the previous middle note back to the middle.
  case goBack
  case select(LinkGraph.Node)
  case open
  case peek
  case close
}

/// The neighbors of a note, as display values.
struct NoteNeighbors: Equatable, Sendable {
  struct Neighbor: Equatable, Sendable {
    var note: NoteID
    var title: String
  }

  struct Side: Equatable, Sendable {
    /// Each note once, newest first.
    var notes: [Neighbor] = []
    var more = 0
  }

  var note: NoteID
  var title: String
  /// The notes that link to it.
  var incoming = Side()
  /// The targets of its links, in the order of its text.
  var outgoing = Side()
}
