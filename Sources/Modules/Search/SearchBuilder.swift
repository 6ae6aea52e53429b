package import Entities
package import Terminal
package import VaultSettings
package import Viper

/// Makes the search screen.
@MainActor
package enum SearchBuilder {
  /// Makes the module. `memory` holds the initial query, and saves the last one for the next time.
  package static func make(
    cases: SearchCases, clock: any WallClock, work: Work,
    dateForm: @escaping @MainActor () -> DateForm = { .auto }, memory: SearchMemory,
    wireframe: any SearchWireframe
  ) -> (module: Module<any Screen>, input: any VaultListener) {
    let interactor = SearchInteractor(cases: cases, work: work)
    let presenter = SearchPresenter(
      interactor: interactor, wireframe: wireframe, clock: clock, dateForm: dateForm,
      memory: memory)
    let screen = SearchScreen(presenter: presenter)
    let module = Module<any Screen>(
      name: "Search", view: screen, lifeCycle: presenter,
      parts: [screen, presenter, interactor, wireframe])
    return (module, presenter)
  }

  /// The search's keys, for the list of all keys.
  package static var keyTables: [KeyTable] { [SearchKeymap.map.table, SearchKeymap.saved.table] }
}
