import Entities
import History
import Services
import Viper

extension Wireframe {
  func history(of note: NoteID) -> Route {
    Route("History", key: note.path.text) {
      let routes = HistoryRoutes(wireframe: self)
      let builder = HistoryBuilder(
        versions: vault.services.versions, store: vault.services.store, clock: container.clock,
        work: container.work)
      let built = builder.make(of: note, wireframe: routes, output: routes.adapter)
      routes.link(built.input)
      vault.watch.add(routes)
      return built.module
    }
  }
}

/// Where the versions of a note can lead.
@MainActor
final class HistoryRoutes: Routes, HistoryWireframe {
  let wireframe: Wireframe
  let adapter: ChangedNoteAdapter
  private weak var history: (any HistoryInput)?

  init(wireframe: Wireframe) {
    self.wireframe = wireframe
    adapter = wireframe.vault.changedNotes
  }

  func link(_ history: any HistoryInput) {
    self.history = history
  }
}

extension HistoryRoutes: VaultListener {
  func notesChangedOutside(_ notes: Set<NoteID>) {
    if let history, notes.contains(history.note) { history.noteChangedOutside() }
  }
}
