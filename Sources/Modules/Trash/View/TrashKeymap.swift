import Terminal

enum TrashKeymap {
  static let map = Keymap<TrashCommand>([
    .init(["Enter", "r"], .restore, "put the note back where it was", hint: "restore"),
    .init(["d", "Del"], .delete, "delete the note for good", hint: "delete"),
    .init(["E"], .empty, "delete everything in the trash for good", hint: "empty"),
    .init(["j", "Down"], .move(1), "next note"),
    .init(["k", "Up"], .move(-1), "previous note"),
    .init(["PgDn"], .page(1), "a screenful down"),
    .init(["PgUp"], .page(-1), "a screenful up"),
    .init(["g", "Home"], .first, "first note"),
    .init(["G", "End"], .last, "last note"),
    .init(["F5"], .reload, "read the trash again"),
    .init(["Esc", "q"], .close, "go back", hint: "back"),
  ])
}
