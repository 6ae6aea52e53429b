import Entities
import OpenVault
import Table
import UseCases

extension Wireframe {
  /// Returns the route to a base by its path or name, or to the list of all bases.
  func table(at start: TableStart? = nil) -> Route {
    Route("Table") {
      let services = vault.services
      return watching(
        TableBuilder.make(
          cases: BaseCases(services, clock: container.clock),
          properties: PropertyEditing(services, clock: container.clock), files: services.files,
          work: container.work, pictures: { container.pictures }, consent: pictureConsent,
          at: start, wireframe: TableRoutes(wireframe: self), didChange: vault.notesWereRewritten))
    }
  }
}

/// The routes of bases.
private final class TableRoutes: Routes, TableWireframe {
  func open(_ note: NoteID) { openNote(note) }
}
