import Editor
import Entities
import Links
import Services
import Viper

/// Other words for a note's headings and blocks, in all notes that link to them.
extension EditorRoutes {
  func rename(
    part: String, of note: NoteID, to words: String,
    then tell: @escaping @MainActor (EditorPartRenaming) -> Void
  ) {
    let vault = wireframe.vault
    let renamer =
      partRenamer
      ?? PartRenamer(cases: LinkCases(vault.services), work: wireframe.container.work)
    partRenamer = renamer
    renamer.rename(part, of: note, to: words) { [weak vault] renaming in
      switch renaming {
      case .renamed(let notes):
        tell(.renamed(inNotes: notes.count))
        vault?.notesWereRewritten(notes)
      case .tookBack(let notes):
        tell(.tookBack)
        vault?.notesWereRewritten(notes)
      case .failed(let message): tell(.failed(message))
      }
    }
  }

  func takePartNameBack() { partRenamer?.undo() }
}
