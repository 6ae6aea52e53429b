package import Entities
package import Services
package import Viper

/// The places that the editor can go to, in its own words.
@MainActor
package protocol EditorWireframe: AnyObject {
  func attachAutosave(
    to route: RouteHandle, duties: any EditorAutosaveDuties
  ) -> (any EditorRequiredAutosave)?
  /// False where it could not be opened in full; then it stays a peek.
  func commitPeek(_ route: RouteHandle) -> Bool
  /// Goes to an address: `notes://editor/PLAN`.
  func open(place: String)
  func openHistory(of note: NoteID)
  /// Comes back when the person's own editor has ended; answers with what went wrong.
  func editOutside(_ note: NoteID) -> String?
  /// Asks for a line to go to; then `lineWasTyped`.
  func askForLine(now line: Int, of count: Int, answer: any EditorAnswers)
  /// Puts a preview into the slot; nil where there can be none.
  func embedPreview(in route: RouteHandle) -> (any EditorRequiredPreview)?
  /// The slot came or went.
  func slotsMoved()
  func askToFollowLink(of note: NoteID, to target: String, answer: any EditorAnswers)
  func askAboutRecovered(kept: String, differing: Int, answer: any EditorAnswers)
  func askAboutConflict(noteNamed name: String, answer: any EditorAnswers)
  /// Shows what a question is about; then `differenceWasSeen`.
  func show(difference: [DifferenceLine], answer: any EditorAnswers)
  /// What cannot be saved may be kept for the next start, or not even that.
  func askToLeave(noteNamed name: String, isKept: Bool, answer: any EditorAnswers)
}

/// What comes back from a question that the editor asked.
@MainActor
package protocol EditorAnswers: AnyObject {
  func followLink(_ follow: Bool)
  func useRecovered(_ use: Bool)
  func keepBoth()
  /// Takes in what others wrote, with marks where both changed the same lines.
  func mergeHere()
  /// Wants to see it before deciding.
  func seeDifference()
  /// Back at the question.
  func differenceWasSeen()
  func lineWasTyped(_ line: String)
  /// Stays after all where the text cannot be kept, unless losing it was agreed to.
  func leaveUnsaved(evenIfLost: Bool)
}

/// What the editor needs of whatever decides when to save.
@MainActor
package protocol EditorRequiredAutosave: AnyObject {
  func editorTextChanged()
  func editorTextIsSaved()
}

/// What the editor needs of whatever stands in its preview slot.
@MainActor
package protocol EditorRequiredPreview: AnyObject {
  /// The text as it is typed, from its start; `line` is the first one in the editor's sight.
  func show(text: [UInt8], isCut: Bool, from line: Int, named name: String)
}

/// The places in the editor's view where other modules can stand.
package enum EditorSlot {
  package static let preview = "preview"
}

/// What is asked of the editor from time to time.
@MainActor
package protocol EditorAutosaveDuties: AnyObject {
  func keepUnsavedText()
  func saveInPassing()
}

/// What a parent can ask of the editor.
@MainActor
package protocol EditorInput: AnyObject {
  var isEdited: Bool { get }
  /// Nil while it has no file.
  var note: NoteID? { get }
  /// Someone else did something to the note's file: the text follows it where it can.
  func noteChangedOutside()
}

/// What the editor tells a parent.
@MainActor
package protocol EditorOutput: AnyObject {
  func editorDidSave(_ note: NoteID)
}
