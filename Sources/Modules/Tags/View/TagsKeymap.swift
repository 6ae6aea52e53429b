import Lists
import Terminal
import Viper

enum TagsKeymap {
  static let tree = Keymap<TagsCommand>(
    [
      .init(["Enter"], .open, "the notes that have the tag", hint: "its notes"),
      .init(["/"], .beginFilter, "filter as you type", hint: "filter"),
      .init(["r"], .rename, "give the tag another name in all notes", hint: "rename"),
      .init(["u"], .undo, "undo the last rename", hint: "undo"),
      .init(["Tab", "Space"], .fold, "fold or unfold the tags below"),
      .init(["z"], .foldAll, "fold or unfold all"),
    ] + Keymap.rows(of: "tag", TagsCommand.move) + [
      .init(["F5"], .reload, "count again"),
      .init(["Esc"], .dropFilter, "drop the filter, then go back", hint: "back"),
      .init(["q"], .close, "go back"),
    ]
  ).titled("Tags")

  /// The keys while the filter is typed, when letters are text.
  static let filter = Keymap<TagsCommand>([
    .init(["Enter"], .open, "the notes that have the tag", hint: "open"),
    .init(["Tab"], .keepFilter, "keep the filter, and go to the tags", hint: "to the tags"),
    .init(["Esc"], .dropFilter, "drop the filter", hint: "clear"),
    .init(["Down"], .move(.lines(1)), "next tag"),
    .init(["Up"], .move(.lines(-1)), "previous tag"),
  ]).titled("Filter of tags")

  static let preview = Keymap<TagsCommand>(
    [
      .init(["Enter", "y"], .carryOut, "rename it in all these notes", hint: "rename"),
      .init(["Esc", "n", "q"], .dropPreview, "change nothing", hint: "leave it"),
    ] + Keymap.rows(of: "change", TagsCommand.move)
  ).titled("Rename a tag")
}
