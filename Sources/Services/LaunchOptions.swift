package import Entities

/// The options from the command line with which the screen opens.
package struct LaunchOptions: Equatable, Sendable {
  /// The folder to open, as an absolute path; nil to ask the user.
  package var vault: NotePath?
  /// The folder as it was typed, if it is a separate word and no option's value.
  package var operand: String?
  /// An address in the vault: `notes://editor/PLAN`.
  package var place: String?
  package var tracesModules = false
  /// Borders and signs in plain ASCII.
  package var isASCII = false
  package var noColor = false
  /// Whether to use the mouse: “yes”, “no”, or anything else for only where it does no harm.
  package var mouse: String?
  /// The theme to use instead of the setting.
  package var theme: String?
  /// The editor's keys instead of the setting.
  package var keymap: KeymapName?
  /// The vault was just made, for a first-time user.
  package var isFirstUse = false
  /// Nothing in the folder is changed.
  package var isReadOnly = false
  /// The settings file; nil for the usual one.
  package var settings: NotePath?
  /// A fixed time at which no timer runs: for scripts and pictures.
  package var frozenClock: CivilTime?

  package init() {}
}
