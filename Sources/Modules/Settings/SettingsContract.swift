// The person's settings. It has no view yet: the command line shows and changes them.

/// A setting, ready to be shown.
package struct SettingItem: Equatable, Sendable {
  package var name: String
  /// Nil: nothing is set and there is no default.
  package var value: String?
  package var isDefault: Bool
  package var summary: String
}

@MainActor
package protocol SettingsInteracting: AnyObject {
  /// Weak: whoever presents holds its interactor.
  var output: (any SettingsInteractorOutput)? { get set }
  func load()
  func load(_ name: String)
  /// An empty value takes the setting away.
  func set(_ name: String, to value: String)
  /// Nothing is told after this.
  func end()
}

@MainActor
package protocol SettingsInteractorOutput: AnyObject {
  func settingsLoaded(_ settings: [SettingItem], problems: [String])
  func settingWasSet(_ setting: SettingItem)
  func settingIsUnknown(_ name: String, known: [String])
  func settingsFailed(_ message: String)
}
