import Services
import Viper

/// Reads and changes settings.
@MainActor
final class SettingsInteractor: SettingsInteracting {
  weak var output: (any SettingsInteractorOutput)?
  private let store: any SettingsStore
  private let scope: WorkScope

  init(store: any SettingsStore, work: Work) {
    self.store = store
    scope = work.scope()
  }

  func load() { load(SettingName.allCases) }

  func load(_ name: String) {
    if let setting = known(name) { load([setting]) }
  }

  func set(_ name: String, to value: String) {
    guard let setting = known(name) else { return }
    let wanted = value.isEmpty ? nil : value
    scope.run { [store] in
      try await store.set(setting, to: wanted)
      return try await store.settings()
    } then: { [weak self] result in
      switch result {
      case .success(let settings):
        self?.output?.settingWasSet(SettingItem(setting, in: settings))
      case .failure(let error): self?.fail(error)
      }
    }
  }

  func end() { scope.end() }

  private func load(_ names: [SettingName]) {
    scope.run { [store] in
      try await store.settings()
    } then: { [weak self] result in
      switch result {
      case .success(let settings):
        self?.output?.settingsLoaded(
          names.map { SettingItem($0, in: settings) }, problems: settings.problems)
      case .failure(let error): self?.fail(error)
      }
    }
  }

  private func known(_ name: String) -> SettingName? {
    if let setting = SettingName(rawValue: name) { return setting }
    output?.settingIsUnknown(name, known: SettingName.allCases.map(\.rawValue))
    return nil
  }

  private func fail(_ error: any Error) {
    output?.settingsFailed((error as? SettingsError)?.message ?? "The settings: \(error).")
  }
}

extension SettingItem {
  fileprivate init(_ name: SettingName, in settings: SettingValues) {
    self.init(
      name: name.rawValue, value: settings[name], isDefault: settings.values[name] == nil,
      summary: name.summary)
  }
}
