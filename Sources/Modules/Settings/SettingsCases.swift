package import VaultSettings
import Services

/// What a person does with settings: see them, and change one, for themselves or for a vault. The
/// screen's interactor and the command line both use it.
package struct SettingsCases: Sendable {
  private let store: any SettingsStore
  private let vault: (any SettingsStore)?
  private let look: SettingsLook

  /// With the store of a vault, that may say some of them for itself.
  package init(
    _ store: any SettingsStore, vault: (any SettingsStore)? = nil,
    look: SettingsLook = SettingsLook()
  ) {
    (self.store, self.vault, self.look) = (store, vault, look)
  }

  /// Whether there is a vault with settings of its own.
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

  /// An empty value takes the setting away.
  package func set(
    _ name: SettingName, to value: String, inVault: Bool = false
  ) async throws(SettingsError) -> SettingItem {
    try await (inVault ? vault ?? store : store).set(name, to: value.isEmpty ? nil : value)
    let (values, own) = try await values()
    return SettingItem(name, in: values, ofVault: own, name == .theme ? look.themes() : [])
  }

  /// What holds, and what of it the vault says.
  private func values() async throws(SettingsError) -> (all: SettingValues, own: SettingValues) {
    let all = try await store.settings()
    guard let vault else { return (all, SettingValues()) }
    let own = try await vault.settings()
    return (all.overridden(by: own), own)
  }
}

/// What files beside the settings say. They are read where the cases are awaited.
package struct SettingsLook: Sendable {
  /// The themes that there are; none where any name will do.
  package var themes: @Sendable () -> [String] = { [] }
  /// What is wrong there under these settings, as sentences for a person.
  package var problems: @Sendable (SettingValues) -> [String] = { _ in [] }

  package init() {}
}

package struct SettingList: Sendable {
  package var items: [SettingItem]
  /// The lines of the file that could not be read.
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
      isVaultScoped: name.isVaultScoped)
  }
}
