package import Services
package import Terminal
package import VaultSettings
package import Viper

/// Makes what finds notes. It needs the search, a place for searches with a name, and a clock that
/// says what “today” is.
@MainActor
package struct SearchBuilder {
  private let notes: any NoteSearch
  private let searches: StoredValue<[SavedSearch]>
  private let clock: any WallClock
  private let work: Work
  private let dateForm: @MainActor () -> DateForm

  package init(
    notes: any NoteSearch, searches: StoredValue<[SavedSearch]>, clock: any WallClock, work: Work,
    dateForm: @escaping @MainActor () -> DateForm = { .auto }
  ) {
    self.notes = notes
    self.searches = searches
    self.clock = clock
    self.work = work
    self.dateForm = dateForm
  }

  /// `memory` says what is looked for at first, and keeps it for the next time.
  package func make(
    memory: SearchMemory, wireframe: any SearchWireframe
  ) -> (module: Module<any Screen>, input: any VaultListener) {
    let interactor = makeInteractor()
    let presenter = SearchPresenter(
      interactor: interactor, wireframe: wireframe, clock: clock, dateForm: dateForm,
      memory: memory)
    let screen = SearchScreen(presenter: presenter)
    let module = Module<any Screen>(
      name: "Search", view: screen, lifeCycle: presenter,
      parts: [screen, presenter, interactor, wireframe])
    return (module, presenter)
  }

  /// The business alone, for the command line.
  package func makeInteractor() -> any SearchInteracting {
    SearchInteractor(notes: notes, searches: searches, clock: clock, work: work)
  }

  /// What its keys do, for a list of all keys.
  package static var keyTables: [KeyTable] { [SearchKeymap.map.table, SearchKeymap.saved.table] }
}
