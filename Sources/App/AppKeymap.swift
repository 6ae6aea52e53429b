package import Terminal

/// What the app does by itself, wherever the person is.
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
  /// These keys reach the app when no module took them.
  package static let map = Keymap<AppCommand>([
    .init(
      ["F1", "?"], .help, "the keys of this place", words: ["help", "shortcuts"], address: "help"),
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
  /// For those who work on the program: help and the palette do not offer it.
  static let inner: Set<String> = ["F12"]

  /// In the footer of an encrypted vault, wherever one is.
  static let lockHint = Chrome.Hint(key: "F10", word: "lock")
}
