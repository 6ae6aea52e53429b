package import Entities
import Services
package import Viper

// The tags of all notes as a tree: the screen's state, its commands and its protocols.

/// The screen's state, without its rows.
struct TagsState: ListState {
  var rowCount = 0
  var selected: Int?
  /// The count of all tags, shown or not.
  var total = 0
  var isLoading = true
  /// The text that shown tags have in their names.
  var filter = ""
  /// Whether the filter is being typed.
  var isFiltering = false
  /// The changes of a rename, while they are shown.
  var preview: Preview?
  var message = Message()

  struct Preview: Equatable {
    /// A description of the rename.
    var title: String
    /// Whether the new tag exists already, so that the two become one.
    var merges: Bool
    var selected = 0
    var rowCount = 0
  }
}

/// A tag as display values.
struct TagRow: Equatable {
  /// The level in the tree.
  var depth: Int
  /// The last part of the tag's name; the whole name in a filtered list.
  var name: String
  /// The counts of notes with exactly this tag, and with it or one below it.
  var own: Int
  var all: Int
  var hasBelow: Bool
  var isFolded: Bool
}

/// A row of the preview: a note, or one of its lines with the old and the new tag.
enum TagChangeRow: Equatable {
  case note(title: String, count: Int)
  case line(before: String, old: String, new: String, after: String)
}

/// A row of the tags, or of the preview while it is shown.
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

/// A tag with the counts of its notes.
struct TagItem: Equatable, Sendable {
  /// The full name: `work/plans`.
  package var name: String
  package var own: Int
  package var all: Int
}

/// The changes of a rename.
package struct TagChanges: Equatable, Sendable {
  package struct Line: Equatable, Sendable {
    package var note: NoteID
    package var title: String
    /// The line, counted from 1; nil for the name of the note's file.
    package var number: Int?
    /// The text of the line before the tag.
    package var before: String
    package var old: String
    package var new: String
    package var after: String
  }

  var tag: String
  package var name: String
  /// Whether some notes have the new tag already.
  package var merges: Bool
  /// The lines in the order of notes and their texts. The name of a file comes after its lines.
  package var lines: [Line]
  var changes: [NoteChange]

  package var notes: Int { changes.count }
  /// The renames of files.
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
  /// Searches for the notes with the tag.
  func search(tag: String)
}

/// The changes of a rename as rows.
extension TagChangeRow {
  /// Returns each note, followed by its lines.
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
