package import Terminal
import VaultSettings
package import Viper

/// Makes the settings' screen.
@MainActor
package struct SettingsBuilder {
  private let cases: SettingsCases
  private let work: Work

  package init(cases: SettingsCases, work: Work) {
    self.cases = cases
    self.work = work
  }

  /// `first` is the name of the setting that is chosen.
  package func make(
    at first: String? = nil, wireframe: any SettingsWireframe
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
