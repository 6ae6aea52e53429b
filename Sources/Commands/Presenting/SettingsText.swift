import Services
import Settings

/// Writes settings as their file would have them.
@MainActor
final class SettingsText: SettingsInteractorOutput {
  private(set) var code = ExitCode.done
  private let interactor: any SettingsInteracting
  private let request: CommandRequest
  private let output: CommandOutput
  private let results: ResultWriter

  init(
    _ interactor: any SettingsInteracting, _ request: CommandRequest, _ output: CommandOutput
  ) {
    self.interactor = interactor
    self.request = request
    self.output = output
    results = ResultWriter(request, output)
    interactor.output = self
  }

  func run() {
    let words = request.arguments.map(\.text)
    switch request.name {
    case .configSet where words.count == 2: interactor.set(words[0], to: words[1])
    case .configGet where words.count == 1: interactor.load(words[0])
    default: interactor.load()
    }
  }

  func settingsLoaded(_ settings: [SettingItem], problems: [String]) {
    for setting in settings { add(setting) { text(of: setting) } }
    results.finish()
    for problem in problems { output.message(problem) }
  }

  private func add(_ setting: SettingItem, text: () -> String) {
    results.add(
      [
        JSONMember("name", .string(setting.name)),
        JSONMember("value", .optional(setting.value)),
        JSONMember("isDefault", .bool(setting.isDefault)),
        JSONMember("summary", .string(setting.summary)),
      ], text: text)
  }

  /// `config get` gives the bare value; `config` a file that could be used as it is.
  private func text(of setting: SettingItem) -> String {
    let value = setting.value.map(output.shown)
    if request.name == .configGet { return value ?? "" }
    let line = "\(setting.name) = \(value ?? "")"
    return setting.isDefault
      ? output.dim("# \(line)   (\(output.words.fit(setting.summary)))") : line
  }

  func settingWasSet(_ setting: SettingItem) {
    add(setting) { "" }
    results.finish()
  }

  func settingIsUnknown(_ name: String, known: [String]) {
    let near = NearestName.of(name, among: known)
    output.message(
      "there is no setting “\(output.shown(name))”. "
        + (near.map { "Did you mean \($0)?" } ?? "There are \(known.joined(separator: ", "))."))
    code = .usage
  }

  func settingsFailed(_ message: String) {
    output.message(message)
    code = .failed
  }
}
