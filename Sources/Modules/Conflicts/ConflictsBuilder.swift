package import Services
package import Terminal
package import VaultSettings
package import Viper

/// Makes the screen. Its interactor is the vault's, which lives as long as that is open.
@MainActor
package struct ConflictsBuilder {
  private let interactor: ConflictsInteractor
  private let clock: any WallClock
  private let dateForm: @MainActor () -> DateForm

  package init(
    interactor: ConflictsInteractor, clock: any WallClock,
    dateForm: @escaping @MainActor () -> DateForm = { .auto }
  ) {
    self.interactor = interactor
    self.clock = clock
    self.dateForm = dateForm
  }

  package func make(wireframe: any ConflictsWireframe) -> Module<any Screen> {
    let presenter = ConflictsPresenter(
      interactor: interactor, wireframe: wireframe, clock: clock, dateForm: dateForm)
    let screen = ConflictsScreen(presenter: presenter)
    return Module(
      name: "Conflicts", view: screen, lifeCycle: presenter,
      parts: [screen, presenter, wireframe])
  }

  /// What its keys do, for a list of all keys.
  package static var keyTables: [KeyTable] {
    [ConflictsKeymap.map.table]
  }
}
