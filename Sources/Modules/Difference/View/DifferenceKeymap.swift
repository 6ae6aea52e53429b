import Terminal

enum DifferenceKeymap {
  static let table = Keymap<DifferenceCommand>([
    .init(["Esc", "q", "Enter"], .close, "close the difference", hint: "close"),
    .init(["Down", "j"], .scroll(1), "one line down"),
    .init(["Up", "k"], .scroll(-1), "one line up"),
    .init(["PgDn", "Space"], .page(1), "one page down", hint: "more"),
    .init(["PgUp"], .page(-1), "one page up"),
    .init(["Home", "g"], .toStart, "to the first line"),
    .init(["End", "G"], .toEnd, "to the last line"),
  ])
}
