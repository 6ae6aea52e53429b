import Lists
import Terminal

enum BoardKeymap {
  static let board = Keymap<BoardCommand>(
    [
      .init(["Enter"], .open, "open the note at the card's line", hint: "open"),
      .init(["f"], .follow, "follow the card's first link", wide: "follow"),
      .init(
        ["L", "M-Right"], .moveToColumn(1), "move the card to the column on the right",
        hint: "move card", section: "Cards"),
      .init(["H", "M-Left"], .moveToColumn(-1), "move the card to the column on the left"),
      .init(["J", "M-Down"], .moveCard(1), "move the card down", wide: "down"),
      .init(["K", "M-Up"], .moveCard(-1), "move the card up"),
      .init(["n"], .add, "add a card to the column", hint: "add"),
      .init(["e"], .edit, "change the card's words", hint: "edit"),
      .init(
        ["Space", "x"], .tick, "tick the card's box, or untick it", wide: "tick", words: ["done"]),
      .init(["a"], .archive, "put the card away into the archive", wide: "archive"),
      .init(["d", "Del"], .delete, "delete the card", wide: "delete", words: ["remove"]),
      .init(["c"], .addColumn, "add a column", wide: "column", section: "Columns", words: ["list"]),
      .init(["r"], .renameColumn, "give the column another name or limit"),
      .init([">"], .moveColumn(1), "move the column to the right"),
      .init(["<"], .moveColumn(-1), "move the column to the left"),
      .init(["D"], .deleteColumn, "delete the column", words: ["remove"]),
      .init(["u"], .undo, "undo the last change", hint: "undo", section: "The board"),
      .init(["F5"], .reload, "read the note again", words: ["refresh"]),
      .init(["l", "Right"], .selectColumn(1), "column on the right", section: "Move around"),
      .init(["h", "Left"], .selectColumn(-1), "column on the left"),
    ] + Keymap.rows(of: "card", BoardCommand.move) + [
      .init(["Esc", "q"], .close, "go back", hint: "back")
    ]
  ).titled("A board").finding("card")
}
