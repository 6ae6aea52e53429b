package import Entities
package import Services
package import Terminal
package import Viper

/// Makes the versions of a note. It needs the versions, the store to bring one back into, and a
/// clock to write dates by.
@MainActor
package struct HistoryBuilder {
  private let versions: any NoteVersions
  private let store: any NoteStore
  private let clock: any WallClock
  private let work: Work

  package init(
    versions: any NoteVersions, store: any NoteStore, clock: any WallClock, work: Work
  ) {
    self.versions = versions
    self.store = store
    self.clock = clock
    self.work = work
  }

  package func make(
    of note: NoteID, wireframe: any HistoryWireframe,
    didChange: @escaping @MainActor (NoteID) -> Void
  ) -> (module: Module<any Screen>, input: any VaultListener) {
    let interactor = makeInteractor(of: note)
    let presenter = HistoryPresenter(
      interactor: interactor, wireframe: wireframe, clock: clock, didChange: didChange)
    let screen = HistoryScreen(presenter: presenter)
    let module = Module<any Screen>(
      name: "History", view: screen, lifeCycle: presenter,
      parts: [screen, presenter, interactor, wireframe])
    return (module, presenter)
  }

  /// The business alone, for the command line.
  package func makeInteractor(of note: NoteID) -> any HistoryInteracting {
    HistoryInteractor(note: note, versions: versions, store: store, work: work)
  }

  /// What its keys do, for a list of all keys.
  package static var keyTables: [KeyTable] {
    [HistoryKeymap.list.table, HistoryKeymap.detail.table]
  }
}
