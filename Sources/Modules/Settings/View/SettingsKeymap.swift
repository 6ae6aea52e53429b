import Lists
import Terminal

enum SettingsKeymap {
  static let map = Keymap<SettingsCommand>(
    [
      .init(["Enter", "Space"], .edit, "choose or type the value", hint: "change"),
      .init(["Right", "l"], .change(1), "next choice"),
      .init(["Left", "h"], .change(-1), "choice before"),
      .init(["d", "Del"], .takeAway, "back to the default", hint: "default"),
      .init(["v"], .toggleVault, "give this vault a value of its own, or none", hint: "vault"),
    ] + Keymap.rows(of: "setting", SettingsCommand.move) + [
      .init(["F5"], .reload, "read the files again"),
      .init(["Esc", "q"], .close, "go back", hint: "back"),
    ]
  ).titled("Settings").finding("setting")
}
