import OpenVault
import Services
import Trash
import Viper

extension Wireframe {
  func trash() -> Route {
    Route("Trash") {
      TrashBuilder(
        cases: TrashCases(vault.services.store), work: container.work, date: container.date
      ).make(wireframe: AskingRoutes(wireframe: self), didRestore: vault.noteWasSaved)
    }
  }
}
