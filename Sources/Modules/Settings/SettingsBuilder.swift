import Services
package import Terminal
package import VaultSettings
package import Viper

/// Makes what knows the settings. It needs their file; with that of a vault, the vault may say some of
/// them for itself.
@MainActor
package struct SettingsBuilder {
  private let store: any SettingsStore
  private let vault: (any SettingsStore)?
  private let work: Work

  package init(store: any SettingsStore, vault: (any SettingsStore)? = nil, work: Work) {
    self.store = store
    self.vault = vault
    self.work = work
  }

  /// `first` is the name of the setting that is chosen.
  package func make(
    at first: String? = nil, wireframe: any SettingsWireframe
  ) -> Module<any Screen> {
    let interactor = makeInteractor()
    let presenter = SettingsPresenter(
      interactor: interactor, wireframe: wireframe, first: first)
    let screen = SettingsScreen(presenter: presenter)
    return Module(
      name: "Settings", view: screen, lifeCycle: presenter,
      parts: [screen, presenter, interactor, wireframe])
  }

  /// The business alone, for the command line.
  package func makeInteractor() -> any SettingsInteracting {
    SettingsInteractor(store: store, vault: vault, work: work)
  }

  /// What its keys do, for a list of all keys.
  package static var keyTables: [KeyTable] {
    [SettingsKeymap.map.table]
  }
}
