import Services
import Trash
import VaultSettings
import Viper

extension Wireframe {
  func trash() -> Route {
    Route("Trash") {
      TrashBuilder(
        cases: TrashCases(vault.services.store), clock: container.clock, work: container.work,
        dateForm: { [container] in container.preferences.values.dateForm }
      ).make(wireframe: AskingRoutes(wireframe: self), didRestore: vault.noteWasSaved)
    }
  }
}
