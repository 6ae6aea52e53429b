import Lists
import Terminal

enum TableKeymap {
  static let bases = Keymap<TableCommand>(
    [
      .init(["Enter"], .open, "open the base", hint: "open"),
      .init(
        ["n", "N"], .newBase, "make a base with a table of all notes", hint: "new",
        words: ["create"]),
    ]
      + Keymap.rows(of: "base", TableCommand.move)
      + [
        .init(["F5"], .reload, "look for bases again", words: ["refresh"]),
        .init(["Esc", "q"], .close, "go back", hint: "back"),
      ]
  ).titled("Bases").finding("base")

  static let view = Keymap<TableCommand>(
    [
      .init(["Enter"], .open, "open the row's note", hint: "open"),
      .init(["Tab"], .showView(by: 1), "next view", hint: "view", words: ["tab"]),
      .init(["S-Tab"], .showView(by: -1), "previous view"),
      .init(
        ["e"], .edit(asIs: false), "type another value for the cell, in all marked rows at once",
        hint: "edit", section: "Change notes", words: ["property", "value", "edit"]),
      .init(
        ["F2"], .edit(asIs: true), "edit the cell's value, in all marked rows at once"),
      .init(["n"], .new, "new note that the view shows", wide: "new", words: ["row"]),
      .init(["N"], .newBase, "make another base, with a table of all notes", words: ["create"]),
      .init(["m", "Space"], .mark, "mark the row, or take the mark off", wide: "mark"),
      .init(["*"], .markAll, "mark all rows, or none"),
      .init(["l", "Right"], .focus(by: 1), "next column", section: "Columns"),
      .init(["h", "Left"], .focus(by: -1), "previous column"),
      .init(
        ["s"], .sort, "sort by the column; again the other way, then not by it", hint: "sort",
        words: ["order"]),
      .init(["b"], .group, "group by the column, or not any more", wide: "group"),
      .init(["L"], .moveColumn(isRight: true), "move the column to the right", words: ["order"]),
      .init(["H"], .moveColumn(isRight: false), "move the column to the left"),
      .init(["+"], .widen(2), "widen the column", wide: "width", words: ["wider"]),
      .init(["-"], .widen(-2), "narrow the column", words: ["narrower"]),
      .init(["x"], .hide, "hide the column", words: ["remove"]),
      .init(["#"], .limit, "how many rows are shown", section: "The view", words: ["limit"]),
      .init(["P"], .drawPictures, "draw the pictures of this vault, now and later"),
      .init(["u"], .undo, "undo the last change", hint: "undo"),
      .init(["F5"], .reload, "read the base again", words: ["refresh"]),
    ] + Keymap.rows(of: "row", section: "Move around", TableCommand.move) + [
      .init(["Esc"], .back, "drop the marks, then back: to the link, or the bases", hint: "back"),
      .init(["q"], .close, "go back"),
    ]
  ).titled("A base").finding("row")
}
