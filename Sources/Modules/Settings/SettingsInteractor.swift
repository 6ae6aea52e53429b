import Entities
import VaultSettings
import Viper

/// Reads and changes the settings for the screen.
@MainActor
final class SettingsInteractor {
  /// Weak: the presenter holds its interactor.
  weak var output: (any SettingsInteractorOutput)?
  private let cases: SettingsCases
  private let scope: WorkScope

  init(cases: SettingsCases, work: Work) {
    self.cases = cases
    scope = work.scope()
  }

  var hasVault: Bool { cases.hasVault }

  func load() {
    scope.run { [cases] in
      try await cases.list()
    } done: { [weak self] list in
      self?.output?.settingsLoaded(list.items, problems: list.problems)
    } failed: { [weak self] in
      self?.fail($0)
    }
  }

  func set(_ name: String, to value: String, inVault: Bool = false) {
    guard let name = SettingName(rawValue: name) else { return }
    scope.run { [cases] in
      try await cases.set(name, to: value, inVault: inVault)
    } done: { [weak self] in
      self?.output?.settingWasSet($0)
    } failed: { [weak self] in
      self?.fail($0)
    }
  }

  /// Ends all work; nothing is reported after this.
  func end() { scope.end() }

  private func fail(_ error: any Error) {
    output?.settingsFailed(error.explanation)
  }
}
