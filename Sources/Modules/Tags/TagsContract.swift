package import Entities
import Services
package import Viper

// The tags of all notes as a tree, read from top to bottom: what it shows, what can be done, who talks
// to whom.

/// All that the screen shows apart from its rows.
struct TagsState: ListState {
  var rowCount = 0
  var selected: Int?
  /// How many tags there are, whether they are shown or not.
  var total = 0
  var isLoading = true
  /// A part of the names of the tags that are shown.
  var filter = ""
  /// Whether the filter is being typed.
  var isFiltering = false
  /// What a rename would change, while it is looked at.
  var preview: Preview?
  var message = Message()

  struct Preview: Equatable {
    /// What will be done, in words.
    var title: String
    /// The other tag is there already: the two become one.
    var merges: Bool
    var selected = 0
    var rowCount = 0
  }
}

/// One tag, ready to be drawn.
struct TagRow: Equatable {
  /// How deep in the tree.
  var depth: Int
  /// The last part of the tag's name; all of it where a filter took it out of the tree.
  var name: String
  /// How many notes have this very tag, and how many it or one below it.
  var own: Int
  var all: Int
  var hasBelow: Bool
  var isFolded: Bool
}

/// A row of the preview: a note, or a line of it as it is and as it will be.
enum TagChangeRow: Equatable {
  case note(title: String, count: Int)
  case line(before: String, old: String, new: String, after: String)
}

/// A row of the tags, or of the preview while that is looked at.
enum TagsRow: Equatable {
  case tag(TagRow)
  case change(TagChangeRow)
}

enum TagsCommand: ListCommand {
  case move(ScrollMove)
  case select(Int)
  case fold
  case foldAll
  case open
  case rename
  case undo
  case beginFilter
  case filter(String)
  case keepFilter
  case dropFilter
  case carryOut
  case dropPreview
  case reload
  case close

  static var activate: Self? { .open }
}

typealias TagsView = ListView<TagsState>
typealias TagsPresenting = ListPresenting<TagsState, TagsCommand, TagsRow>

/// A tag, with how many notes have it.
struct TagItem: Equatable, Sendable {
  /// From the top: `work/plans`.
  package var name: String
  package var own: Int
  package var all: Int
}

/// What a rename would change.
package struct TagChanges: Equatable, Sendable {
  package struct Line: Equatable, Sendable {
    package var note: NoteID
    package var title: String
    /// Counted from 1; nil where it is the name of the note's file, and not a line of its text.
    package var number: Int?
    /// The line before the tag.
    package var before: String
    package var old: String
    package var new: String
    package var after: String
  }

  var tag: String
  package var name: String
  /// Whether notes have a tag of that name already.
  package var merges: Bool
  /// In the order of notes and of their texts; the name of a file comes after its lines.
  package var lines: [Line]
  var changes: [NoteChange]

  package var notes: Int { changes.count }
  /// The files that get other names.
  package var moves: [NoteMove] { changes.compactMap(\.move) }
}

@MainActor
protocol TagRenamingOutput: AnyObject {
  func tagsChanged()
  func found(_ changes: TagChanges)
  func renamed(_ changes: TagChanges, _ rewritten: TagsRewritten)
  func tookBack(renamingOf tag: String, _ rewritten: TagsRewritten)
  func nothingToUndo()
  func failed(_ message: String)
}

/// The screens that this module can open.
@MainActor
package protocol TagsWireframe: Asking {
  /// The notes that have the tag.
  func search(tag: String)
}

/// What a rename would change, in rows.
extension TagChangeRow {
  /// Under each note its lines.
  static func rows(of changes: TagChanges) -> [TagChangeRow] {
    var rows: [TagChangeRow] = []
    var start = 0
    while start < changes.lines.count {
      let note = changes.lines[start].note
      let end = changes.lines[start...].firstIndex { $0.note != note } ?? changes.lines.count
      rows.append(.note(title: changes.lines[start].title, count: end - start))
      for line in changes.lines[start..<end] {
        rows.append(
          .line(before: line.before, old: line.old, new: line.new, after: line.after))
      }
      start = end
    }
    return rows
  }
}
