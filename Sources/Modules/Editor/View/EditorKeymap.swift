import Terminal

enum EditorKeymap {
  static let editingTable = editing.table(titled: "Editor")
  static let peekTable = peek.table(titled: "Peek")

  static let editing = Keymap<EditorCommand>([
    .init(["C-s"], .save, "save", hint: "save"),
    .init(["Esc"], .close, "save and go back", hint: "back"),
    .init(["C-z"], .undo, "undo", hint: "undo"),
    .init(["C-y"], .redo, "redo", hint: "redo"),
    .init(["C-k"], .cutLine, "cut the line", hint: "cut line"),
    .init(["C-u"], .putBack, "put back what was cut"),
    .init(["C-]"], .followLink, "open the note that the link names"),
    .init(["F6", "M-v"], .openHistory, "the note's versions"),
    .init(["M-w"], .toggleWrap, "wrap long lines or scroll sideways", hint: "wrap"),
    .init(["Enter"], .newLine, "new line"),
    .init(["Tab"], .indent, "indent"),
    .init(["Backspace"], .delete(.left), "delete before the cursor"),
    .init(["Del"], .delete(.right), "delete at the cursor"),
    .init(["C-w", "M-Backspace"], .delete(.wordLeft), "delete the word before"),
    .init(["C-Del", "M-d"], .delete(.wordRight), "delete the word after"),
    .init(["Left"], .move(.left), "one character left"),
    .init(["Right"], .move(.right), "one character right"),
    .init(["Up"], .move(.up), "one row up"),
    .init(["Down"], .move(.down), "one row down"),
    .init(["C-Left"], .move(.wordLeft), "one word left"),
    .init(["C-Right"], .move(.wordRight), "one word right"),
    .init(["Home", "C-a"], .move(.lineStart), "start of the line"),
    .init(["End", "C-e"], .move(.lineEnd), "end of the line"),
    .init(["PgUp"], .move(.pageUp), "a screenful up"),
    .init(["PgDn"], .move(.pageDown), "a screenful down"),
    .init(["C-Home"], .move(.top), "start of the note"),
    .init(["C-End"], .move(.bottom), "end of the note"),
  ])

  static let peek = Keymap<EditorCommand>([
    .init(["Enter"], .commit, "open the note", hint: "open"),
    .init(["Esc", "Space", "q"], .close, "close the peek", hint: "close"),
    .init(["Down", "j"], .scroll(1), "scroll down"),
    .init(["Up", "k"], .scroll(-1), "scroll up"),
  ])
}
