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

  /// `output` is not kept alive.
  package func makeInteractor(output: any SettingsInteractorOutput) -> any SettingsInteracting {
    let interactor = SettingsInteractor(store: store, work: work)
    interactor.output = output
    return interactor
  }
}
