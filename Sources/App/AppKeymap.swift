package import Terminal

/// The app's own commands, available on every screen.
package enum AppCommand: Equatable, Sendable {
  case help
  case palette
  case settings
  case moduleTree
  case redraw
  case suspend
  case lock
  case changePassphrase
  case sync
}

package enum AppKeymap {
  /// The keys that reach the app if no module handles them.
  package static let map = Keymap<AppCommand>([
    .init(
      ["F1", "?"], .help, "the keys of this screen", words: ["help", "shortcuts"], address: "help"),
    .init(["C-p", ":"], .palette, "every command and every note, by name"),
    .init(
      [","], .settings, "settings", words: ["preferences", "options", "configuration"],
      address: "settings"),
    .init(["F12"], .moduleTree, "the live module tree"),
    .init(["C-l"], .redraw, "paint the screen again", words: ["refresh", "redraw"]),
    .init(["C-z"], .suspend, "back to the shell; fg comes back", words: ["suspend"]),
    .init(["F10", "M-z"], .lock, "lock the encrypted vault, or close locked notes"),
    .init(["M-K"], .changePassphrase, "change the encrypted vault's passphrase"),
    .init(
      ["M-y"], .sync, "sync the vault with its git remote",
      words: ["pull", "push", "fetch", "upload", "backup"]),
  ])

  static let title = "Everywhere"
  package static var table: KeyTable { map.table(titled: title) }
  /// Keys for developers of the program, left out of the help and the palette.
  static let inner: Set<String> = ["F12"]

  /// The footer's hint on every screen of an encrypted vault.
  static let lockHint = Chrome.Hint(key: "F10", word: "lock")
}
