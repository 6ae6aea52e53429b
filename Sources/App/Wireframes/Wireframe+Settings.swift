import Settings
import Terminal
import VaultSettings
import Viper

extension Wireframe {
  /// Returns the route to the settings; nil without a settings store. `first` is the selected one.
  func settings(at first: SettingName? = nil) -> Route? {
    let preferences = container.preferences
    guard let store = preferences.store else { return nil }
    return Route("Settings") {
      let vault = container.vault.flatMap { preferences.store(of: $0.id) }
      let built = SettingsBuilder.make(
        cases: SettingsCases(store, vault: vault, look: settingsLook), work: container.work,
        at: first?.rawValue, wireframe: SettingsRoutes(wireframe: self))
      app.configuration.settingsScreen = built.input
      return built.module
    }
  }

  private var settingsLook: SettingsLook {
    let (look, keys) = (container.preferences.look(), app.configuration.keyProblems)
    var files = SettingsLook()
    files.themes = look.themes.names
    files.problems = { look.load(by: $0).problems + keys.all }
    return files
  }
}

/// The routes of the settings, and the application of new values.
private final class SettingsRoutes: Routes, SettingsWireframe {
  /// The theme to restore after the preview of another one.
  private var themeBefore: Theme?
  /// Drops all loaded themes but the last requested one.
  private let latest = Latest()
  private lazy var scope = wireframe.container.work.scope()

  func effect(of name: String) -> String { SettingName(rawValue: name)?.effect ?? "" }

  func ask(
    _ question: Question, selecting: @escaping @MainActor (Int) -> Void,
    then answer: @escaping @MainActor (Answer) -> Void
  ) {
    wireframe.ask(question, selecting: selecting, then: answer)
  }

  func show(_ value: String, of name: String) {
    guard name == SettingName.theme.rawValue else { return }
    themeBefore = themeBefore ?? wireframe.router.theme
    follow(wireframe.container.preferences.look(named: value))
  }

  func endShowing() {
    guard let theme = themeBefore else { return }
    themeBefore = nil
    latest.forget()
    wireframe.router.use(theme)
  }

  /// Loads a theme and applies it.
  private func follow(
    _ look: Look, then tell: @escaping @MainActor (String) -> Void = { _ in }
  ) {
    scope.run(
      { look.load() },
      then: latest.only { [router = wireframe.router] loaded in
        guard case .success(let (theme, problems)) = loaded else { return }
        router.use(theme)
        if let problem = problems.first { tell(problem) }
      })
  }

  func settingDidChange(
    _ name: String, to value: String?, then tell: @escaping @MainActor (String) -> Void
  ) {
    guard let setting = SettingName(rawValue: name) else { return }
    let preferences = wireframe.container.preferences
    preferences.change(setting, to: value)
    if setting == .keymap { wireframe.app.configuration.useKeymap() }
    if setting == .theme || setting == .color {
      themeBefore = nil
      follow(preferences.look(), then: tell)
    } else if setting == .dateForm {
      // Draw everything again, for the dates.
      wireframe.router.use(wireframe.router.theme)
    }
  }
}
