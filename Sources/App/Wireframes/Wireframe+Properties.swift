import Entities
import Properties
import Services
import UseCases
import Viper

extension Wireframe {
  func properties(of note: NoteID) -> Route { properties(key: note.path.text) { [note] } }

  /// Of several notes at once; `notes` is asked off the main actor.
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

/// What the form of properties needs of other modules.
private final class PropertiesRoutes: Routes, PropertiesWireframe {}
