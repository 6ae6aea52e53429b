package import Terminal
import VaultSettings
package import Viper

/// Makes the settings' screen.
@MainActor
package enum SettingsBuilder {
  /// `first` is the name of the setting that is chosen.
  package static func make(
    cases: SettingsCases, work: Work, at first: String? = nil, wireframe: any SettingsWireframe
  ) -> Module<any Screen> {
    let interactor = SettingsInteractor(cases: cases, work: work)
    let presenter = SettingsPresenter(
      interactor: interactor, wireframe: wireframe, first: first)
    let screen = SettingsScreen(presenter: presenter)
    return Module(
      name: "Settings", view: screen, lifeCycle: presenter,
      parts: [screen, presenter, interactor, wireframe])
  }

  /// What its keys do, for a list of all keys.
  package static var keyTables: [KeyTable] {
    [SettingsKeymap.map.table]
  }
}
