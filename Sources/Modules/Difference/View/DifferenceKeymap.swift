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
}
