package import Viper

// The settings: the screen's state, its commands and its protocols.

/// A setting, as display values.
package struct SettingItem: Equatable, Sendable {
  package var name: String
  /// The effective value; nil if none is set and there is no default.
  package var value: String?
  package var isDefault: Bool
  package var summary: String
  /// A description of the default.
  var standardText = ""
  /// The valid values; nil if any text is valid.
  var choices: [String]?
  /// Whether the vault sets the value.
  var isOfVault = false
  /// Whether a vault may have its own value.
  var isVaultScoped = true
  /// The name of its group, and the group's number.
  var group = ""
  var groupNumber = 0
}

@MainActor
protocol SettingsInteractorOutput: AnyObject {
  func settingsLoaded(_ settings: [SettingItem], problems: [String])
  func settingWasSet(_ setting: SettingItem)
  func settingsFailed(_ message: String)
}

/// The screen's state, without its rows.
struct SettingsState: ListState {
  var rowCount = 0
  var selected: Int?
  /// The explanation of the selected row.
  var details: [String] = []
  var isLoading = true
  var message = Message()
}

/// A row as display values.
struct SettingsRow: Equatable {
  var name: String
  var value: String
  /// Who set the value, if it is not the default.
  var origin: String
  /// Whether the row is an unreadable line of a file.
  var isProblem = false
}

enum SettingsCommand: ListCommand {
  case move(ScrollMove)
  case select(Int)
  /// Switches between two choices, shows a list of more, or asks for a line.
  case edit
  case change(Int)
  case takeAway
  /// Gives the vault a value of its own, or removes it.
  case toggleVault
  case reload
  case close

  static var activate: Self? { .edit }
}

typealias SettingsView = ListView<SettingsState>
typealias SettingsPresenting = ListPresenting<SettingsState, SettingsCommand, SettingsRow>

/// The module, for the part that follows the files of the settings.
@MainActor
package protocol SettingsInput: AnyObject {
  /// Shows the settings as they are in their files now.
  func settingsChanged()
}

/// The screens that this module can open.
@MainActor
package protocol SettingsWireframe: Asking {
  /// Asks. `selecting` gets the number of each choice that is selected before the answer.
  func ask(
    _ question: Question, selecting: @escaping @MainActor (Int) -> Void,
    then answer: @escaping @MainActor (Answer) -> Void)
  /// Previews a value before it is set, if it can be seen.
  func show(_ value: String, of name: String)
  /// Ends the preview.
  func endShowing()
  /// Returns when a new value takes effect: “in effect now”.
  func effect(of name: String) -> String
  /// Applies the new value, and reports a problem with it, if there is one.
  func settingDidChange(
    _ name: String, to value: String?, then tell: @escaping @MainActor (String) -> Void)
}
