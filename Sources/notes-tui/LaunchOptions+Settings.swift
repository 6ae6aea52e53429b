import Services
import VaultSettings

extension LaunchOptions {
  /// Applies settings. Command line options take precedence.
  mutating func follow(_ settings: SettingValues) {
    noColor = noColor || settings[.color] == "never"
    isASCII = isASCII || settings[.ascii] == "yes"
    mouse = settings[.mouse]
  }
}
