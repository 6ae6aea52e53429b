package import Entities
package import Terminal
package import Viper

/// Makes the statistics screen.
@MainActor
package enum StatsBuilder {
  package static func make(
    cases: StatsCases, work: Work, weekStart: Weekday, wireframe: any StatsWireframe
  ) -> (module: Module<any Screen>, input: any VaultListener) {
    let interactor = StatsInteractor(cases: cases, work: work)
    let presenter = StatsPresenter(
      interactor: interactor, wireframe: wireframe, weekStart: weekStart)
    let screen = StatsScreen(presenter: presenter)
    let module = Module<any Screen>(
      name: "Stats", view: screen, lifeCycle: presenter,
      parts: [screen, presenter, interactor, wireframe])
    return (module, interactor)
  }

  /// The screen's keys, for the list of all keys.
  package static var keyTables: [KeyTable] { [StatsKeymap.year.table, StatsKeymap.list.table] }
}
