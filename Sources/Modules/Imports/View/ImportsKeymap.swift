import Lists
import Terminal

enum ImportsKeymap {
  static let map = Keymap<ImportsCommand>(
    [
      .init(
        ["Enter"], .go, "read the archive; then bring what is shown; then open a note that came",
        hint: "go on"),
      .init(["o"], .choose, "name a file or folder", hint: "file", words: ["path", "open"]),
      .init(["f"], .chooseFormat, "say what it is, where the files do not tell", hint: "format"),
      .init(["i"], .chooseFolder, "bring it into another folder", hint: "into"),
      .init(
        ["a"], .chooseAgain, "what is done with notes that came before", hint: "again",
        words: ["newer", "copy", "skip"]),
      .init(
        ["s"], .chooseSplit, "make a note of each heading, down to a level", words: ["split"]),
      .init(
        ["p"], .flatten, "make paragraphs of an outline's outermost items, or do not",
        words: ["flatten", "logseq", "roam", "opml"]),
      .init(["A"], .keepAllFields, "keep what has no use here as properties, or do not"),
      .init(["I"], .keepIDs, "keep the ids that notes had, or do not"),
      .init(["u"], .undo, "take the last import back", hint: "undo"),
    ] + Keymap.rows(of: "row", ImportsCommand.move) + [
      .init(["F5"], .reload, "read it again"),
      .init(["Esc", "q"], .close, "stop what is under way; else go back", hint: "back"),
    ]
  ).titled("Import").finding("row")
}
