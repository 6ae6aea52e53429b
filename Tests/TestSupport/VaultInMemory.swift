package import OpenVault
package import Services
import VaultSettings

extension VaultServices {
  /// A vault over notes in memory. `rewriting` changes several notes at once, in place of the notes' own.
  package static func inMemory(
    _ notes: MemoryNoteStore = MemoryNoteStore(), rewriting: (any NoteRewriting)? = nil,
    links: any NoteLinks = MemoryLinks(), changes: any NoteChanges = GivenChanges(),
    texts: any NoteTexts = PlainTexts()
  ) -> VaultServices {
    VaultServices(
      store: notes, versions: MemoryVersions(), journal: MemoryJournal(),
      moves: MemoryMoves(notes, rewriting: rewriting), index: MemoryIndex(notes),
      queries: .init(
        search: MemorySearch(), links: links, changes: changes, activity: NoActivity()),
      tasks: .init(index: NoTasks(), texts: BoxTexts()), texts: texts, files: MemoryFiles(),
      events: MemoryEvents(), health: MemoryHealth(), foreign: NoForeignSettings())
  }
}
