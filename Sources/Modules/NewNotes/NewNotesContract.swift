package import Daily
package import Entities
import Services
package import Viper

// Notes that are not there yet, read from top to bottom: what others can ask for, the business, what is
// told, and where it leads. The module has no view.

/// What the modules of a vault ask for.
@MainActor
package protocol NewNotesInput: AnyObject {
  /// The note of a day; nil is today.
  func openDailyNote(of day: Day?)
  /// In place of a daily note, the one so many days later.
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

/// The business: where daily notes and new ones belong, and what they begin with.
@MainActor
protocol NewNotesInteracting: AnyObject {
  /// Weak: the presenter holds its interactor.
  var output: (any NewNotesInteractorOutput)? { get set }
  func findDailyNote(of day: Day?)
  func findDailyNote(_ days: Int, from note: NoteID, then use: @escaping @MainActor (Day) -> Void)
  func findTemplates(then use: @escaping @MainActor ([NoteTitle]) -> Void)
  func findTemplate(named name: String, then use: @escaping @MainActor (NoteID) -> Void)
  func fill(
    _ template: NoteID, titled title: String,
    then use: @escaping @MainActor (NoteTemplate.Filled) -> Void)
  func makeNote(titled title: String)
  /// The file that a link with this name would lead to; nil where there can be none.
  func path(linked name: String) -> NotePath?
  /// Under the very name that a link has, so that it leads there.
  func makeNote(at path: NotePath, in folder: NotePath?)
  func stop()
}

@MainActor
protocol NewNotesInteractorOutput: AnyObject {
  func dailyNoteWasFound(_ note: NoteID, of day: Day)
  func noteWasMade(_ note: NoteID)
  func failed(_ failure: NewNotesFailure)
}

/// Why there is nothing to open.
enum NewNotesFailure: Equatable {
  case notDaily(NoteID)
  case noTemplates(in: NotePath)
  case noTemplate(named: String)
  case other(String)
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
