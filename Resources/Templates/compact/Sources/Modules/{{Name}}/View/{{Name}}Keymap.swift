import Terminal

enum {{Name}}Keymap {
  static let map = Keymap<{{Name}}Command>([
    .init(["Esc", "q"], .close, "close", hint: "close")
  ]).titled("{{Words}}")
}
