package import Entities

/// How the screen was asked for on the command line.
package struct LaunchOptions: Equatable, Sendable {
  /// The folder to open, as an absolute path; nil asks the person.
  package var vault: NotePath?
  /// That folder as it was written, where it is a word by itself and no option's value.
  package var operand: String?
  /// An address in it: `notes://editor/PLAN`.
  package var place: String?
  package var tracesModules = false
  /// Borders and signs in plain ASCII.
  package var isASCII = false
  package var noColour = false
  /// Whether the mouse is asked for: “yes”, “no”, else where it does no harm.
  package var mouse: String?
  /// The theme to use instead of the setting.
  package var theme: String?
  /// The editor's keys instead of the setting.
  package var keymap: KeymapName?
  /// The vault was made just now, for somebody who starts the program for the first time.
  package var isFirstUse = false
  /// Nothing in the folder is changed.
  package var isReadOnly = false
  /// The settings file; nil for the usual one.
  package var settings: NotePath?
  /// A fixed time, in which no timer runs: for scripts and pictures.
  package var frozenClock: CivilTime?

  package init() {}
}
