import Entities
import Imports
import OpenVault
import Services
import Viper

extension Wireframe {
  /// Nil where nothing comes into the vault.
  func imports(_ source: NotePath? = nil) -> Route? {
    let (vault, services) = (vault, vault.services)
    guard let imports = services.exchange.imports else { return nil }
    return Route("Imports") {
      ImportsBuilder(imports: imports, work: container.work).make(
        source, wireframe: ImportsRoutes(wireframe: self),
        undoing: ImportUndoing(services, clock: container.clock)
      ) { [weak vault] notes in vault?.notesWereRewritten(notes) }
    }
  }
}

/// Where an import can go.
@MainActor
final class ImportsRoutes: Routes, ImportsWireframe {
  let wireframe: Wireframe

  init(wireframe: Wireframe) { self.wireframe = wireframe }

  func open(_ note: NoteID) { openNote(note) }

  func path(typed: String) -> NotePath {
    wireframe.container.outside?.path(typed: typed) ?? NotePath(typed)
  }
}
