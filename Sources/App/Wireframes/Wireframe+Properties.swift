import Entities
import Properties
import UseCases

extension Wireframe {
  func properties(of note: NoteID) -> Route { properties(key: note.path.text) { [note] } }

  /// Returns the route to the properties of several notes; `notes` is called off the main actor.
  func properties(key: String = "", of notes: @escaping @Sendable () -> [NoteID]) -> Route {
    Route("Properties", key: key) {
      return watching(
        PropertiesBuilder.make(
          cases: PropertyEditing(vault.services, clock: container.clock), work: container.work,
          of: notes, wireframe: PropertiesRoutes(wireframe: self),
          didChange: vault.notesWereRewritten))
    }
  }
}

/// The routes of the properties.
private final class PropertiesRoutes: Routes, PropertiesWireframe {}
