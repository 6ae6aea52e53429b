import Entities
import TextEngine
import Viper

/// The text of one note: edits it by commands, reads it from its file and saves it.
///
/// The `document` is the text. Four types work on it: `NoteOpening` reads it, `NoteSaving` saves it,
/// `UnsavedText` stores it until then, and `FileFollowing` merges what others write. The presenter's view
/// of it is in `+Border`; questions to the vault are `EditorRequest`s.
@MainActor
package final class EditorInteractor {
  let document: EditorDocument
  let unsaved: UnsavedText
  let opening: NoteOpening
  let saving: NoteSaving
  let following: FileFollowing
  /// The person opened the note read-only.
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
