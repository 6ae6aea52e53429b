import OpenVault
import Trash

extension Wireframe {
  func trash() -> Route {
    Route("Trash") {
      TrashBuilder.make(
        cases: TrashCases(vault.services.store), work: container.work, date: container.date,
        wireframe: Routes(wireframe: self), didRestore: vault.noteWasSaved)
    }
  }
}
