import Terminal

enum {{Name}}Keymap {
  static let map = Keymap<{{Name}}Command>([
    .init(["Enter"], .open, "open the note", hint: "open"),
    .init(["j", "Down"], .move(1), "next row"),
    .init(["k", "Up"], .move(-1), "previous row"),
    .init(["Esc", "q"], .close, "go back", hint: "back"),
  ])
}
