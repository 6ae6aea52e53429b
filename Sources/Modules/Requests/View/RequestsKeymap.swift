import Lists
import Terminal

enum RequestsKeymap {
  static let map = Keymap<RequestsCommand>(
    [
      .init(["Enter"], .show, "show what would be written", hint: "show"),
      .init(["a"], .accept(always: false), "write it", hint: "accept"),
      .init(
        ["A"], .accept(always: true), "write it, and all of its kind without a question",
        hint: "always"),
      .init(["x", "Del"], .refuse, "refuse it; nothing is written", hint: "refuse"),
    ] + Keymap.rows(of: "request", RequestsCommand.move)
      + [.init(["Esc", "q"], .close, "go back", hint: "back")]
  ).titled("Requests").finding("request")
}
