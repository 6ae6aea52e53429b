import Entities
import History
import OpenVault
import Services
import Viper

extension Wireframe {
  func history(of note: NoteID) -> Route {
    Route("History", key: note.path.text) {
      let cases = HistoryCases(versions: vault.services.versions, store: vault.services.store)
      let builder = HistoryBuilder(cases: cases, clock: container.clock, work: container.work)
      let built = builder.make(
        of: note, wireframe: AskingRoutes(wireframe: self), didChange: vault.noteWasSaved)
      vault.watch.add(built.input)
      return built.module
    }
  }
}
