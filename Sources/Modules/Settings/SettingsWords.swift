import Viper

// What the settings' screen asks, in words.

extension Question {
  static func value(of setting: SettingItem) -> Question {
    .line(setting.name, "Value (leave empty for the default):", initial: setting.value ?? "")
  }
}
