import Bases
import Entities
import Services
import Table

extension Wireframe {
  /// A base by its path or name, or all of them.
  func table(at start: TableStart? = nil) -> Route {
    Route("Table") {
      let services = vault.services
      let sources = services.tables.map {
        BaseSources(tables: $0, foreign: services.foreign, clock: container.clock)
      }
      let built = TableBuilder(
        sources: sources, store: services.store, files: services.files, work: container.work
      ).make(at: start, wireframe: TableRoutes(wireframe: self))
      vault.watch.add(built.input)
      return built.module
    }
  }
}

/// Where a base can lead.
@MainActor
final class TableRoutes: Routes, TableWireframe {
  let wireframe: Wireframe

  init(wireframe: Wireframe) { self.wireframe = wireframe }

  func open(_ note: NoteID) { openNote(note) }
}
