import App
import Services

extension LaunchOptions {
  /// What is asked for on the command line goes before what is set.
  mutating func follow(_ settings: SettingValues) {
    noColour = noColour || settings[.colour] == "never"
    isASCII = isASCII || settings[.ascii] == "yes"
    lockAfter = .seconds(60 * (settings[.lockAfter].flatMap { Int($0) } ?? 10))
  }
}
