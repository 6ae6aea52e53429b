import Editor
import Entities

/// Tells the list, and what else shows notes, that one has come back or has another text.
@MainActor
final class ChangedNoteAdapter: EditorOutput {
  private weak var vault: VaultScope?

  init(vault: VaultScope) {
    self.vault = vault
  }

  func editorDidSave(_ note: NoteID) { vault?.noteWasSaved(note) }
}
