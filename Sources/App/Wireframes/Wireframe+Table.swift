import Entities
import OpenVault
import Services
import Table
import UseCases

extension Wireframe {
  /// A base by its path or name, or all of them.
  func table(at start: TableStart? = nil) -> Route {
    Route("Table") {
      let services = vault.services
      let builder = TableBuilder(
        cases: BaseCases(services, clock: container.clock),
        properties: PropertyEditing(services, clock: container.clock), files: services.files,
        work: container.work, pictures: { container.pictures }, consent: pictureConsent)
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
