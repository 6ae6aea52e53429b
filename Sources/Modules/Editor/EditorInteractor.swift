import Entities
import TextEngine
import Viper

/// One note's text: what commands do to it, and how it comes from its file and goes back.
///
/// The `document` is the text. Four types work on it, and know of each other only what they are made
/// with: `NoteOpening` reads it, `NoteSaving` saves it, `UnsavedText` stores it until then, and
/// `FileFollowing` brings in what others write. What the presenter sees of it is in `+Border`; what only
/// asks something of the vault is an `EditorRequest`.
@MainActor
package final class EditorInteractor {
  let document: EditorDocument
  let unsaved: UnsavedText
  let opening: NoteOpening
  let saving: NoteSaving
  let following: FileFollowing
  /// The person opened it to read.
  let opensReadOnly: Bool
  /// Runs a shell command, and ends it.
  var filtering: WorkScope?

  init(
    opening note: EditorOpening, part: String? = nil, isReadOnly: Bool = false,
    services: Services
  ) {
    opensReadOnly = isReadOnly
    document = EditorDocument(opening: note, part: part, services: services)
    unsaved = UnsavedText(document)
    opening = NoteOpening(document, unsaved)
    saving = NoteSaving(document, unsaved)
    following = FileFollowing(document, unsaved)
    opening.onEnd = { [saving] in saving.readingEnded(isWhole: $0) }
    saving.onEnd = { [following] in following.saveEnded(succeeded: $0) }
  }

  var output: (any EditorInteractorOutput)? {
    get { document.output }
    set { document.output = newValue }
  }

  // MARK: - The text

  var services: Services { document.services }
  var scope: WorkScope { document.scope }
  var session: EditorSession {
    _read { yield document.session }
    _modify { yield &document.session }
  }
  var text: Rope { document.session.text }
  var note: NoteID? { document.note }
  var revision: Int { document.revision }
  var isLoaded: Bool { document.isLoaded }
  var isDirty: Bool { document.isDirty }
}
