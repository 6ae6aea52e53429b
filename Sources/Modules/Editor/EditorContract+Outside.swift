package import Comparing
package import Daily
package import Entities
package import OpenVault
package import VaultSettings
package import Viper

/// The other modules, as the editor needs them. There are many, because everything that a person does with
/// a note can be begun in its text.
@MainActor
package protocol EditorWireframe: EditorPaneWireframe {
  func attachAutosave(
    to route: RouteHandle, duties: any EditorAutosaveDuties
  ) -> (any EditorRequiredAutosave)?
  /// Opens a peek in full. False where that failed, and it stays a peek.
  func commitPeek(_ route: RouteHandle) -> Bool
  /// Goes to an address: `notes://editor/PLAN`.
  func open(place route: String)
  /// Follows a link as it is meant in its note; nil for a name alone. A missing note can be made.
  func follow(link route: String, in home: LinkHome?)
  /// Opens a note by a name that was typed, or by the beginning of one. A missing note can be made.
  func openNote(named name: String)
  /// Opens an address in another program. The report of one that was not opened says that it was copied.
  func open(
    address: String, then tell: @escaping @MainActor (_ report: String, _ isOpened: Bool) -> Void)
  /// The editor was closed with the cursor at this position.
  func left(_ note: NoteID, at position: NotePosition)
  /// Closes the editor. The note in the other pane gets the whole window.
  func close(_ route: RouteHandle) throws(RouteError)
  func open(_ screen: EditorNoteScreen, of note: NoteID)
  /// Opens the note that was left last by going back.
  func openNoteLeftLast()
  /// Opens the palette with this text typed.
  func openPalette(typing text: String)
  /// Opens the guide at a word or a key, or its index without one. Returns false if no page has it.
  func openGuide(about word: String) -> Bool
  /// Goes from a daily note to that of another day, this many days later.
  func openDailyNote(_ days: Int, from note: NoteID)
  /// Asks for a template, and fills it for a note of this name.
  func fillTemplate(
    forNoteNamed name: String, then use: @escaping @MainActor (NoteTemplate.Filled) -> Void)
  /// Renames a heading or block with every link to it; reports how that, and undoing it, went.
  func rename(
    part: String, of note: NoteID, to words: String,
    then tell: @escaping @MainActor (EditorPartRenaming) -> Void)
  /// Undoes the last such renaming, and reports it in the same way.
  func takePartNameBack()
  /// Opens the note in the person's own editor and waits for it. Returns what went wrong.
  func editOutside(_ note: NoteID) -> String?
  /// Puts a preview into its slot. Nil where that failed.
  func embedPreview(in route: RouteHandle) -> (any EditorRequiredPreview)?
  func focusPreview()
  /// A slot was shown or hidden.
  func slotsMoved()
  /// The name of the note in the other pane if it has unsaved changes.
  var unsavedInOtherPane: String? { get }
  /// Drops what was typed in the other pane since its last save, then goes on.
  func dropInOtherPane(then goOn: @escaping @MainActor () -> Void)
  func lockedNoteWasOpened()
  /// Changes the note as the list does, after a question where the list asks one. The list's undo takes it
  /// back. Reports nothing if the person cancels.
  func change(
    _ note: NoteID, by change: EditorNoteChange,
    then tell: @escaping @MainActor (EditorNoteChanged) -> Void)
  /// The path of a note for other programs.
  func path(of note: NoteID) -> String
  /// The same of a folder; nil is the top folder.
  func path(ofFolder folder: NotePath?) -> String
  /// Begins a new note in a folder; nil is the usual one.
  func openNewNote(in folder: NotePath?)
  /// Runs a line of vim's in each open note, until one refuses it.
  func runInEachNote(_ line: String, then report: @escaping @MainActor (EditorEachNote) -> Void)
  /// Ends the program.
  func quit()
  /// Locks or unlocks the note after a question, and closes this editor for it.
  func changeLock(of note: NoteID)
  /// Shows the difference that a question is about; `goBack` asks it again.
  func show(difference: [DifferenceLine], then goBack: @escaping @MainActor () -> Void)
  /// Shows rows to read. `goOn` gets the key that closed them, if it means something else in the text.
  func show(
    list rows: [String], titled title: String, then goOn: @escaping @MainActor (String?) -> Void)
}

/// A screen about the note in the editor.
package enum EditorNoteScreen: Equatable, Sendable {
  case versions, links, properties, board, export
}

/// A change of the note as a whole.
package enum EditorNoteChange: Equatable, Sendable {
  case rename, move, pin
  /// `asks`: the person agrees first.
  case trash(asks: Bool)
  /// Undoes the last change.
  case undo
}

/// What became of it, in words.
package enum EditorNoteChanged: Equatable, Sendable {
  case done(String)
  case failed(String)
}

/// How a line went in each of the open notes.
package struct EditorEachNote: Equatable, Sendable {
  package var count: Int
  package var done = 0
  /// The name of the note that refused it; nil if none did.
  package var refusing: String?
  package var reason = ""

  package init(count: Int) { self.count = count }
}

/// How the renaming of a heading or block, or its undoing, went.
package enum EditorPartRenaming: Equatable, Sendable {
  case renamed(inNotes: Int)
  case tookBack
  case failed(String)
}

/// What the editor needs of autosave.
@MainActor
package protocol EditorRequiredAutosave: AnyObject {
  func editorTextChanged()
  func editorTextIsSaved()
}

/// What the editor needs of its preview.
@MainActor
package protocol EditorRequiredPreview: AnyObject {
  /// Shows the text as it is typed, from the first line in sight.
  func show(_ text: EditorPreviewText)
}

/// The slots of the editor's view for other modules.
package enum EditorSlot {
  package static let preview = "preview"
  /// A second editor.
  package static let beside = "beside"
}

/// What autosave asks of the editor.
@MainActor
package protocol EditorAutosaveDuties: AnyObject {
  func keepUnsavedText()
  func autosave()
}

/// A heading of the text, and its line, counted from 1.
package struct EditorHeading: Equatable, Sendable {
  package var title: String
  package var line: Int
  /// 1 is the highest.
  package var level: Int
  /// Whether the cursor is in its section.
  package var isCurrent: Bool
}

/// What a parent can ask of the editor.
@MainActor
package protocol EditorInput: EditorPaneInput {
  var isEdited: Bool { get }
  /// Nil while it has no file.
  var note: NoteID? { get }
  /// Whether a locked note is open in it.
  var holdsLock: Bool { get }
  /// The offset of the cursor; nil in a peek.
  var cursor: Int? { get }
  /// The note's file changed outside: the text follows it or merges.
  func noteChangedOutside()
  /// Reads the headings of the current text; none of a very large one.
  var headings: @Sendable () -> [EditorHeading] { get }
  func go(to target: EditorTarget)
  /// Goes to a part on behalf of the note in the other pane, so that going back leads there.
  func reveal(toPart part: String?)
  /// Saves if necessary, then goes on. On failure it shows a message or asks, and does not go on.
  /// `isAsked`: the person asked to save it, so that `:q!` goes back to this text.
  func saveToLeave(isAsked: Bool, then goOn: @escaping @MainActor () -> Void)
  /// Runs a line of vim's; reports nil, or why it did not run to its end.
  func run(line: String, then report: @escaping @MainActor (String?) -> Void)
  /// Drops what was typed since the last save, then goes on.
  func dropToLeave(then goOn: @escaping @MainActor () -> Void)
}

extension EditorInput {
  package func saveToLeave(then goOn: @escaping @MainActor () -> Void) {
    saveToLeave(isAsked: false, then: goOn)
  }
}

/// What the editor reports to its parent.
@MainActor
package protocol EditorOutput: AnyObject {
  /// After a rename it is also called with the old name, which no longer exists.
  func editorDidSave(_ note: NoteID)
}
