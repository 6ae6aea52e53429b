import Agenda
import Editor
import Entities
import History
import Links
import Preview
import Services
import Tags
import Trash

/// Tells the list, and whoever else shows notes, that one has come back or says something else.
@MainActor
final class ChangedNoteAdapter: EditorOutput, HistoryOutput, PreviewOutput, TrashOutput,
  LinksOutput, TagsOutput, AgendaOutput
{
  private weak var vault: VaultScope?

  init(vault: VaultScope) {
    self.vault = vault
  }

  func editorDidSave(_ note: NoteID) { vault?.listAdapter?.editorDidSave(note) }
  func historyDidChange(_ note: NoteID) { vault?.listAdapter?.editorDidSave(note) }
  func linksDidChange(_ notes: [NoteID]) { vault?.notesWereRewritten(notes) }
  func tagsDidChange(_ notes: [NoteID], moves: [NoteMove]) {
    vault?.listAdapter?.notesMoved(moves)
    vault?.notesWereRewritten(notes)
  }
  func agendaDidChange(_ notes: [NoteID]) { vault?.notesWereRewritten(notes) }
  func previewDidChange(_ note: NoteID) { vault?.listAdapter?.editorDidSave(note) }
  func trashDidRestore(_ note: NoteID) { vault?.listAdapter?.editorDidSave(note) }
}
