import Entities
import History
import Preview
import Trash

/// Tells the list that a note has come back or says something else, in the list's own words.
@MainActor
final class ChangedNoteAdapter: HistoryOutput, PreviewOutput, TrashOutput {
  private weak var vault: VaultScope?

  init(vault: VaultScope) {
    self.vault = vault
  }

  func historyDidChange(_ note: NoteID) { vault?.listAdapter?.editorDidSave(note) }
  func previewDidChange(_ note: NoteID) { vault?.listAdapter?.editorDidSave(note) }
  func trashDidRestore(_ note: NoteID) { vault?.listAdapter?.editorDidSave(note) }
}
