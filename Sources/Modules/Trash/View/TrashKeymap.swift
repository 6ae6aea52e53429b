import Lists
import Terminal

enum TrashKeymap {
  static let map = Keymap<TrashCommand>(
    [
      .init(["Enter", "r"], .restore, "put the note back where it was", hint: "restore"),
      .init(["d", "Del"], .delete, "delete the note for good", hint: "delete"),
      .init(["E"], .empty, "delete everything in the trash for good", hint: "empty"),
    ] + Keymap.rows(of: "note", TrashCommand.move) + [
      .init(["F5"], .reload, "read the trash again"),
      .init(["Esc", "q"], .close, "go back", hint: "back"),
    ]
  ).titled("Trash").finding("note")
}
