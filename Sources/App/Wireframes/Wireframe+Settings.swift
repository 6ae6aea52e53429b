import Prompt
import Services
import Settings
import Viper

extension Wireframe {
  /// Nil where nobody keeps settings.
  func settings() -> Route? {
    let preferences = container.preferences
    guard let store = preferences.store else { return nil }
    return Route("Settings") {
      let routes = SettingsRoutes(wireframe: self)
      let vault = container.vault.flatMap { preferences.store(of: $0.id) }
      return SettingsBuilder(store: store, vault: vault, work: container.work)
        .make(wireframe: routes, output: routes)
    }
  }
}

/// Where the settings can go, and who follows them.
@MainActor
final class SettingsRoutes: SettingsWireframe, SettingsOutput {
  private let wireframe: Wireframe
  private var questionAdapter: AnyObject?

  init(wireframe: Wireframe) {
    self.wireframe = wireframe
  }

  func askForValue(of name: String, now value: String, answer: any SettingsAnswers) {
    let request = PromptRequest(
      id: "setting", title: name, text: "The value; none is the default:",
      kind: .line(initial: value))
    questionAdapter = wireframe.ask(request, for: answer as AnyObject) { target, reply in
      if case .typed(let value) = reply { (target as? any SettingsAnswers)?.valueWasTyped(value) }
    }
  }

  func choices(of name: String) -> [String]? {
    name == SettingName.theme.rawValue ? wireframe.container.preferences.themes.names() : nil
  }

  func effect(of name: String) -> String {
    switch SettingName(rawValue: name) {
    case .theme, .colour, .dateForm: "at once"
    case .wrap, .lineNumbers: "for notes that are opened from now on"
    case .newNoteFolder: "for the next new note"
    case .dailyFolder, .dailyFormat, .dailyTemplate: "at once"
    case .templateFolder: "at once, in the agenda when it is opened again"
    case .weekStart: "for the agenda and the statistics when they are opened again"
    case .listOrder: "from the next start, for vaults whose list was never ordered"
    case .taskNote: "for places with tasks that are opened from now on"
    default: "from the next start"
    }
  }

  func settingDidChange(_ name: String, to value: String?) -> String? {
    guard let setting = SettingName(rawValue: name) else { return nil }
    let preferences = wireframe.container.preferences
    preferences.change(setting, to: value)
    guard setting == .theme || setting == .colour || setting == .dateForm else { return nil }
    let (theme, problems) = preferences.theme()
    // Everything is drawn anew with it, the dates too.
    wireframe.router.use(theme)
    return setting == .dateForm ? nil : problems.first
  }
}
