import Viper

/// Turns commands into new values, and settings into rows.
@MainActor
final class SettingsPresenter: ListPresenter {
  weak var view: (any SettingsView)? { didSet { view?.show(state) } }

  private let interactor: SettingsInteractor
  private let wireframe: any SettingsWireframe
  var route: RouteHandle?
  var state = SettingsState()
  private var settings: [SettingItem] = []
  private var problems: [String] = []
  /// The name of the setting to select once they are read.
  private var first: String?

  init(
    interactor: SettingsInteractor, wireframe: any SettingsWireframe, first: String? = nil
  ) {
    self.first = first
    self.interactor = interactor
    self.wireframe = wireframe
    interactor.output = self
  }

  private var count: Int { settings.count + problems.count }

  private var selected: SettingItem? {
    state.selected.flatMap { settings.indices.contains($0) ? settings[$0] : nil }
  }

  private func select(_ index: Int) {
    state.select(index)
    state.details = details
  }

  private var details: [String] {
    guard let index = state.selected else { return [] }
    guard let setting = selected else { return [problems[index - settings.count]] }
    return SettingsWords.details(
      of: setting, choices: setting.choices, effect: wireframe.effect(of: setting.name))
  }
}

// MARK: - Changes

extension SettingsPresenter {
  /// Switches between two choices, asks with a list of more, else asks for a line.
  private func edit() {
    guard let setting = selected, let choices = setting.choices, choices.count > 2 else {
      return change(by: 1)
    }
    // List the current value first, so that Enter leaves it unchanged.
    let now = choices.filter { $0 == setting.value }
    let ordered = now + choices.filter { $0 != setting.value }
    wireframe.ask(.list(setting.name, "", of: ordered)) { [weak self] number in
      self?.wireframe.show(ordered[number], of: setting.name)
    } then: { [weak self] answer in
      guard let self else { return }
      if let number = answer.number {
        set(setting, to: ordered[number])
      } else {
        wireframe.endShowing()
      }
    }
  }

  private func change(by steps: Int) {
    guard let setting = selected else { return }
    guard let choices = setting.choices, !choices.isEmpty else { return ask(setting) }
    let now = setting.value.flatMap(choices.firstIndex)
    let next = now.map { ($0 + steps) % choices.count } ?? 0
    set(setting, to: choices[next < 0 ? next + choices.count : next])
  }

  private func ask(_ setting: SettingItem) {
    wireframe.ask(.value(of: setting)) { [weak self] answer in
      if case .typed(let value) = answer { self?.set(setting, to: value) }
    }
  }

  /// Sets the value in its own scope: if the vault sets it, that value changes, not the hidden one.
  private func set(_ setting: SettingItem, to value: String) {
    if setting.isOfVault {
      interactor.set(setting.name, to: value, inVault: true)
    } else {
      interactor.set(setting.name, to: value)
    }
  }

  private func toggleVault() {
    guard let setting = selected else { return }
    if !interactor.hasVault {
      showMessage(SettingsWords.noVault)
    } else if !setting.isVaultScoped {
      showMessage(SettingsWords.notOfVault(setting.name))
    } else if setting.isOfVault {
      interactor.set(setting.name, to: "", inVault: true)
    } else if let value = setting.value, !value.isEmpty {
      interactor.set(setting.name, to: value, inVault: true)
    } else {
      showMessage(SettingsWords.needsValue(setting.name))
    }
  }
}

extension SettingsPresenter: ListPresenting {
  func handle(_ command: SettingsCommand) {
    state.message = Message()
    switch command {
    case .move(let move): select(row(after: move))
    case .select(let index): select(index)
    case .edit: edit()
    case .change(let steps):
      if let setting = selected, setting.choices != nil { change(by: steps) }
    case .takeAway:
      if let setting = selected {
        if setting.isDefault {
          showMessage(SettingsWords.isNotSet(setting.name))
        } else {
          set(setting, to: "")
        }
      }
    case .toggleVault: toggleVault()
    case .reload: interactor.load()
    case .close: close()
    }
    view?.show(state)
  }

  func heading(at index: Int) -> String? {
    guard settings.indices.contains(index) else {
      return index == settings.count ? SettingsWords.problemsSection : nil
    }
    let group = settings[index].group
    return index > 0 && settings[index - 1].group == group ? nil : group
  }

  func row(at index: Int) -> SettingsRow {
    guard settings.indices.contains(index) else {
      return SettingsRow(
        name: problems[index - settings.count], value: "", origin: "", isProblem: true)
    }
    let setting = settings[index]
    return SettingsRow(
      name: setting.name, value: setting.value ?? "—",
      origin: SettingsWords.origin(of: setting))
  }
}

extension SettingsPresenter: SettingsInteractorOutput {
  func settingsLoaded(_ settings: [SettingItem], problems: [String]) {
    let groups = Dictionary(grouping: settings, by: \.groupNumber)
    self.settings = groups.keys.sorted().flatMap { groups[$0] ?? [] }
    self.problems = problems
    state.isLoading = false
    state.rowCount = count
    if let first = problems.first {
      showMessage(SettingsWords.problems(first, of: problems.count), isWarning: true)
    }
    let wanted = first.flatMap { name in self.settings.firstIndex { $0.name == name } }
    first = nil
    select(wanted ?? state.selected ?? 0)
    view?.reloadRows()
    view?.show(state)
  }

  func settingWasSet(_ setting: SettingItem) {
    guard let index = settings.firstIndex(where: { $0.name == setting.name }) else { return }
    settings[index] = setting
    showMessage(SettingsWords.wasSet(setting, effect: wireframe.effect(of: setting.name)))
    wireframe.settingDidChange(setting.name, to: setting.value) { [weak self] problem in
      self?.showMessage(problem, isWarning: true)
    }
    select(state.selected ?? 0)
    view?.reloadRows()
    view?.show(state)
  }

  func settingsFailed(_ message: String) {
    wireframe.endShowing()
    state.isLoading = false
    showMessage(message, isWarning: true)
  }
}

extension SettingsPresenter: SettingsInput {
  func settingsChanged() { interactor.load() }
}

extension SettingsPresenter: LifeCycle {
  func moduleIsReady(_ route: RouteHandle) {
    self.route = route
    view?.show(state)
    interactor.load()
  }

  func moduleWasRemoved() {
    wireframe.endShowing()
    interactor.end()
  }
}
