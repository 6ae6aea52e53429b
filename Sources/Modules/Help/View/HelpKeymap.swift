import Terminal

/// The keys of the help itself.
enum HelpKeymap {
  static let table = Keymap<HelpCommand>([
    .init(["Esc", "q", "?", "F1"], .close, "close the help", hint: "close"),
    .init(["Down", "j"], .scroll(1), "one line down"),
    .init(["Up", "k"], .scroll(-1), "one line up"),
    .init(["PgDn", "Space"], .page(1), "one page down", hint: "more"),
    .init(["PgUp"], .page(-1), "one page up"),
    .init(["Home", "g"], .toStart, "to the first line"),
    .init(["End", "G"], .toEnd, "to the last line"),
  ])
}
