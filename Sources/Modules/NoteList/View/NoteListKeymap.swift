import Terminal

enum NoteListKeymap {
  static let listTable = list.table(titled: "Notes")
  static let foldersTable = folders.table(titled: "Folders")
  static let filterTable = filter.table(titled: "Filter")

  static let list = Keymap<NoteListCommand>([
    .init(["Enter"], .open, "open the note", hint: "open"),
    .init(["n"], .new, "new note", hint: "new"),
    .init(["N"], .newFromTemplate, "new note from a template"),
    .init(["J"], .openDailyNote, "today's daily note"),
    .init(["/"], .beginFilter, "filter as you type", hint: "filter"),
    .init(["s"], .openSearch, "search in all notes"),
    .init(["Space"], .peek, "peek at the note; Enter there opens it", hint: "peek"),
    .init(["d", "Del"], .trash, "move to the trash", hint: "trash"),
    .init(["u"], .undo, "undo the last of what was done to notes", hint: "undo"),
    .init(["r"], .rename, "give the note another title"),
    .init(["M"], .moveToFolder, "move the note to another folder"),
    .init(["t"], .editTags, "add tags, or take them away"),
    .init(["x"], .tickTask, "tick the note's open task, or one of several"),
    .init(["D"], .duplicate, "make a copy of the note"),
    .init(["P"], .pin, "pin the note before all others, or take the pin off"),
    .init(
      ["m"], .mark, "mark the note, or take the mark off; the keys above then act on all marked"),
    .init(["*"], .markAll, "mark all notes that are shown, or none"),
    .init(["o"], .nextOrder, "order by change, by making, by title"),
    .init(["O"], .reverseOrder, "turn the order round"),
    .init(["F"], .folders(.toggle), "show or hide the folders"),
    .init(["Left"], .folders(.enter), "to the folders"),
    .init(["j", "Down"], .move(1), "next note"),
    .init(["k", "Up"], .move(-1), "previous note"),
    .init(["PgDn"], .page(1), "a screenful down"),
    .init(["PgUp"], .page(-1), "a screenful up"),
    .init(["g", "Home"], .first, "first note"),
    .init(["G", "End"], .last, "last note"),
    .init(["p"], .togglePreview, "show or hide the preview"),
    .init(["Tab"], .focusPreview, "scroll the preview; Tab again comes back"),
    .init(["Esc"], .back, "drop the marks, then the filter, then the folder"),
    .init(["R"], .openRecovered, "open what was typed and never saved"),
    .init(["v"], .openHistory, "the note's versions"),
    .init(["L"], .openLinks, "the note's links, and those to it"),
    .init(["#"], .openTags, "the tags of all notes"),
    .init(["A"], .openAgenda, "the tasks of all notes by their days, and the calendar"),
    .init(["E"], .editOutside, "open the note in $EDITOR"),
    .init(["l"], .changeLock, "lock the note with a passphrase, or take its lock off"),
    .init(["T"], .openTrash, "the trash"),
    .init(["V"], .chooseVault, "choose another vault"),
    .init(["F5"], .reload, "read the folder again"),
    .init(["q"], .quit, "quit", hint: "quit"),
  ])

  /// While the keys are for the folders.
  static let folders = Keymap<NoteListCommand>([
    .init(["Enter"], .folders(.open), "show the folder's notes alone", hint: "show"),
    .init(["Right"], .folders(.unfold), "open the branch, else show its notes", hint: "open"),
    .init(["Left"], .folders(.fold), "close the branch, else go up", hint: "close"),
    .init(["Space"], .folders(.toggleBranch), "open or close the branch"),
    .init(["n"], .new, "new note in the folder that is shown"),
    .init(["j", "Down"], .folders(.move(1)), "next folder"),
    .init(["k", "Up"], .folders(.move(-1)), "previous folder"),
    .init(["PgDn"], .folders(.page(1)), "a screenful down"),
    .init(["PgUp"], .folders(.page(-1)), "a screenful up"),
    .init(["g", "Home"], .folders(.first), "first folder"),
    .init(["G", "End"], .folders(.last), "last folder"),
    .init(["Tab"], .folders(.leave), "back to the notes"),
    .init(["Esc"], .folders(.clear), "show all folders' notes, else go back", hint: "all notes"),
    .init(["F"], .folders(.toggle), "hide the folders", hint: "hide"),
    .init(["q"], .quit, "quit"),
  ])

  /// While the filter is typed, letters are text.
  static let filter = Keymap<NoteListCommand>([
    .init(["Enter"], .keepFilter, "keep the filter", hint: "keep the filter"),
    .init(["Esc"], .dropFilter, "drop the filter", hint: "drop it"),
    .init(["Down"], .move(1), "next note"),
    .init(["Up"], .move(-1), "previous note"),
  ])
}
