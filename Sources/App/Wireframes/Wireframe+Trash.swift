import Services
import Trash
import Viper

extension Wireframe {
  func trash() -> Route {
    Route("Trash") {
      let routes = TrashRoutes(wireframe: self)
      return TrashBuilder(
        trash: vault.services.store, clock: container.clock, work: container.work,
        dateForm: { [container] in container.preferences.values.dateForm }
      ).make(wireframe: routes, output: routes.adapter)
    }
  }
}

/// Where the trash can go.
@MainActor
final class TrashRoutes: Routes, TrashWireframe {
  let wireframe: Wireframe
  let adapter: ChangedNoteAdapter

  init(wireframe: Wireframe) {
    self.wireframe = wireframe
    adapter = wireframe.vault.changedNotes
  }
}
