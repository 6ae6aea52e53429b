import Lists
import Terminal

enum BookmarksKeymap {
  static let map = Keymap<BookmarksCommand>(
    [
      .init(["Enter"], .open, "open what it leads to; fold or unfold a group", hint: "open"),
      .init(["Tab", "Space"], .fold, "fold or unfold the group", hint: "fold"),
      .init(["z"], .foldAll, "fold or unfold all groups"),
    ] + Keymap.rows(of: "bookmark", BookmarksCommand.move) + [
      .init(["F5"], .reload, "read the bookmarks again", words: ["refresh"]),
      .init(["Esc", "q"], .close, "go back", hint: "back"),
    ]
  ).titled("Bookmarks").finding("bookmark")
}
