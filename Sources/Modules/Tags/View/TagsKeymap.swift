import Terminal

enum TagsKeymap {
  static let treeTable = tree.table(titled: "Tags")
  static let filterTable = filter.table(titled: "Filter of tags")
  static let previewTable = preview.table(titled: "Rename a tag")

  static let tree = Keymap<TagsCommand>([
    .init(["Enter"], .open, "the notes that have the tag", hint: "its notes"),
    .init(["/"], .beginFilter, "filter as you type", hint: "filter"),
    .init(["r"], .rename, "give the tag another name in all notes", hint: "rename"),
    .init(["u"], .undo, "undo the last rename", hint: "undo"),
    .init(["Tab", "Space"], .fold, "fold or unfold the tags below"),
    .init(["z"], .foldAll, "fold or unfold all"),
    .init(["j", "Down"], .move(1), "next tag"),
    .init(["k", "Up"], .move(-1), "previous tag"),
    .init(["PgDn"], .page(1), "a screenful down"),
    .init(["PgUp"], .page(-1), "a screenful up"),
    .init(["g", "Home"], .first, "first tag"),
    .init(["G", "End"], .last, "last tag"),
    .init(["F5"], .reload, "count again"),
    .init(["Esc"], .dropFilter, "drop the filter, then go back", hint: "back"),
    .init(["q"], .close, "go back"),
  ])

  /// While the filter is typed, letters are text.
  static let filter = Keymap<TagsCommand>([
    .init(["Enter"], .open, "the notes that have the tag", hint: "open"),
    .init(["Tab"], .keepFilter, "keep the filter, and go to the tags", hint: "to the tags"),
    .init(["Esc"], .dropFilter, "drop the filter", hint: "drop it"),
    .init(["Down"], .move(1), "next tag"),
    .init(["Up"], .move(-1), "previous tag"),
  ])

  static let preview = Keymap<TagsCommand>([
    .init(["Enter", "y"], .carryOut, "rename it in all these notes", hint: "rename"),
    .init(["Esc", "n", "q"], .dropPreview, "change nothing", hint: "leave it"),
    .init(["j", "Down"], .move(1), "next change"),
    .init(["k", "Up"], .move(-1), "change before"),
    .init(["PgDn"], .page(1), "a screenful down"),
    .init(["PgUp"], .page(-1), "a screenful up"),
    .init(["g", "Home"], .first, "first change"),
    .init(["G", "End"], .last, "last change"),
  ])
}
