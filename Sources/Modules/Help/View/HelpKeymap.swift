import Terminal
import Viper

/// The keys of the help itself.
enum HelpKeymap {
  static let table = Keymap<HelpCommand>([
    .init(["Esc"], .back, "drop the filter, else close the help", hint: "close"),
    .init(["q", "?", "F1"], .close, "close the help"),
    .init(["/"], .beginFilter, "filter as you type", hint: "filter"),
    .init(["Enter"], .guide, "read the guide"),
    .init(["Down", "j"], .scroll(.lines(1)), "one line down"),
    .init(["Up", "k"], .scroll(.lines(-1)), "one line up"),
    .init(["PgDn", "Space"], .scroll(.pages(1)), "one page down", hint: "more"),
    .init(["PgUp"], .scroll(.pages(-1)), "one page up"),
    .init(["C-d"], .scroll(.halfPages(1)), "half a page down"),
    .init(["C-u"], .scroll(.halfPages(-1)), "half a page up"),
    .init(["Home", "g"], .scroll(.toStart), "to the first line"),
    .init(["End", "G"], .scroll(.toEnd), "to the last line"),
  ]).titled("Help")

  /// The keys while the filter is typed, when letters are text.
  static let filter = Keymap<HelpCommand>([
    .init(["Enter"], .keepFilter, "keep the filter", hint: "keep the filter"),
    .init(["Esc"], .back, "drop the filter", hint: "clear"),
    .init(["F1"], .close, "close the help"),
    .init(["Down"], .scroll(.lines(1)), "one line down"),
    .init(["Up"], .scroll(.lines(-1)), "one line up"),
    .init(["PgDn"], .scroll(.pages(1)), "one page down"),
    .init(["PgUp"], .scroll(.pages(-1)), "one page up"),
  ]).titled("Help's filter")
}
