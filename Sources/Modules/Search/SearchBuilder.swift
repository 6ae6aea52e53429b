package import Services
package import Terminal
package import Viper

/// Makes what finds notes. It needs the search, and a clock that says what “today” is.
@MainActor
package struct SearchBuilder {
  private let notes: any NoteSearch
  private let clock: any WallClock
  private let work: Work

  package init(notes: any NoteSearch, clock: any WallClock, work: Work) {
    self.notes = notes
    self.clock = clock
    self.work = work
  }

  /// `memory` says what is looked for at first, and keeps it for the next time.
  package func make(
    memory: SearchMemory, wireframe: any SearchWireframe
  ) -> (module: Module<any Screen>, input: any SearchInput) {
    let interactor = makeInteractor()
    let presenter = SearchPresenter(
      interactor: interactor, wireframe: wireframe, clock: clock, memory: memory)
    let screen = SearchScreen(presenter: presenter)
    let module = Module<any Screen>(
      name: "Search", view: screen, lifeCycle: presenter,
      parts: [screen, presenter, interactor, wireframe])
    return (module, presenter)
  }

  /// The business alone, for the command line.
  package func makeInteractor() -> any SearchInteracting {
    SearchInteractor(notes: notes, clock: clock, work: work)
  }

  /// What its keys do, for a list of all keys.
  package static var keyTables: [KeyTable] { [SearchKeymap.map.table(titled: "Search")] }
}
