package import Entities
package import Terminal
package import VaultSettings
package import Viper

/// Makes the sync screen. Its interactor belongs to the vault and outlives the screen.
@MainActor
package enum SyncBuilder {
  package static func make(
    interactor: SyncInteractor, clock: any WallClock,
    dateForm: @escaping @MainActor () -> DateForm = { .auto }, wireframe: any SyncWireframe
  ) -> Module<any Screen> {
    let presenter = SyncPresenter(
      interactor: interactor, wireframe: wireframe, clock: clock, dateForm: dateForm)
    let screen = SyncScreen(presenter: presenter)
    return Module(
      name: "Sync", view: screen, lifeCycle: presenter, parts: [screen, presenter, wireframe])
  }

  /// The screen's keys, for the list of all keys.
  package static var keyTables: [KeyTable] {
    [SyncKeymap.map.table]
  }
}
