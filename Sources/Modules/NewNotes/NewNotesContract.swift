package import Daily
package import Entities
package import Viper

// New notes: the module's input, its reports and its routes. It has no view.

/// The requests of a vault's modules.
@MainActor
package protocol NewNotesInput: AnyObject {
  /// Opens the note of a day; nil is today.
  func openDailyNote(of day: Day?)
  /// Replaces a daily note with the one `days` later.
  func openDailyNote(_ days: Int, from note: NoteID, insteadOf route: RouteHandle)
  /// Asks for a template and makes a note; nil puts it in the folder for new notes.
  func makeNoteFromTemplate(in folder: NotePath?)
  /// Makes a note named after the current time; nil puts it in the folder for such notes.
  func makeUniqueNote(in folder: NotePath?)
  /// Asks for a template and fills it for a note with this title.
  func fillTemplate(
    titled title: String, then use: @escaping @MainActor (NoteTemplate.Filled) -> Void)
  /// Makes a note with only a title, in the folder for new notes.
  func makeNote(titled title: String)
  /// Offers to make the note that a link names; nil puts it in the folder for new notes. Returns
  /// false if no note can have that name.
  func offerNote(named name: String, in folder: NotePath?, wasTyped: Bool) -> Bool
}

@MainActor
protocol NewNotesInteractorOutput: AnyObject {
  func dailyNoteWasFound(_ note: NoteID, of day: Day)
  func noteWasMade(_ note: NoteID)
  func failed(_ failure: NewNoteFailure)
}

/// The routes and questions of this module.
@MainActor
package protocol NewNotesWireframe: Asking {
  func openDailyNote(_ note: NoteID, of day: Day)
  /// Replaces the route, unless the person has left it.
  func replace(_ route: RouteHandle, byDailyNoteOf day: Day)
  func openNote(_ plan: NotePlan)
  func showMessage(_ text: String)
}

/// Reports of this module to its parent.
@MainActor
package protocol NewNotesOutput: AnyObject {
  func newNotesDidMake(_ note: NoteID)
}
