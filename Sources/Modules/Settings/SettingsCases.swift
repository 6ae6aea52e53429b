package import VaultSettings
import Services

/// What a person does with settings: see them, and change one, for themselves or for a vault. The
/// screen's interactor and the command line await the same.
package struct SettingsCases: Sendable {
  private let store: any SettingsStore
  private let vault: (any SettingsStore)?

  /// With the store of a vault, that may say some of them for itself.
  package init(_ store: any SettingsStore, vault: (any SettingsStore)? = nil) {
    (self.store, self.vault) = (store, vault)
  }

  /// Whether there is a vault with settings of its own.
  var hasVault: Bool { vault != nil }

  package func list(
    _ names: [SettingName] = SettingName.allCases
  ) async throws(SettingsError) -> SettingList {
    let (values, own) = try await values()
    return SettingList(
      items: names.map { SettingItem($0, in: values, ofVault: own) }, problems: values.problems)
  }

  /// An empty value takes the setting away.
  package func set(
    _ name: SettingName, to value: String, inVault: Bool = false
  ) async throws(SettingsError) -> SettingItem {
    try await (inVault ? vault ?? store : store).set(name, to: value.isEmpty ? nil : value)
    let (values, own) = try await values()
    return SettingItem(name, in: values, ofVault: own)
  }

  /// What holds, and what of it the vault says.
  private func values() async throws(SettingsError) -> (all: SettingValues, own: SettingValues) {
    let all = try await store.settings()
    guard let vault else { return (all, SettingValues()) }
    let own = try await vault.settings()
    return (all.overridden(by: own), own)
  }
}

package struct SettingList: Sendable {
  package var items: [SettingItem]
  /// The lines of the file that could not be read.
  package var problems: [String]
}

extension SettingItem {
  fileprivate init(_ name: SettingName, in all: SettingValues, ofVault own: SettingValues) {
    self.init(
      name: name.rawValue, value: all[name], isDefault: all.values[name] == nil,
      summary: name.summary, standard: name.standard, standardText: name.standardText,
      choices: name.choices, isOfVault: name.mayBeOfVault && own.values[name] != nil,
      mayBeOfVault: name.mayBeOfVault)
  }
}
