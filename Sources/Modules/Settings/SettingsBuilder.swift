package import Terminal
package import Viper

/// Makes the settings screen.
@MainActor
package enum SettingsBuilder {
  /// Makes the module. `first` is the name of the setting to select.
  package static func make(
    cases: SettingsCases, work: Work, at first: String? = nil, wireframe: any SettingsWireframe
  ) -> (module: Module<any Screen>, input: any SettingsInput) {
    let interactor = SettingsInteractor(cases: cases, work: work)
    let presenter = SettingsPresenter(
      interactor: interactor, wireframe: wireframe, first: first)
    let screen = SettingsScreen(presenter: presenter)
    let module = Module<any Screen>(
      name: "Settings", view: screen, lifeCycle: presenter,
      parts: [screen, presenter, interactor, wireframe])
    return (module, presenter)
  }

  /// The screen's keys, for the list of all keys.
  package static var keyTables: [KeyTable] {
    [SettingsKeymap.map.table]
  }
}
