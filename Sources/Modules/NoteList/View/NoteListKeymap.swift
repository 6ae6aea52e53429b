import Terminal

enum NoteListKeymap {
  static let listTable = list.table(titled: "Notes")
  static let filterTable = filter.table(titled: "Filter")

  static let list = Keymap<NoteListCommand>([
    .init(["Enter"], .open, "open the note", hint: "open"),
    .init(["n"], .new, "new note", hint: "new"),
    .init(["/"], .beginFilter, "filter as you type", hint: "filter"),
    .init(["s"], .openSearch, "search in all notes"),
    .init(["Space"], .peek, "peek at the note; Enter there opens it", hint: "peek"),
    .init(["d", "Del"], .trash, "move to the trash", hint: "trash"),
    .init(["u"], .undo, "undo the last trash, rename or move", hint: "undo"),
    .init(["r"], .rename, "give the note another title"),
    .init(["M"], .moveToFolder, "move the note to another folder"),
    .init(["j", "Down"], .move(1), "next note"),
    .init(["k", "Up"], .move(-1), "previous note"),
    .init(["PgDn"], .page(1), "a screenful down"),
    .init(["PgUp"], .page(-1), "a screenful up"),
    .init(["g", "Home"], .first, "first note"),
    .init(["G", "End"], .last, "last note"),
    .init(["p"], .togglePreview, "show or hide the preview"),
    .init(["Tab"], .focusPreview, "scroll the preview; Tab again comes back"),
    .init(["Esc"], .dropFilter, "drop the filter"),
    .init(["R"], .openRecovered, "open what was typed and never saved"),
    .init(["v"], .openHistory, "the note's versions"),
    .init(["L"], .openLinks, "the note's links, and those to it"),
    .init(["#"], .openTags, "the tags of all notes"),
    .init(["E"], .editOutside, "open the note in $EDITOR"),
    .init(["l"], .changeLock, "lock the note with a passphrase, or take its lock off"),
    .init(["T"], .openTrash, "the trash"),
    .init(["V"], .chooseVault, "choose another vault"),
    .init(["F5"], .reload, "read the folder again"),
    .init(["q"], .quit, "quit", hint: "quit"),
  ])

  /// While the filter is typed, letters are text.
  static let filter = Keymap<NoteListCommand>([
    .init(["Enter"], .keepFilter, "keep the filter", hint: "keep the filter"),
    .init(["Esc"], .dropFilter, "drop the filter", hint: "drop it"),
    .init(["Down"], .move(1), "next note"),
    .init(["Up"], .move(-1), "previous note"),
  ])
}
