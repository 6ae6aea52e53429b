package import VaultSettings

/// The use cases for settings: list them, and change one for the person or for a vault. Shared by
/// the screen's interactor and the command line.
package struct SettingsCases: Sendable {
  private let store: any SettingsStore
  private let vault: (any SettingsStore)?
  private let look: SettingsLook

  /// Makes the use cases; `vault` is the store of a vault's own settings.
  package init(
    _ store: any SettingsStore, vault: (any SettingsStore)? = nil,
    look: SettingsLook = SettingsLook()
  ) {
    (self.store, self.vault, self.look) = (store, vault, look)
  }

  /// Whether an open vault has settings of its own.
  var hasVault: Bool { vault != nil }

  package func list(
    _ names: [SettingName] = SettingName.allCases
  ) async throws(SettingsError) -> SettingList {
    let (values, own) = try await values()
    let themes = names.contains(.theme) ? look.themes() : []
    return SettingList(
      items: names.map { SettingItem($0, in: values, ofVault: own, $0 == .theme ? themes : []) },
      problems: values.problems + look.problems(values))
  }

  /// Changes a setting; an empty value removes it.
  package func set(
    _ name: SettingName, to value: String, inVault: Bool = false
  ) async throws(SettingsError) -> SettingItem {
    try await (inVault ? vault ?? store : store).set(name, to: value.isEmpty ? nil : value)
    let (values, own) = try await values()
    return SettingItem(name, in: values, ofVault: own, name == .theme ? look.themes() : [])
  }

  /// Returns the effective values, and those that the vault sets.
  private func values() async throws(SettingsError) -> (all: SettingValues, own: SettingValues) {
    let all = try await store.settings()
    guard let vault else { return (all, SettingValues()) }
    let own = try await vault.settings()
    return (all.overridden(by: own), own)
  }
}

/// Checks of settings against other files. They are read when the use cases run.
package struct SettingsLook: Sendable {
  /// Returns the available themes; none if any name is valid.
  package var themes: @Sendable () -> [String] = { [] }
  /// Returns problems with those files under these settings, as sentences.
  package var problems: @Sendable (SettingValues) -> [String] = { _ in [] }

  package init() {}
}

package struct SettingList: Sendable {
  package var items: [SettingItem]
  /// The unreadable lines of the settings files.
  package var problems: [String]
}

extension SettingItem {
  fileprivate init(
    _ name: SettingName, in all: SettingValues, ofVault own: SettingValues, _ themes: [String]
  ) {
    self.init(
      name: name.rawValue, value: all[name], isDefault: all.values[name] == nil,
      summary: name.summary, standardText: name.standardText,
      choices: themes.isEmpty ? name.choices : themes,
      isOfVault: name.isVaultScoped && own.values[name] != nil,
      isVaultScoped: name.isVaultScoped, group: name.group.rawValue,
      groupNumber: SettingGroup.allCases.firstIndex(of: name.group) ?? 0)
  }
}
