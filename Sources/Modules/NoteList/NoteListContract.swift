package import Entities
import OpenVault
package import Viper

// The note list: the screen's state, its commands and its protocols. `NoteListContract+Business`
// has the reports of the interactor.

/// The list's state, without its rows.
struct NoteListState: ListState {
  var rowCount = 0
  var total = 0
  var selected: Int?
  var isLoading = true
  /// The progress of the first reading of all notes, or empty.
  var progress = ""
  /// The words that the rows are filtered by.
  var filter = ""
  /// The folder that limits the rows; empty for all.
  var folder = ""
  /// The order of the rows, if it is not the default.
  var order = ""
  /// The count of marked notes.
  var marked = 0
  /// The progress of work on many notes, or empty.
  var work = ""
  /// Whether the filter is being typed.
  var isFiltering = false
  var showsPreview = true
  /// The list's share of the room next to the preview, in thousandths.
  var share = ListArrangement.half
  var showsFolders = false
  /// Whether the folders have the keys.
  var isInFolders = false
  var folderCount = 0
  var selectedFolder = 0
  var message = Message()
}

/// A row as display values.
struct NoteListRow: Equatable {
  var title: String
  /// The file's name if it differs from the title, else empty.
  var name = ""
  var snippet: String
  /// Whether the note cannot be opened.
  var isObstructed: Bool
  /// Whether the snippet is the reason that there is none.
  var isReason = false
  var isPinned = false
  var isMarked = false
}

/// A line of the folder tree.
struct FolderRow: Equatable {
  var name: String
  var depth: Int
  var count: String
  /// Whether its branch is open; nil without subfolders.
  var isOpen: Bool?
  /// Whether the list shows this folder.
  var isShown: Bool
}

enum NoteListCommand: ListCommand {
  case move(ScrollMove)
  case select(Int)
  case open
  /// Opens a random note of those shown.
  case openRandom
  case peek
  case new
  case newFromTemplate
  /// Makes a note named after the current minute.
  case newUnique
  case openDailyNote
  case trash
  case rename
  case moveToFolder
  case duplicate
  /// Joins the marked notes into one of them.
  case join
  case editTags
  /// Ticks the note's only open task; with several, asks which.
  case tickTask
  case pin
  /// Marks the selected note and selects the next one.
  case mark
  case markRow(Int)
  /// Marks all shown notes, or none if all are marked.
  case markAll
  case undo
  case nextOrder
  case reverseOrder
  /// Takes one step back: stops long work, drops the marks, the filter, or the folder.
  case back
  case folders(FolderCommand)
  case beginFilter
  case filter(String)
  case keepFilter
  case dropFilter
  case togglePreview
  /// Drags the divider to this share of the list, in thousandths.
  case divide(Int)
  /// Releases the divider.
  case divided
  case focusPreview
  case openRecovered
  case chooseVault
  case openHistory
  case openLinks
  case openProperties
  case openBoard
  /// Exports the note, or all marked ones.
  case export
  /// Opens the note in the person's own editor.
  case editOutside
  /// Locks the note, or removes its lock.
  case changeLock
  /// Opens a screen by its name, such as “tags”.
  case openScreen(String)
  case reload
  case quit
}

enum FolderCommand: Equatable, Sendable {
  case toggle
  /// Moves the keys to the folders; `leave` moves them back to the notes.
  case enter
  case leave
  case move(ScrollMove)
  case select(Int)
  /// Limits the list to the folder.
  case open
  /// Opens the branch; if it is open, limits the list to the folder.
  case unfold
  /// Closes the branch, or selects the folder above.
  case fold
  case toggleBranch
  case rename
  /// Moves the folder with everything in it into another one.
  case moveBranch
  case clear
}

extension NoteListCommand {
  /// Whether the command acts on the rows on the screen.
  var needsRows: Bool {
    switch self {
    case .move, .select: true
    case .open, .openRandom, .peek, .openHistory, .openLinks, .editOutside, .openProperties: true
    case .openBoard, .export, .trash, .rename, .moveToFolder, .join: true
    case .duplicate, .editTags, .tickTask, .pin, .mark, .markRow, .markAll, .changeLock: true
    default: false
    }
  }

  /// Whether the person stays in the rows, as nothing is opened or asked.
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
  /// Returns the note's tags with their signs; called only if a row has room for them.
  func tags(at index: Int) -> String
  /// Returns when the note was changed; called only if a row has room for it.
  func date(at index: Int) -> String
  func folder(at index: Int) -> FolderRow
  /// Whether the undo key goes to the shell, because the list has nothing to undo.
  var leavesUndoToShell: Bool { get }
  /// Whether nothing may be changed, so commands that change notes are not offered.
  var isReadOnly: Bool { get }
  /// Whether an undo is running and its rows are not shown yet.
  var isUndoing: Bool { get }
}

/// The screens that the list can open.
@MainActor
package protocol NoteListWireframe: Asking {
  func openEditor(on note: NoteID, output: any NoteListRequiredEditorOutput)
  /// Opens an editor for a new note; nil uses the folder for new notes.
  func openNewEditor(in folder: NotePath?, output: any NoteListRequiredEditorOutput)
  /// Opens today's daily note.
  func openDailyNote()
  /// Asks for a template and makes a note; nil uses the folder for new notes.
  func openNewFromTemplate(in folder: NotePath?)
  /// Makes a note named after the current minute; nil uses the folder for such notes.
  func openNewUnique(in folder: NotePath?)
  func openRecoveredDraft(output: any NoteListRequiredEditorOutput)
  func peek(at note: NoteID, output: any NoteListRequiredEditorOutput)
  func embedPreview(in route: RouteHandle) -> (any NoteListRequiredPreview)?
  /// Focuses the preview. Without room next to the list it fills the window, if it has a note.
  func focusPreview(hasNote: Bool)
  func slotsMoved()
  func openHistory(of note: NoteID)
  /// Opens the screen of the note's links.
  func openLinks(of note: NoteID)
  /// Opens the note as a board.
  func openBoard(of note: NoteID)
  /// Opens the properties of these notes; `notes` is called off the main actor.
  func openProperties(of notes: @escaping @Sendable () -> [NoteID])
  /// Opens the export of these notes; `notes` is called off the main actor.
  func openExports(of notes: @escaping @Sendable () -> [NoteID], named name: String)
  func export(_ note: NoteID)
  /// Runs the person's own editor, waits for its end, and returns the problem, if any.
  func editOutside(_ note: NoteID) -> String?
  /// Locks the note or removes its lock, after asking.
  func changeLock(of note: NoteID)
  func openScreen(_ name: String)
  func openVaultChooser()
  /// The list now matches the files.
  func notesWereLoaded()
  func quit()
}

extension NoteListWireframe {
  package func notesWereLoaded() {}
}

/// The reports that the list needs from an editor of its notes.
@MainActor
package protocol NoteListRequiredEditorOutput: AnyObject {
  func noteListShouldRefresh(_ note: NoteID)
  /// Selects a note that was opened over the list without being chosen there.
  func noteListShouldSelect(_ note: NoteID)
  /// Follows notes whose files were renamed.
  func noteListShouldFollow(_ moves: [NoteMove])
}

/// The requests that the list makes to the module in its preview slot.
@MainActor
package protocol NoteListRequiredPreview: AnyObject {
  /// Previews a note. `beside` are the notes that one key leads to, for preloading.
  func preview(_ note: NoteID?, beside: [NoteID])
  func previewShouldReload(_ note: NoteID)
}

/// The requests that a parent can make to the list.
@MainActor
package protocol NoteListInput: NoteListRequiredEditorOutput {
  func select(_ note: NoteID)
  /// Limits the list to this folder and selects its first note; nil shows all.
  func show(folder: NotePath?)
  /// Another program changed these notes, and the index is up to date.
  func notesChangedOutside(_ notes: [NoteID])
  /// Changes a note for another screen, after a question where the list asks one. Without an answer to
  /// that, nothing is reported.
  func change(
    _ note: NoteID, by request: NoteRequest,
    then tell: @escaping @MainActor (NoteRequestOutcome) -> Void)
  /// Adds a change of another part to what undo takes back: `takeBack` returns the notes.
  func canTakeBack(
    _ name: String, by takeBack: @escaping @Sendable () async throws -> [NoteID])
}

/// A change that another screen can ask for.
package enum NoteRequest: Equatable, Sendable {
  case rename, move, pin
  /// `asks`: the person agrees first.
  case trash(asks: Bool)
  /// Undoes the last change, like the list's key.
  case undo
}

package enum NoteRequestOutcome: Equatable, Sendable {
  /// What was done, in words, and the notes that may have other text or names.
  case done(String, touched: [NoteID])
  case failed(String)
}

package enum NoteListSlot {
  package static let preview = "preview"
}
