package import Entities
import Services
package import Terminal
package import VaultSettings
package import Viper

/// Makes what finds notes. It needs the use cases, and a clock to write dates by.
@MainActor
package enum SearchBuilder {
  /// `memory` says what is looked for at first, and keeps it for the next time.
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

  /// What its keys do, for a list of all keys.
  package static var keyTables: [KeyTable] { [SearchKeymap.map.table, SearchKeymap.saved.table] }
}
