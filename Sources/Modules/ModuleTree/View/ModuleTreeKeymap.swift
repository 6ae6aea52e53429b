import Terminal
import Viper

enum ModuleTreeKeymap {
  static let table = Keymap<ModuleTreeCommand>([
    .init(["Esc", "q", "F12"], .close, "close the module tree", hint: "close"),
    .init(["r", "F5"], .reload, "read the tree again", hint: "refresh"),
    .init(["Down", "j"], .scroll(.lines(1)), "one line down"),
    .init(["Up", "k"], .scroll(.lines(-1)), "one line up"),
    .init(["PgDn", "Space"], .scroll(.pages(1)), "one page down"),
    .init(["PgUp"], .scroll(.pages(-1)), "one page up"),
    .init(["Home", "g"], .scroll(.toStart), "to the first module"),
    .init(["End", "G"], .scroll(.toEnd), "to the last module"),
  ]).titled("Modules")
}
