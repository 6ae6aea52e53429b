import Editor
import Entities
import Links

/// Tells an editor, in its words, how the renaming of one of its headings went; others hear of the
/// notes that were rewritten.
@MainActor
final class EditorToPartRenamingAdapter: PartRenamingOutput {
  var tell: @MainActor (EditorPartRenaming) -> Void = { _ in }
  private weak var vault: VaultScope?
  let renaming: any PartRenaming

  init(vault: VaultScope, renaming: any PartRenaming) {
    self.vault = vault
    self.renaming = renaming
    renaming.output = self
  }

  func partWasRenamed(in notes: [NoteID]) {
    tell(.renamed(inNotes: notes.count))
    vault?.notesWereRewritten(notes)
  }

  func partHasItsNameBack(in notes: [NoteID]) {
    tell(.tookBack)
    vault?.notesWereRewritten(notes)
  }

  func renamingFailed(_ message: String) { tell(.failed(message)) }
}
