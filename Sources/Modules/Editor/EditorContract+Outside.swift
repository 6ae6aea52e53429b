package import Comparing
package import Daily
package import Entities
package import OpenVault
package import VaultSettings
package import Viper

/// Where the editor can go, in its own words.
@MainActor
package protocol EditorWireframe: Asking {
  func attachAutosave(
    to route: RouteHandle, duties: any EditorAutosaveDuties
  ) -> (any EditorRequiredAutosave)?
  /// False where it could not be opened in full; then it stays a peek.
  func commitPeek(_ route: RouteHandle) -> Bool
  /// Goes to an address: `notes://editor/PLAN`.
  func open(place route: String)
  /// The same for a link, which means what it means where it is written; nil for a name alone. A note
  /// that is not there can be made.
  func follow(link route: String, in home: LinkHome?)
  /// Opens an address outside; tells how that went.
  func open(address: String, then tell: @escaping @MainActor (AddressOutcome) -> Void)
  /// The editor has gone, and the person was there in the note.
  func left(_ note: NoteID, at position: NotePosition)
  /// Goes back; a note beside takes the whole window.
  func close(_ route: RouteHandle) throws(RouteError)
  func open(_ screen: EditorNoteScreen, of note: NoteID)
  /// Opens the note that was left last by going back.
  func openNoteLeftLast()
  /// With something typed there already.
  func openPalette(typing text: String)
  /// Goes on from a daily note to another one, the given number of days later.
  func openDailyNote(_ days: Int, from note: NoteID)
  /// Asks for a template, and fills it for a note of this name.
  func fillTemplate(
    forNoteNamed name: String, then use: @escaping @MainActor (NoteTemplate.Filled) -> Void)
  /// Gives a heading or a block other words, with every link to it; tells how that and its undoing went.
  func rename(
    part: String, of note: NoteID, to words: String,
    then tell: @escaping @MainActor (EditorPartRenaming) -> Void)
  /// Takes the last of these back, and tells of it in the same way.
  func takePartNameBack()
  /// Comes back when the person's own editor has ended; answers with what went wrong.
  func editOutside(_ note: NoteID) -> String?
  /// Puts a preview into the slot; nil where there can be none.
  func embedPreview(in route: RouteHandle) -> (any EditorRequiredPreview)?
  /// The keys go to the preview.
  func focusPreview()
  /// The slot came or went.
  func slotsMoved()
  /// Shows another note beside this one, at a part of it that a link names; the one in
  /// that pane is saved and closed first. Where it is this very note it gets the keys.
  func openInOtherPane(_ note: NoteID, at part: String?)
  /// The keys go to the note beside.
  func focusOtherPane()
  /// The keys come to this note.
  func takeFocus()
  /// Goes on once nothing of the note beside is left to save; not at all where that fails, which it
  /// says itself.
  func saveOtherPane(then goOn: @escaping @MainActor () -> Void)
  /// A locked note is open here from now on.
  func lockedNoteWasOpened()
  /// Locks the note, or takes its lock off; asks before. This editor is closed for it.
  func changeLock(of note: NoteID)
  /// Shows what a question is about, and goes back to it.
  func show(difference: [DifferenceLine], then goBack: @escaping @MainActor () -> Void)
}

/// A screen about the note in the editor.
package enum EditorNoteScreen: Equatable, Sendable {
  case versions, links, properties, board
}

/// How other words for a part of a note, or their undoing, went.
package enum EditorPartRenaming: Equatable, Sendable {
  case renamed(inNotes: Int)
  case tookBack
  case failed(String)
}

/// What the editor needs of whatever decides when to save.
@MainActor
package protocol EditorRequiredAutosave: AnyObject {
  func editorTextChanged()
  func editorTextIsSaved()
}

/// What the editor needs of its preview.
@MainActor
package protocol EditorRequiredPreview: AnyObject {
  /// The text as it is typed, from the line that the editor shows first.
  func show(_ text: EditorPreviewText)
}

/// The slots of the editor's view for other modules.
package enum EditorSlot {
  package static let preview = "preview"
  /// A second editor.
  package static let beside = "beside"
}

/// What is asked of the editor from time to time.
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
  /// Whether the cursor is below it, and below no later one.
  package var isCurrent: Bool
}

/// What a parent can ask of the editor.
@MainActor
package protocol EditorInput: AnyObject {
  var isEdited: Bool { get }
  /// Nil while it has no file.
  var note: NoteID? { get }
  /// Whether a locked note is open in it.
  var holdsLock: Bool { get }
  /// The offset of the cursor; nil while the note is only peeked at.
  var cursor: Int? { get }
  /// Someone else did something to the note's file: the text follows it where it can.
  func noteChangedOutside()
  /// Reads the headings of the text as it is now; none of a very large one.
  var headings: @Sendable () -> [EditorHeading] { get }
  func go(to target: EditorTarget)
  /// The same, from the note beside: the way back leads there.
  func reveal(toPart part: String?)
  /// Another editor is beside it now, or no more.
  func paneChanged(to pane: PanePosition)
  /// Saves what has to be, and goes on then; where that fails it says so, or asks, and does not.
  func saveToLeave(then goOn: @escaping @MainActor () -> Void)
}

/// What the editor tells a parent.
@MainActor
package protocol EditorOutput: AnyObject {
  /// Of a note that has another name since, this one too: there is nothing under it any more.
  func editorDidSave(_ note: NoteID)
}
