import Bases
import Entities
import Services
import Table
import UseCases

extension Wireframe {
  /// A base by its path or name, or all of them.
  func table(at start: TableStart? = nil) -> Route {
    Route("Table") {
      let services = vault.services
      let sources = services.queries.tables.map {
        BaseSources(tables: $0, foreign: services.foreign, clock: container.clock)
      }
      let needed = TableServices(
        sources: sources, store: services.store, files: services.files, index: services.index,
        texts: services.texts, properties: PropertyEditing(services, clock: container.clock))
      let builder = TableBuilder(
        services: needed, work: container.work, pictures: { container.pictures },
        consent: pictureConsent)
      let built = builder.make(at: start, wireframe: TableRoutes(wireframe: self)) {
        [vault] notes in vault.notesWereRewritten(notes)
      }
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
