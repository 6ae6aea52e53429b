package import Entities
package import Terminal
package import Viper

/// Makes the screen of a note's versions.
@MainActor
package enum HistoryBuilder {
  package static func make(
    cases: HistoryCases, clock: any WallClock, work: Work, of note: NoteID,
    wireframe: any HistoryWireframe, didChange: @escaping @MainActor (NoteID) -> Void
  ) -> (module: Module<any Screen>, input: any VaultListener) {
    let interactor = HistoryInteractor(note: note, cases: cases, work: work)
    let presenter = HistoryPresenter(
      interactor: interactor, wireframe: wireframe,
      date: { [clock] in HistoryDates.text(for: $0, clock: clock) }, didChange: didChange)
    let screen = HistoryScreen(presenter: presenter)
    let module = Module<any Screen>(
      name: "History", view: screen, lifeCycle: presenter,
      parts: [screen, presenter, interactor, wireframe])
    return (module, interactor)
  }

  /// The screen's keys, for the list of all keys.
  package static var keyTables: [KeyTable] {
    [HistoryKeymap.list.table, HistoryKeymap.detail.table]
  }
}
