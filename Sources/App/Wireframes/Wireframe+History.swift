import Entities
import History
import OpenVault

extension Wireframe {
  func history(of note: NoteID) -> Route {
    Route("History", key: note.path.text) {
      let cases = HistoryCases(versions: vault.services.versions, store: vault.services.store)
      return watching(
        HistoryBuilder.make(
          cases: cases, clock: container.clock, work: container.work, of: note,
          wireframe: Routes(wireframe: self), didChange: vault.noteWasSaved))
    }
  }
}
