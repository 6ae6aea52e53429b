import Services
import VaultSettings
import Viper

/// Reads and changes settings.
@MainActor
final class SettingsInteractor: SettingsInteracting {
  weak var output: (any SettingsInteractorOutput)?
  private let store: any SettingsStore
  private let vault: (any SettingsStore)?
  private let scope: WorkScope

  init(store: any SettingsStore, vault: (any SettingsStore)? = nil, work: Work) {
    self.store = store
    self.vault = vault
    scope = work.scope()
  }

  var hasVault: Bool { vault != nil }

  func load() { load(SettingName.allCases) }

  func load(_ name: String) {
    if let setting = known(name) { load([setting]) }
  }

  func set(_ name: String, to value: String) { set(name, to: value, in: store) }

  func changeForVault(_ name: String, to value: String) {
    if let vault { set(name, to: value, in: vault) }
  }

  func end() { scope.end() }

  private func set(_ name: String, to value: String, in place: any SettingsStore) {
    guard let setting = known(name) else { return }
    let wanted = value.isEmpty ? nil : value
    scope.run { [store, vault] in
      try await place.set(setting, to: wanted)
      return try await Values(store, vault)
    } then: { [weak self] result in
      switch result {
      case .success(let values): self?.output?.settingWasSet(SettingItem(setting, in: values))
      case .failure(let error): self?.fail(error)
      }
    }
  }

  private func load(_ names: [SettingName]) {
    scope.run { [store, vault] in
      try await Values(store, vault)
    } then: { [weak self] result in
      switch result {
      case .success(let values):
        self?.output?.settingsLoaded(
          names.map { SettingItem($0, in: values) }, problems: values.all.problems)
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
    output?.settingsFailed((error as? SettingsError)?.message ?? SettingsWords.failed(error))
  }
}

/// What holds, and what of it the vault says.
private struct Values: Sendable {
  var all: SettingValues
  var vault = SettingValues()

  init(_ store: any SettingsStore, _ vault: (any SettingsStore)?) async throws(SettingsError) {
    all = try await store.settings()
    guard let vault else { return }
    self.vault = try await vault.settings()
    all = all.overridden(by: self.vault)
  }
}

extension SettingItem {
  fileprivate init(_ name: SettingName, in values: Values) {
    self.init(
      name: name.rawValue, value: values.all[name], isDefault: values.all.values[name] == nil,
      summary: name.summary, standard: name.standard, standardText: name.standardText,
      choices: name.choices,
      isOfVault: name.mayBeOfVault && values.vault.values[name] != nil,
      mayBeOfVault: name.mayBeOfVault)
  }
}
