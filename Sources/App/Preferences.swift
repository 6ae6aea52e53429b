import Editor
package import Entities
package import OwnCommands
package import Terminal
package import UseCases
package import VaultSettings

/// The themes in files.
package struct Themes: Sendable {
  package var names: @Sendable () -> [String]
  /// Loads a theme and its problems, as sentences. The standard theme replaces the invalid parts.
  package var load: @Sendable (_ name: String) -> (theme: Theme, problems: [String])

  package init(
    names: @escaping @Sendable () -> [String],
    load: @escaping @Sendable (_ name: String) -> (theme: Theme, problems: [String])
  ) {
    self.names = names
    self.load = load
  }

  /// The built-in theme only, which needs no file.
  package static var standard: Themes {
    Themes(names: { ["standard"] }, load: { _ in (.standard, []) })
  }
}

/// The settings that apply to live screens.
@MainActor
package final class Preferences {
  /// The effective values: the person's settings, overridden by those of the open vault.
  package private(set) var values: SettingValues
  package let store: (any SettingsStore)?
  /// What is written to that store and those of vaults.
  let writes = SettingsWrites()
  let themes: Themes
  /// The person's home folder; empty if it does not matter.
  let home: String
  /// The locale of the environment: `en_US.UTF-8`.
  private let locale: String?
  /// Reads the person's own keys, for these tables.
  let ownKeys: @Sendable (_ tables: () -> [KeyTable]) -> UserKeys?
  /// Reads the file of the person's own commands, and starts their programs.
  let ownCommands: @Sendable () -> OwnCommandFile?
  let ownProgram: any OwnProgramRunning
  /// Vim's lines of the same file, as parsed by the editor.
  var editorKeys = EditorOwnKeys()
  /// The person's settings, as in their file.
  private(set) var person: SettingValues
  /// The open vault's own settings, as in its file.
  private(set) var vault = SettingValues()
  /// The keymap of the command line, which overrides the setting.
  private let chosenKeymap: KeymapName?
  private let vaultStore: (VaultID) -> (any SettingsStore)?
  /// Reports changes of the configuration files; nil if they are not watched.
  package let watch: ConfigurationWatch?

  package init(
    _ person: SettingValues = SettingValues(), store: (any SettingsStore)? = nil,
    themes: Themes = .standard, keymap: KeymapName? = nil, home: String = "", locale: String? = nil,
    ownKeys: @escaping @Sendable (_ tables: () -> [KeyTable]) -> UserKeys? = { _ in nil },
    ownCommands: @escaping @Sendable () -> OwnCommandFile? = { nil },
    ownProgram: any OwnProgramRunning = OwnProgram(environment: { _ in nil }),
    vaultStore: @escaping (VaultID) -> (any SettingsStore)? = { _ in nil },
    watch: ConfigurationWatch? = nil
  ) {
    self.watch = watch
    self.person = person
    chosenKeymap = keymap
    values = person
    self.store = store.map { [writes] in CountedSettings(store: $0, writes: writes) }
    self.themes = themes
    self.home = home
    self.locale = locale
    self.ownKeys = ownKeys
    self.ownCommands = ownCommands
    self.ownProgram = ownProgram
    self.vaultStore = vaultStore
  }

  /// Applies the settings of a vault from here on.
  func enter(_ own: SettingValues) {
    vault = own
    values = overridden(by: own)
  }

  /// Applies settings that were read again; returns those that have another value now.
  func follow(_ files: Configuration) -> [SettingName] {
    var new = files.settings
    new.values[.lockAfter] = values.values[.lockAfter]
    let changed = SettingName.allCases.filter { files.settings[$0] != values[$0] }
    let old = person[.lockAfter]
    (person, vault, values) = (files.person, files.vault, new)
    // It is fixed while a vault is open, so that only a new value of the person's is news.
    return changed.filter { $0 != .lockAfter || person[.lockAfter] != old }
  }

  /// Returns the person's settings, overridden by those of a vault.
  func overridden(by own: SettingValues) -> SettingValues { person.overridden(by: own) }

  /// Returns the settings store of a vault; nil if it must not be changed.
  func store(of vault: VaultID) -> (any SettingsStore)? {
    vaultStore(vault).map { CountedSettings(store: $0, writes: writes) }
  }

  /// Applies a changed setting, except the time until locking, which is fixed when a vault is
  /// opened: an open vault's own setting must not make it later.
  func change(_ name: SettingName, to value: String?) {
    if name != .lockAfter { values.values[name] = value }
  }

  /// The brightness of the terminal's background, if known.
  var background: Background?

  /// The editor's keymap.
  var keymap: KeymapName {
    chosenKeymap ?? values[.keymap].flatMap { KeymapName(rawValue: $0) } ?? .default
  }

  /// The first day of the week.
  var weekStart: Weekday { WeekStart.weekday(set: values[.weekStart], locale: locale) }

  /// Returns the look. `name` overrides the theme setting.
  func look(named name: String? = nil) -> Look {
    Look(
      name: name, isOnLight: background == .light, themes: themes, person: person, before: values)
  }
}

/// A theme and its problems.
typealias LoadedLook = (theme: Theme, problems: [String])

/// The inputs of a theme, to be read from its file off the main actor once there is a screen.
struct Look: Sendable {
  /// The theme of the command line, which overrides the setting.
  var name: String?
  var isOnLight: Bool
  var themes: Themes
  var person: SettingValues
  /// The values that apply before the change.
  var before: SettingValues

  /// Loads the look of a vault; nil if it is the same as before.
  func of(_ vault: SettingValues) -> LoadedLook? {
    let values = person.overridden(by: vault)
    let isSame = [.theme, .color].allSatisfy { values[$0] == before[$0] }
    return isSame ? nil : load(by: values)
  }

  func load() -> LoadedLook { load(by: before) }

  func load(by values: SettingValues) -> LoadedLook {
    let wanted = name ?? values[.theme] ?? "standard"
    // The standard theme is for dark backgrounds; on a light one, “light” replaces it.
    let found = wanted == "standard" && isOnLight ? "light" : wanted
    var (theme, problems) = found == "standard" ? (Theme.standard, []) : themes.load(found)
    if values[.color] == "never" { theme = theme.withoutColor }
    return (theme, problems)
  }
}
