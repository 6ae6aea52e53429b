package import Daily
package import Entities
package import Viper

// New notes, read from top to bottom: what others can ask for, the business, its reports, and its
// routes. The module has no view.

/// What the modules of a vault ask for.
@MainActor
package protocol NewNotesInput: AnyObject {
  /// The note of a day; nil is today.
  func openDailyNote(of day: Day?)
  /// Replaces a daily note by the one `days` later.
  func openDailyNote(_ days: Int, from note: NoteID, insteadOf route: RouteHandle)
  /// After a template that is asked for; nil: in the folder for new notes.
  func makeNoteFromTemplate(in folder: NotePath?)
  /// One that is named after this moment; nil: in the folder for such notes.
  func makeUniqueNote(in folder: NotePath?)
  /// Asks for a template, and fills it for a note of this title.
  func fillTemplate(
    titled title: String, then use: @escaping @MainActor (NoteTemplate.Filled) -> Void)
  /// A note with nothing but its title, in the folder for new notes.
  func makeNote(titled title: String)
  /// Asks whether to make the note that a link names; nil: in the folder for new notes. False where no
  /// note can have that name.
  func offerNote(named name: String, in folder: NotePath?) -> Bool
}

@MainActor
protocol NewNotesInteractorOutput: AnyObject {
  func dailyNoteWasFound(_ note: NoteID, of day: Day)
  func noteWasMade(_ note: NoteID)
  func failed(_ failure: NewNoteFailure)
}

/// Where this module leads, in its own words.
@MainActor
package protocol NewNotesWireframe: Asking {
  func openDailyNote(_ note: NoteID, of day: Day)
  /// Unless the person has gone elsewhere.
  func replace(_ route: RouteHandle, byDailyNoteOf day: Day)
  func openNote(_ plan: NotePlan)
  func showMessage(_ text: String)
}

/// What this module tells its parent.
@MainActor
package protocol NewNotesOutput: AnyObject {
  func newNotesDidMake(_ note: NoteID)
}
