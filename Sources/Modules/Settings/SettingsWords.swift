import Viper

// The texts and questions of the settings screen.

enum SettingsWords {
  static let problemsSection = "Problems"
  static let readingSettings = "Reading the settings…"

  static func details(
    of setting: SettingItem, choices: [String]?, effect: String
  ) -> [String] {
    let may = choices.map { ["It may be \($0.joined(separator: ", "))."] } ?? []
    let standard = setting.standardText.isEmpty ? "" : "Default: \(setting.standardText). "
    return [setting.summary] + may + ["\(standard)A change is \(effect)."]
  }

  static func origin(of setting: SettingItem) -> String {
    setting.isOfVault ? "this vault" : setting.isDefault ? "" : "set"
  }

  static func wasSet(_ setting: SettingItem, effect: String) -> String {
    let value = setting.value ?? "not set"
    let scope = setting.isOfVault ? " for this vault" : ""
    return "\(setting.name) = \(value)\(scope) (\(effect))"
  }

  static func problems(_ first: String, of count: Int) -> String {
    count == 1 ? first : "\(count) problems: see the end of this list."
  }

  static func notOfVault(_ name: String) -> String { "\(name) cannot be different for a vault." }
  static func needsValue(_ name: String) -> String {
    "Set \(name) first; v gives the vault that value then."
  }
  static func isNotSet(_ name: String) -> String { "\(name) is not set." }
  static let noVault = "No vault is open that could be given settings of its own."
}

extension Question {
  static func value(of setting: SettingItem) -> Question {
    .line(setting.name, "Value (leave empty for the default):", initial: setting.value ?? "")
  }
}
