import Editor
import Entities
import Services
import Settings
import Synchronization
import Terminal
import VaultSettings
import Viper

/// Applies changes of the settings, the keys and the theme that were made in their files.
@MainActor
final class LiveConfiguration: ConfigurationListener {
  /// The problems with the keys, for the settings screen.
  let keyProblems = SharedProblems()
  /// The problems with the theme in use.
  var themeProblems: [String] {
    get { files.themeProblems }
    set { files.themeProblems = newValue }
  }
  /// The open settings screen.
  weak var settingsScreen: (any SettingsInput)?

  private(set) lazy var ownCommands = OwnCommandFlow(app: app)
  private unowned let app: NotesApp
  private let scope: WorkScope
  private let latest = Latest()
  /// The files as they were read last, mistakes included.
  private var files = Configuration()
  /// The vault of `files.vault`.
  private var vault: VaultID?
  /// `chosenLook` when the files were read last.
  private var lookAtLast: [String?] = []
  /// The person's own keys in force.
  private var keys: UserKeys?
  /// The key tables with which the file of keys is read, made at the first change.
  private lazy var tables = Screens.keyTables

  init(_ app: NotesApp, scope: WorkScope) {
    self.app = app
    self.scope = scope
  }

  private var preferences: Preferences { app.container.preferences }

  /// Applies the files before the first frame, when there is nothing to keep responsive.
  func begin() {
    lookAtLast = chosenLook
    let found = preferences.ownKeys { Screens.keyTables }
    (files.keys, files.person) = (found, preferences.person)
    use(found)
    let look = preferences.look(named: app.options.theme).load()
    (files.theme, files.themeProblems) = look
    app.router.use(look.theme)
    preferences.watch?.add(self)
    preferences.watch?.say = { [weak app] in app?.router.aside = $0 }
  }

  /// Returns the keys' problems, and applies the keys unless `accepts` refuses them.
  @discardableResult
  private func use(
    _ found: UserKeys?, ifAccepted accepts: (_ problems: [String]) -> Bool = { _ in true }
  ) -> [String] {
    var own = found
    let editorKeys = own?.takeVimLines() ?? EditorOwnKeys()
    let problems = own?.problems ?? []
    keyProblems.set(problems)
    guard accepts(problems) else { return problems }
    keys = found
    preferences.editorKeys = editorKeys
    app.router.ownKeys = own
    useKeymap()
    return problems
  }

  /// Applies the keys of the keymap to all screens.
  func useKeymap() {
    var keys = app.router.ownKeys
    let added = preferences.keymap.addedKeys
    if added != nil, keys == nil { keys = UserKeys() }
    keys?.added = added
    app.router.ownKeys = keys
    // Their keys must not be those of the keymap.
    ownCommands.followKeys()
  }

  func configurationMayHaveChanged() {
    if vault != app.container.vault?.id {
      vault = app.container.vault?.id
      files.vault = preferences.vault
    }
    let look = preferences.look(named: app.options.theme)
    let reader = ConfigurationReader(
      person: preferences.store, vault: vault.flatMap { preferences.store(of: $0) },
      keys: { [ownKeys = preferences.ownKeys, tables] in ownKeys { tables } },
      theme: { look.load(by: $0) }, applied: preferences.values)
    let before = ConfigurationReader.Reading(files: files, inForce: inForce)
    let writes = preferences.writes.count
    scope.run(
      { await reader.read(after: before) },
      then: latest.only { [weak self, vault] result in
        guard let self, case .success(let reading) = result, vault == app.container.vault?.id
        else { return }
        // What the settings screen has just written is not news, and is applied in a moment.
        if preferences.writes.count != writes { return configurationMayHaveChanged() }
        apply(reading, before: before)
      })
  }

  /// The settings that choose the theme.
  private var chosenLook: [String?] { [SettingName.theme, .color].map { preferences.values[$0] } }

  private var inForce: Configuration {
    Configuration(
      person: preferences.person, vault: preferences.vault, keys: keys, theme: app.router.theme,
      themeProblems: files.themeProblems)
  }

  private func apply(_ reading: ConfigurationReader.Reading, before: ConfigurationReader.Reading) {
    var news = ConfigurationNews()
    news.mistakes = reading.mistakes
    news.settings = preferences.follow(reading.inForce)
    let hasTheme = reading.inForce.theme != before.inForce.theme
    // A theme that was just chosen on a screen is no news.
    news.hasTheme = hasTheme && chosenLook == lookAtLast
    lookAtLast = chosenLook
    if hasTheme || news.settings.contains(.dateForm) {
      // This draws everything again, dates too.
      app.router.use(reading.inForce.theme)
    }
    if news.settings.contains(.keymap) { useKeymap() }
    if reading.files.keys != before.files.keys {
      let old = keys
      let problems = use(reading.files.keys) { $0.isEmpty }
      news.mistakes += problems.prefix(1)
      news.hasKeys = keys != old
      news.hasVimLines = keys?.vimLines ?? [] != old?.vimLines ?? []
    }
    files = reading.files
    if news.isEmpty { return }
    settingsScreen?.settingsChanged()
    if news.hasKeys { showHelpAgain() }
    app.router.notice = news.message
  }

  /// Shows the new keys if the help is open.
  private func showHelpAgain() {
    guard app.router.isAt(app.wireframe.help(on: nil)), let help = app.router.top else { return }
    if help.close() == nil { app.perform(.help) }
  }
}

/// Problems that the main actor finds and that are read elsewhere.
final class SharedProblems: Sendable {
  private let list = Mutex<[String]>([])

  var all: [String] { list.withLock { $0 } }
  func set(_ problems: [String]) { list.withLock { $0 = problems } }
}

/// What changed, in words.
struct ConfigurationNews {
  var mistakes: [String] = []
  var settings: [SettingName] = []
  var hasKeys = false
  var hasVimLines = false
  var hasTheme = false

  var isEmpty: Bool { mistakes.isEmpty && settings.isEmpty && !hasKeys && !hasTheme }

  var message: String {
    var sentences = mistakes.prefix(1).map { "\($0) Nothing was changed." }
    if mistakes.count > 1 { sentences.append("\(mistakes.count - 1) more; press , to see them.") }
    if !settings.isEmpty { sentences.append("Settings changed: \(settingsByEffect).") }
    if hasKeys {
      let maps = hasVimLines ? "; maps are \(SettingName.keymap.effect)" : ""
      sentences.append("Keys changed\(maps).")
    }
    if hasTheme, !settings.contains(where: { $0 == .theme || $0 == .color }) {
      sentences.append("Theme changed.")
    }
    return sentences.joined(separator: " ")
  }

  /// The names, those that have an effect now first.
  private var settingsByEffect: String {
    var groups: [(effect: String, names: [String])] = [(Self.now, [])]
    for setting in settings {
      let name = setting.rawValue
      if let group = groups.firstIndex(where: { $0.effect == setting.effect }) {
        groups[group].names.append(name)
      } else {
        groups.append((setting.effect, [name]))
      }
    }
    return groups.filter { !$0.names.isEmpty }.map { effect, names in
      names.joined(separator: ", ") + (effect == Self.now ? "" : " (\(effect))")
    }.joined(separator: "; ")
  }

  private static let now = "in effect now"
}
