import Entities
import History
import Links
import Tags
import Trash

/// Tells the list, and whoever else shows notes, that one has come back or says something else.
@MainActor
final class ChangedNoteAdapter: HistoryOutput, TrashOutput, LinksOutput, TagsOutput {
  private weak var vault: VaultScope?

  init(vault: VaultScope) {
    self.vault = vault
  }

  func historyDidChange(_ note: NoteID) { vault?.listAdapter?.editorDidSave(note) }
  func linksDidChange(_ notes: [NoteID]) { vault?.notesWereRewritten(notes) }
  func tagsDidChange(_ notes: [NoteID]) { vault?.notesWereRewritten(notes) }
  func trashDidRestore(_ note: NoteID) { vault?.listAdapter?.editorDidSave(note) }
}
