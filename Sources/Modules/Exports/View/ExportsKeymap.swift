import Lists
import Terminal

enum ExportsKeymap {
  static let map = Keymap<ExportsCommand>(
    [
      .init(["Enter"], .go, "change the choice; in the last row, go on", hint: "go on"),
      .init(["f"], .change(.format), "choose the format", hint: "format"),
      .init(["n"], .change(.notes), "choose the notes", hint: "notes"),
      .init(["L"], .change(.linked), "choose whether linked notes come along"),
      .init(["a"], .change(.files), "choose the attachments", wide: "files"),
      .init(["o"], .change(.destination), "choose the file or folder", hint: "to", words: ["path"]),
      .init(
        ["u"], .undo,
        "take the last export back, without the files changed since",
        hint: "undo"),
    ] + Keymap.rows(of: "row", ExportsCommand.move) + [
      .init(["Esc", "q"], .close, "stop what is under way; else go back", hint: "back")
    ]
  ).titled("Export").finding("row")
}
