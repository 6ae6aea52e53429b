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
      let builder = PropertiesBuilder(
        cases: PropertyEditing(vault.services, clock: container.clock), work: container.work)
      let built = builder.make(
        of: notes, wireframe: PropertiesRoutes(wireframe: self),
        didChange: vault.notesWereRewritten)
      vault.watch.add(built.input)
      return built.module
    }
  }
}

/// What the form of properties needs of other modules.
@MainActor
final class PropertiesRoutes: Routes, PropertiesWireframe {
  let wireframe: Wireframe

  init(wireframe: Wireframe) { self.wireframe = wireframe }

  func saveEditors(then goOn: @escaping @MainActor () -> Void) {
    wireframe.vault.desk.saveAll(then: goOn)
  }
}
