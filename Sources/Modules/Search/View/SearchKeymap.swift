import Terminal

/// Letters and whatever edits a line go to the field.
enum SearchKeymap {
  static let map = Keymap<SearchCommand>([
    .init(["Enter"], .open, "open the note at the line", hint: "open"),
    .init(["Down", "C-n"], .move(1), "next note"),
    .init(["Up"], .move(-1), "previous note"),
    .init(["PgDn"], .move(10), "ten notes down"),
    .init(["PgUp"], .move(-10), "ten notes up"),
    .init(["C-Home"], .first, "first note"),
    .init(["C-End"], .last, "last note that is shown"),
    .init(["C-r"], .replace, "replace in all notes that are found", hint: "replace"),
    .init(["Esc"], .close, "go back; the query stays for the next time", hint: "back"),
  ])
}
