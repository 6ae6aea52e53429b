import Lists
import Terminal

enum {{Name}}Keymap {
  static let map = Keymap<{{Name}}Command>(
    [.init(["Enter"], .open, "open the note", hint: "open")]
      + Keymap.rows(of: "note", {{Name}}Command.move)
      + [.init(["Esc", "q"], .close, "go back", hint: "back")]
  ).titled("{{Words}}").finding("note")
}
