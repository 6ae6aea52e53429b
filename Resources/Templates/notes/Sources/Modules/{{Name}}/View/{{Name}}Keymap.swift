import Lists
import Terminal

enum {{Name}}Keymap {
  static let map = Keymap<{{Name}}Command>(
    [
      .init(["Enter"], .open, "open the note", hint: "open"),
      .init(["d", "Del"], .trash, "move to the trash", hint: "trash"),
      .init(["u"], .undo, "undo the last move to the trash", hint: "undo"),
    ] + Keymap.rows(of: "note", {{Name}}Command.move) + [
      .init(["F5"], .reload, "read the notes again"),
      .init(["Esc", "q"], .close, "go back", hint: "back"),
    ]
  ).titled("{{Words}}").finding("note")
}
