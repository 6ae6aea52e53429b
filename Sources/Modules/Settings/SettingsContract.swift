package import Viper

// The settings, read from top to bottom: what is shown, what can be done, who talks to whom.

/// A setting, ready to be shown.
package struct SettingItem: Equatable, Sendable {
  package var name: String
  /// Nil: nothing is set and there is no default.
  package var value: String?
  package var isDefault: Bool
  package var summary: String
  /// What holds without a setting, in words.
  var standardText = ""
  /// Nil where any text will do.
  var choices: [String]?
  /// The vault has its own value.
  var isOfVault = false
  /// Whether a vault may have its own value.
  var isVaultScoped = true
}

@MainActor
protocol SettingsInteractorOutput: AnyObject {
  func settingsLoaded(_ settings: [SettingItem], problems: [String])
  func settingWasSet(_ setting: SettingItem)
  func settingsFailed(_ message: String)
}

/// All that the screen shows apart from its rows.
struct SettingsState: ListState {
  var rowCount = 0
  var selected: Int?
  /// What the selected row means.
  var details: [String] = []
  var isLoading = true
  var message = Message()
}

/// One row, ready to be drawn.
struct SettingsRow: Equatable {
  var name: String
  var value: String
  /// Where the value comes from, if somebody set it.
  var origin: String
  /// A line of a file that could not be read.
  var isProblem = false
}

enum SettingsCommand: ListCommand {
  case move(ScrollMove)
  case select(Int)
  /// The other choice of two, a list of more, or a line to type.
  case edit
  case change(Int)
  case takeAway
  /// Gives the vault a value of its own, or takes that away.
  case toggleVault
  case reload
  case close

  static var activate: Self? { .edit }
}

typealias SettingsView = ListView<SettingsState>
typealias SettingsPresenting = ListPresenting<SettingsState, SettingsCommand, SettingsRow>

/// The screens that this module can open.
@MainActor
package protocol SettingsWireframe: Asking {
  /// The same as `ask`; `selecting` hears the number of each choice that is selected before one is taken.
  func ask(
    _ question: Question, selecting: @escaping @MainActor (Int) -> Void,
    then answer: @escaping @MainActor (Answer) -> Void)
  /// Shows what a value looks like, where it has a look, before it is set.
  func show(_ value: String, of name: String)
  /// All looks as before `show` again.
  func endShowing()
  /// When a new value is followed, in words: “in effect now”.
  func effect(of name: String) -> String
  /// This holds from now on. Tells what is wrong with it, if something is.
  func settingDidChange(
    _ name: String, to value: String?, then tell: @escaping @MainActor (String) -> Void)
}
