package import Services
package import Viper

/// Makes what knows the settings. It needs their file.
@MainActor
package struct SettingsBuilder {
  private let store: any SettingsStore
  private let work: Work

  package init(store: any SettingsStore, work: Work) {
    self.store = store
    self.work = work
  }

  package func makeInteractor() -> any SettingsInteracting {
    SettingsInteractor(store: store, work: work)
  }
}
