import Editor
import Entities
import Links

/// Tells an editor, in its words, how the renaming of one of its headings went; others hear of the
/// notes that were rewritten.
@MainActor
final class EditorToPartRenamingAdapter: PartRenamingOutput {
  private weak var target: (any EditorAnswers)?
  private weak var vault: VaultScope?
  let renaming: any PartRenaming

  init(target: any EditorAnswers, vault: VaultScope, renaming: any PartRenaming) {
    self.target = target
    self.vault = vault
    self.renaming = renaming
    renaming.output = self
  }

  func partWasRenamed(in notes: [NoteID]) {
    target?.partWasRenamed(inNotes: notes.count)
    vault?.notesWereRewritten(notes)
  }

  func partHasItsNameBack(in notes: [NoteID]) {
    target?.partHasItsNameBack()
    vault?.notesWereRewritten(notes)
  }

  func renamingFailed(_ message: String) { target?.partRenamingFailed(message) }
}
