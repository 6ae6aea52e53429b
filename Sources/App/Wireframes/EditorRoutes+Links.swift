import Editor
import Entities
import Links
import Services
import Viper

/// What hangs together with a note: its links on a screen, and other words for its headings and blocks
/// in all notes that link to them.
extension EditorRoutes {
  func openLinks(of note: NoteID) {
    let route = wireframe.links(of: note)
    wireframe.attempt { () throws(RouteError) in try wireframe.router.push(route) }
  }

  func rename(
    part: String, of note: NoteID, to words: String,
    then tell: @escaping @MainActor (EditorPartRenaming) -> Void
  ) {
    let adapter =
      partAdapter
      ?? EditorToPartRenamingAdapter(
        vault: wireframe.vault,
        renaming: LinksBuilder(
          links: wireframe.vault.services.links, work: wireframe.container.work
        )
        .makePartRenaming(
          changes: wireframe.vault.services.changes,
          rewriting: wireframe.vault.services.rewriting))
    partAdapter = adapter
    adapter.tell = tell
    adapter.renaming.rename(part, of: note, to: words)
  }

  func takePartNameBack() { partAdapter?.renaming.undo() }
}
