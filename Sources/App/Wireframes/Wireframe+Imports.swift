import Entities
import Imports
import OpenVault
import Services

extension Wireframe {
  /// Returns the route to imports; nil if the vault cannot import notes.
  func imports(_ source: NotePath? = nil) -> Route? {
    let (vault, services) = (vault, vault.services)
    guard let imports = services.exchange.imports else { return nil }
    return Route("Imports") {
      ImportsBuilder.make(
        imports: imports, work: container.work, bringing: source,
        wireframe: ImportsRoutes(wireframe: self),
        undoing: ImportUndoing(services, clock: container.clock)
      ) { [weak vault] notes in vault?.notesWereRewritten(notes) }
    }
  }
}

/// The routes of imports.
private final class ImportsRoutes: Routes, ImportsWireframe {
  func open(_ note: NoteID) { openNote(note) }

  func path(typed: String) -> NotePath {
    wireframe.container.outside?.path(typed: typed) ?? NotePath(typed)
  }
}
