import Lists
import Terminal

enum ConflictsKeymap {
  static let map = Keymap<ConflictsCommand>(
    [
      .init(["Enter"], .show, "show what merging would change; at marks, the note", hint: "show"),
      .init(
        ["m"], .merge, "merge the copy into its note, after a look at what changes",
        hint: "merge"),
      .init(
        ["A"], .mergeClean, "merge all copies that leave no marks", hint: "all clean",
        words: ["merge all"]),
      .init(
        ["n"], .keep, "make a note of its own of the copy, under another title", hint: "own note",
        words: ["keep", "rename"]),
      .init(["u"], .undo, "take back what was merged last", hint: "undo"),
      .init(["o"], .openNote, "open the note", hint: "open"),
    ] + Keymap.rows(of: "conflict", ConflictsCommand.move) + [
      .init(["F5"], .reload, "look for conflicts again"),
      .init(["Esc", "q"], .close, "go back", hint: "back"),
    ]
  ).titled("Conflicts").finding("conflict")
}
