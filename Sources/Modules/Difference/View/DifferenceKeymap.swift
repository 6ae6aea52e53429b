import Terminal
import Viper

enum DifferenceKeymap {
  static let table = Keymap<DifferenceCommand>([
    .init(["Esc", "q", "Enter"], .close, "close the difference", hint: "close"),
    .init(["Down", "j"], .scroll(.lines(1)), "one line down"),
    .init(["Up", "k"], .scroll(.lines(-1)), "one line up"),
    .init(["PgDn", "Space"], .scroll(.pages(1)), "one page down", hint: "more"),
    .init(["PgUp"], .scroll(.pages(-1)), "one page up"),
    .init(["Home", "g"], .scroll(.toStart), "to the first line"),
    .init(["End", "G"], .scroll(.toEnd), "to the last line"),
  ]).titled("Difference")

  /// The keys of vim's more-prompt. All other characters close the list and are keys of the text.
  static let list = Keymap<DifferenceCommand>([
    .init(["Space"], .scrollOrClose(.pages(1)), "one page down; at the end, close", hint: "more"),
    .init(["Enter"], .scrollOrClose(.lines(1)), "one line down; at the end, close"),
    .init(["PgDn", "f", "C-f"], .scroll(.pages(1)), "one page down"),
    .init(["Down", "j"], .scroll(.lines(1)), "one line down"),
    .init(["d", "C-d"], .scroll(.halfPages(1)), "half a page down"),
    .init(["Up", "k", "Backspace"], .scroll(.lines(-1)), "one line up"),
    .init(["u", "C-u"], .scroll(.halfPages(-1)), "half a page up"),
    .init(["PgUp", "b", "C-b"], .scroll(.pages(-1)), "one page up"),
    .init(["Home", "g"], .scroll(.toStart), "to the first line"),
    .init(["End", "G"], .scroll(.toEnd), "to the last line"),
    .init(["q", "Esc", "C-c"], .close, "close the list", hint: "close"),
  ]).titled("Listing")
}
