package import Entities
package import Services
package import Terminal
package import Viper

/// Makes the form of properties. It needs the services of a vault that read and change notes, and a clock
/// that says which day is meant by “fri”.
@MainActor
package struct PropertiesBuilder {
  private let services: PropertiesServices
  private let work: Work

  package init(_ vault: VaultServices, clock: any WallClock, work: Work) {
    services = PropertiesServices(
      store: vault.store, texts: vault.texts, index: vault.index, links: vault.queries.links,
      rewriting: vault.rewriting, foreign: vault.foreign, tasks: vault.tasks.texts, clock: clock)
    self.work = work
  }

  /// `notes` is asked off the main actor: they may be many.
  package func make(
    of notes: @escaping @Sendable () -> [NoteID], wireframe: any PropertiesWireframe,
    didChange: @escaping @MainActor ([NoteID]) -> Void
  ) -> (module: Module<any Screen>, input: any VaultListener) {
    let interactor = PropertiesInteractor(of: notes, services: services, work: work)
    let presenter = PropertiesPresenter(
      interactor: interactor, wireframe: wireframe, didChange: didChange)
    let screen = PropertiesScreen(presenter: presenter)
    let module = Module<any Screen>(
      name: "Properties", view: screen, lifeCycle: presenter,
      parts: [screen, presenter, interactor, wireframe])
    return (module, presenter)
  }

  /// What its keys do, for a list of all keys.
  package static var keyTables: [KeyTable] {
    [PropertiesKeymap.rows.table, PropertiesKeymap.line.table]
  }
}
