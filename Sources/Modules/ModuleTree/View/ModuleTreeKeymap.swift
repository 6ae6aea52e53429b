import Terminal

/// The keys of the module tree.
enum ModuleTreeKeymap {
  static let table = Keymap<ModuleTreeCommand>([
    .init(["Esc", "q", "F12"], .close, "close the module tree", hint: "close"),
    .init(["r", "F5"], .reload, "read the tree again", hint: "refresh"),
    .init(["Down", "j"], .scroll(1), "one line down"),
    .init(["Up", "k"], .scroll(-1), "one line up"),
    .init(["PgDn", "Space"], .page(1), "one page down"),
    .init(["PgUp"], .page(-1), "one page up"),
    .init(["Home", "g"], .toStart, "to the first module"),
    .init(["End", "G"], .toEnd, "to the last module"),
  ])
}
