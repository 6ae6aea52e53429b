package import Entities
import OpenVault
package import Viper

// The note list, read from top to bottom: what it shows, what can be done, who talks to whom. What the
// interactor tells of notes is in `NoteListContract+Business`.

/// All that the list shows apart from its rows.
struct NoteListState: ListState {
  var rowCount = 0
  var total = 0
  var selected: Int?
  var isLoading = true
  /// How far the first reading of all notes is; empty without.
  var progress = ""
  /// The words that the rows were filtered by.
  var filter = ""
  /// The folder that the rows are from; empty for all.
  var folder = ""
  /// How the rows are ordered, where that is not the usual order.
  var order = ""
  /// How many notes are marked.
  var marked = 0
  /// How far work on many notes is; empty without.
  var work = ""
  /// Whether the filter is being typed.
  var isFiltering = false
  var showsPreview = true
  /// What the list gets of the room that it shares with the preview, in thousandths.
  var share = ListArrangement.half
  var showsFolders = false
  /// Whether the keys are for the folders.
  var isInFolders = false
  var folderCount = 0
  var selectedFolder = 0
  var message = Message()
}

/// One row, ready to be drawn.
struct NoteListRow: Equatable {
  var title: String
  /// The file's name where it is another one than the title; else empty.
  var name = ""
  var snippet: String
  /// Such a note is listed and cannot be opened.
  var isObstructed: Bool
  var isPinned = false
  var isMarked = false
}

/// A line of the folder tree.
struct FolderRow: Equatable {
  var name: String
  var depth: Int
  var count: String
  /// Nil where nothing is below it.
  var isOpen: Bool?
  /// Whether the rows of the list are from it.
  var isShown: Bool
}

enum NoteListCommand: ListCommand {
  case move(ScrollMove)
  case select(Int)
  case open
  /// One of those that are shown, by chance.
  case openRandom
  case peek
  case new
  case newFromTemplate
  /// Named after the minute.
  case newUnique
  case openDailyNote
  case trash
  case rename
  case moveToFolder
  case duplicate
  /// The marked notes into one of them.
  case join
  case editTags
  /// The only open task of the note, else one that is chosen.
  case tickTask
  case pin
  /// The selected note, and on to the next.
  case mark
  case markRow(Int)
  /// All that are shown, or none where all are.
  case markAll
  case undo
  case nextOrder
  case reverseOrder
  /// One step: ends what takes long, drops the marks, else the filter, else the folder.
  case back
  case folders(FolderCommand)
  case beginFilter
  case filter(String)
  case keepFilter
  case dropFilter
  case togglePreview
  /// The divider is being dragged: what the list gets, in thousandths.
  case divide(Int)
  /// It was let go.
  case divided
  case focusPreview
  case openRecovered
  case chooseVault
  case openHistory
  case openLinks
  case openProperties
  case openBoard
  /// In the person's own editor.
  case editOutside
  /// Locks the note, or takes its lock off.
  case changeLock
  /// One that its name alone opens: “tags”.
  case openScreen(String)
  case reload
  case quit
}

enum FolderCommand: Equatable, Sendable {
  case toggle
  /// The keys go to the folders, or back to the notes.
  case enter
  case leave
  case move(ScrollMove)
  case select(Int)
  /// Shows the folder's notes alone.
  case open
  /// Opens the branch, or shows the folder's notes where it is open.
  case unfold
  /// Closes the branch, or goes to the folder above.
  case fold
  case toggleBranch
  case rename
  /// The folder goes into another one, with all that is in it.
  case moveBranch
  case clear
}

extension NoteListCommand {
  /// Whether it is about the rows on the screen.
  var needsRows: Bool {
    switch self {
    case .move, .select: true
    case .open, .openRandom, .peek, .openHistory, .openLinks, .editOutside, .openProperties: true
    case .openBoard, .trash, .rename, .moveToFolder, .join: true
    case .duplicate, .editTags, .tickTask, .pin, .mark, .markRow, .markAll, .changeLock: true
    default: false
    }
  }

  /// Whether the person goes on among the rows: nothing is opened and nothing is asked.
  var staysInRows: Bool {
    switch self {
    case .move, .select, .pin, .mark, .markRow, .markAll: true
    default: false
    }
  }
}

extension NoteListCommand {
  /// Whether it changes notes, or asks how to.
  var changesNotes: Bool {
    switch self {
    case .new, .newFromTemplate, .newUnique, .trash, .rename, .moveToFolder, .duplicate: true
    case .join, .editTags, .tickTask, .changeLock, .editOutside, .undo: true
    case .openScreen("imports"): true
    default: false
    }
  }
}

typealias NoteListView = ListView<NoteListState>

@MainActor
protocol NoteListPresenting: ListPresenting<NoteListState, NoteListCommand, NoteListRow> {
  /// Finds the filter's words in rows' titles, names and snippets.
  var marking: MatchMarking { get }
  /// The note's tags with their signs; asked for where a row has room for them.
  func tags(at index: Int) -> String
  /// When the note was changed; asked for where a row has room for it.
  func date(at index: Int) -> String
  func folder(at index: Int) -> FolderRow
  /// Whether the key of undo means what it means elsewhere: nothing here can be taken back.
  var leavesUndoToShell: Bool { get }
  /// Nothing may be changed: what would change notes is not offered.
  var isReadOnly: Bool { get }
  /// Something is taken back, and the rows of then are not there yet.
  var isUndoing: Bool { get }
}

/// The screens that the list can open.
@MainActor
package protocol NoteListWireframe: Asking {
  func openEditor(on note: NoteID, output: any NoteListRequiredEditorOutput)
  /// Nil: where new notes go.
  func openNewEditor(in folder: NotePath?, output: any NoteListRequiredEditorOutput)
  /// Today's daily note.
  func openDailyNote()
  /// Asks for a template and makes a note after it; nil: where new notes go.
  func openNewFromTemplate(in folder: NotePath?)
  /// One that is named after the minute; nil: where such notes go.
  func openNewUnique(in folder: NotePath?)
  func openRecoveredDraft(output: any NoteListRequiredEditorOutput)
  func peek(at note: NoteID, output: any NoteListRequiredEditorOutput)
  func embedPreview(in route: RouteHandle) -> (any NoteListRequiredPreview)?
  /// Where there is no room for it beside the list it takes all, if it has something to show.
  func focusPreview(hasNote: Bool)
  func slotsMoved()
  func openHistory(of note: NoteID)
  /// What hangs together with it.
  func openLinks(of note: NoteID)
  /// It as a board.
  func openBoard(of note: NoteID)
  /// The properties of these notes; `notes` is asked off the main actor.
  func openProperties(of notes: @escaping @Sendable () -> [NoteID])
  /// Comes back when the person's own editor has ended; answers with what went wrong.
  func editOutside(_ note: NoteID) -> String?
  /// Locks the note, or takes its lock off; asks before.
  func changeLock(of note: NoteID)
  func openScreen(_ name: String)
  func openVaultChooser()
  /// The list is in line with the files.
  func notesWereLoaded()
  func quit()
}

extension NoteListWireframe {
  package func notesWereLoaded() {}
}

/// What the list needs of whatever edits its notes.
@MainActor
package protocol NoteListRequiredEditorOutput: AnyObject {
  func noteListShouldRefresh(_ note: NoteID)
  /// It is opened over the list, and was not chosen there.
  func noteListShouldSelect(_ note: NoteID)
  /// Their files got other names.
  func noteListShouldFollow(_ moves: [NoteMove])
}

/// What the list needs of the module in its preview slot.
@MainActor
package protocol NoteListRequiredPreview: AnyObject {
  /// The notes beside it are those that one key leads to.
  func preview(_ note: NoteID?, beside: [NoteID])
  func previewShouldReload(_ note: NoteID)
}

/// What a parent can ask of the list.
@MainActor
package protocol NoteListInput: NoteListRequiredEditorOutput {
  func select(_ note: NoteID)
  /// Only the notes of this folder, from the first on; nil shows all.
  func show(folder: NotePath?)
  /// Another program wrote these notes, and the index knows it.
  func notesChangedOutside(_ notes: [NoteID])
}

package enum NoteListSlot {
  package static let preview = "preview"
}
