import Services
import Settings
import Terminal
import VaultSettings
import Viper

extension Wireframe {
  /// Nil where nobody keeps settings. `first` is the one that is chosen.
  func settings(at first: SettingName? = nil) -> Route? {
    let preferences = container.preferences
    guard let store = preferences.store else { return nil }
    return Route("Settings") {
      let vault = container.vault.flatMap { preferences.store(of: $0.id) }
      return SettingsBuilder.make(
        cases: SettingsCases(store, vault: vault), work: container.work, at: first?.rawValue,
        wireframe: SettingsRoutes(wireframe: self))
    }
  }
}

/// Where the settings can go, and who follows them.
private final class SettingsRoutes: Routes, SettingsWireframe {
  /// What is followed while another theme is only looked at.
  private var themeBefore: Theme?

  var problems: [String] {
    wireframe.container.preferences.theme().problems + (wireframe.router.ownKeys?.problems ?? [])
  }

  func choices(of name: String) -> [String]? {
    name == SettingName.theme.rawValue ? wireframe.container.preferences.themes.names() : nil
  }

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
    wireframe.router.use(wireframe.container.preferences.theme(named: value).theme)
  }

  func endShowing() {
    guard let theme = themeBefore else { return }
    themeBefore = nil
    wireframe.router.use(theme)
  }

  func settingDidChange(_ name: String, to value: String?) -> String? {
    guard let setting = SettingName(rawValue: name) else { return nil }
    let preferences = wireframe.container.preferences
    preferences.change(setting, to: value)
    if setting == .keymap { wireframe.app.useKeymap() }
    guard setting == .theme || setting == .colour || setting == .dateForm else { return nil }
    themeBefore = nil
    let (theme, problems) = preferences.theme()
    // Everything is drawn again with it, the dates too.
    wireframe.router.use(theme)
    return setting == .dateForm ? nil : problems.first
  }
}
