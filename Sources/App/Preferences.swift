import Editor
package import Entities
import Services
package import Terminal
package import VaultSettings

/// The themes that there are, in files.
package struct Themes: Sendable {
  package var names: @Sendable () -> [String]
  /// With what is wrong with it, in sentences for a person; the standard theme replaces the bad parts.
  package var load: @Sendable (_ name: String) -> (theme: Theme, problems: [String])

  package init(
    names: @escaping @Sendable () -> [String],
    load: @escaping @Sendable (_ name: String) -> (theme: Theme, problems: [String])
  ) {
    self.names = names
    self.load = load
  }

  /// The one that needs no file.
  package static var standard: Themes {
    Themes(names: { ["standard"] }, load: { _ in (.standard, []) })
  }
}

/// What the person has set, as far as the screens follow it while they live.
@MainActor
package final class Preferences {
  /// What holds now: the person's settings, and over them those of the open vault.
  package private(set) var values: SettingValues
  package let store: (any SettingsStore)?
  let themes: Themes
  /// The person's home folder; empty where it does not matter.
  let home: String
  /// What the environment says of where the person lives: `en_US.UTF-8`.
  private let locale: String?
  /// The person's own keys, for these tables.
  let ownKeys: (_ tables: () -> [KeyTable]) -> UserKeys?
  /// Vim's lines of the same file, as the editor took them.
  var editorKeys = EditorOwnKeys()
  private let person: SettingValues
  /// Of the command line, which goes before what is set.
  private let chosenKeymap: KeymapName?
  private let vaultStore: (VaultID) -> (any SettingsStore)?

  package init(
    _ person: SettingValues = SettingValues(), store: (any SettingsStore)? = nil,
    themes: Themes = .standard, keymap: KeymapName? = nil, home: String = "", locale: String? = nil,
    ownKeys: @escaping (_ tables: () -> [KeyTable]) -> UserKeys? = { _ in nil },
    vaultStore: @escaping (VaultID) -> (any SettingsStore)? = { _ in nil }
  ) {
    self.person = person
    chosenKeymap = keymap
    values = person
    self.store = store
    self.themes = themes
    self.home = home
    self.locale = locale
    self.ownKeys = ownKeys
    self.vaultStore = vaultStore
  }

  /// What a vault says for itself holds from here on.
  func enter(_ own: SettingValues) { values = overridden(by: own) }

  /// What the person has set, under what a vault says for itself.
  func overridden(by own: SettingValues) -> SettingValues { person.overridden(by: own) }

  /// The settings file of a vault; nil where it is not to be changed.
  func store(of vault: VaultID) -> (any SettingsStore)? { vaultStore(vault) }

  /// When a vault locks is set as it is opened: it may be an open vault's own setting that changed,
  /// which cannot make that later.
  func change(_ name: SettingName, to value: String?) {
    if name != .lockAfter { values.values[name] = value }
  }

  /// How light the terminal's ground is, as far as it is known.
  var background: Background?

  /// Whose keys the editor has.
  var keymap: KeymapName {
    chosenKeymap ?? values[.keymap].flatMap { KeymapName(rawValue: $0) } ?? .default
  }

  /// The day that weeks begin with.
  var weekStart: Weekday { WeekStart.weekday(set: values[.weekStart], locale: locale) }

  /// How things look. `name` goes before what is set.
  func look(named name: String? = nil) -> Look {
    Look(
      name: name, isOnLight: background == .light, themes: themes, person: person, before: values)
  }
}

/// A theme, and what is wrong with it.
typealias LoadedLook = (theme: Theme, problems: [String])

/// How things look, to be read from its file, which the main actor does not wait for once there is a screen.
struct Look: Sendable {
  /// Of the command line: it goes before what is set.
  var name: String?
  var isOnLight: Bool
  var themes: Themes
  var person: SettingValues
  /// What holds until then.
  var before: SettingValues

  /// Nil where the vault does not look otherwise than what was before.
  func of(_ vault: SettingValues) -> LoadedLook? {
    let values = person.overridden(by: vault)
    let isSame = [.theme, .colour].allSatisfy { values[$0] == before[$0] }
    return isSame ? nil : load(by: values)
  }

  func load() -> LoadedLook { load(by: before) }

  func load(by values: SettingValues) -> LoadedLook {
    let wanted = name ?? values[.theme] ?? "standard"
    // The standard theme is for a dark background; on a light one “light” replaces it.
    let found = wanted == "standard" && isOnLight ? "light" : wanted
    var (theme, problems) = found == "standard" ? (Theme.standard, []) : themes.load(found)
    if values[.colour] == "never" { theme = theme.withoutColour }
    return (theme, problems)
  }
}
