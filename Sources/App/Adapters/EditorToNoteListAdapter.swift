import Editor
import Entities
import NoteList

/// Tells the note list, in its own words, what an editor says in its.
@MainActor
final class EditorToNoteListAdapter: EditorOutput {
  private weak var target: (any NoteListRequiredEditorOutput)?

  init(target: any NoteListRequiredEditorOutput) {
    self.target = target
  }

  func editorDidSave(_ note: NoteID) {
    target?.noteListShouldRefresh(note)
  }

  /// Files got other names by other means than the list's own.
  func notesMoved(_ moves: [NoteMove]) {
    if !moves.isEmpty { target?.noteListShouldFollow(moves) }
  }

  /// A person who comes back to the list finds the note there that was opened over it.
  func willRead(_ note: NoteID) {
    target?.noteListShouldSelect(note)
  }
}
