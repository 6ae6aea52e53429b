import Services
import VaultSettings

extension LaunchOptions {
  /// What is asked for on the command line goes before what is set.
  mutating func follow(_ settings: SettingValues) {
    noColour = noColour || settings[.colour] == "never"
    isASCII = isASCII || settings[.ascii] == "yes"
    mouse = settings[.mouse]
  }
}
