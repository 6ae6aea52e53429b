import Lists
import Terminal
import Viper

enum NoteListKeymap {
  static let listTable = list.table(titled: "Notes")
  static let foldersTable = folders.table(titled: "Folders")
  static let filterTable = filter.table(titled: "Filter")

  static let list = Keymap<NoteListCommand>(
    [
      .init(["Enter", "l"], .open, "open the note", hint: "open", section: "Open and write"),
      .init(["n"], .new, "new note", hint: "new"),
      .init(["N"], .newFromTemplate, "new note from a template", words: ["snippet"]),
      .init(
        ["U"], .newUnique, "new note named by date and time", words: ["unique", "zettel"]),
      .init(
        ["J"], .openDailyNote, "today's daily note", words: ["journal", "diary"], address: "daily"),
      .init(["/"], .beginFilter, "filter as you type", hint: "filter", words: ["narrow"]),
      .init(
        ["s"], .openScreen("search"), "search in all notes", wide: "search", words: ["find"],
        address: "search"),
      .init(["Space"], .peek, "peek at the note; Enter there opens it", wide: "peek"),
      .init(["w"], .openRandom, "open a random note", words: ["chance", "luck"]),
      .init(
        ["d", "Del"], .trash, "move to the trash", hint: "trash", section: "Change notes",
        words: ["delete note", "remove"]),
      .init(["u", "C-z"], .undo, "undo the last change of notes", hint: "undo"),
      .init(["r"], .rename, "give the note another title", wide: "rename", words: ["rename"]),
      .init(
        ["M"], .moveToFolder, "move the note to another folder", wide: "move",
        words: ["new folder", "make a folder"]),
      .init(["t"], .editTags, "add tags, or take them away", wide: "tags", words: ["labels"]),
      .init(
        ["x"], .tickTask, "tick the note's open task, or one of several",
        words: ["todo", "checkbox", "done"]),
      .init(
        ["&"], .join, "merge the marked notes into one, with the links to them",
        words: ["join", "combine"]),
      .init(["D"], .duplicate, "make a copy of the note", words: ["duplicate", "clone"]),
      .init(
        ["P"], .pin, "pin the note before all others, or take the pin off", wide: "pin",
        words: ["star", "bookmark", "favourite", "favorite"]),
      .init(
        ["m"], .mark, "mark the note, or take the mark off; the keys above then act on all marked",
        wide: "mark",
        words: ["select"]),
      .init(["*"], .markAll, "mark all notes that are shown, or none"),
      .init(
        ["o"], .nextOrder, "order by change, creation, title or file name", wide: "order",
        section: "Order and folders", words: ["sort"]),
      .init(["O"], .reverseOrder, "reverse the order", words: ["sort"]),
      .init(
        ["F"], .folders(.toggle), "show or hide the folders", wide: "folders",
        words: ["sidebar", "tree"]),
      .init(["Left", "h"], .folders(.enter), "to the folders"),
    ] + Keymap.rows(of: "note", section: "Move around", NoteListCommand.move) + [
      .init(["p"], .togglePreview, "show or hide the preview", wide: "preview", words: ["read"]),
      .init(["Tab"], .focusPreview, "scroll the preview; Tab again comes back"),
      .init(["Esc"], .back, "drop the marks, then the filter, then the folder"),
      .init(
        ["R"], .openRecovered, "open what was typed and never saved", section: "Other screens",
        words: ["recover", "crash"]),
      .init(
        ["v"], .openHistory, "the note's versions", wide: "versions",
        words: ["history", "revisions", "backups"]),
      .init(
        ["L"], .openLinks, "the note's links, and those to it", wide: "links",
        words: ["backlinks", "graph"]),
      .init(
        ["i", "M-I"], .openProperties, "properties, as a form; of all marked notes at once",
        wide: "properties", words: ["front matter", "yaml"]),
      .init(
        ["b"], .openBoard, "the note as a board, where it is one", words: ["kanban", "columns"]),
      .init(["#"], .openScreen("tags"), "tags of all notes", words: ["labels"], address: "tags"),
      .init(
        ["A"], .openScreen("agenda"),
        "agenda: the tasks of all notes by their days, and the calendar",
        wide: "agenda",
        words: ["todo"], address: "agenda"),
      .init(["E"], .editOutside, "open the note in $EDITOR", words: ["external editor"]),
      .init(
        ["X"], .changeLock, "lock the note with a passphrase, or take its lock off",
        words: ["encrypt", "decrypt", "password"]),
      .init(
        ["Y"], .export, "export the note, or all marked ones",
        words: ["print", "pdf", "html", "share", "save as"]),
      .init(
        ["T"], .openScreen("trash"), "trash", wide: "trash", words: ["deleted notes", "bin"],
        address: "trash"),
      .init(
        ["B"], .openScreen("bases"), "bases: tables of notes", words: ["database", "table"],
        address: "bases"),
      .init(
        ["K"], .openScreen("bookmarks"), "bookmarks of Obsidian", words: ["starred"],
        address: "bookmarks"),
      .init(
        ["I"], .openScreen("imports"), "bring in notes of other programs",
        words: ["import", "migrate"],
        address: "imports"),
      // more screens
      .init(["V"], .chooseVault, "choose another vault", words: ["notebooks", "switch"]),
      .init(["F5"], .reload, "read the folder again", words: ["refresh"]),
      .init(["q"], .quit, "quit", hint: "quit", words: ["exit", "leave", "close"]),
    ])

  /// The keys that change notes.
  static let changing = Set(
    list.bindings.filter(\.command.changesNotes).flatMap(\.keys).map(\.name))

  /// The keys while the folders have them.
  static let folders = Keymap<NoteListCommand>(
    [
      .init(["Enter"], .folders(.open), "show the folder's notes alone", hint: "show"),
      .init(
        ["Right", "l"], .folders(.unfold), "open the branch, else show its notes", hint: "open"),
      .init(["Left", "h"], .folders(.fold), "close the branch, else go up", hint: "close"),
      .init(["Space"], .folders(.toggleBranch), "open or close the branch"),
      .init(["n"], .new, "new note in the folder that is shown"),
      .init(["r"], .folders(.rename), "rename the folder, with the links into it", wide: "rename"),
      .init(["M"], .folders(.moveBranch), "move the folder into another one", wide: "move"),
    ] + Keymap.rows(of: "folder", { NoteListCommand.folders(.move($0)) }) + [
      .init(["Tab"], .folders(.leave), "back to the notes"),
      .init(["Esc"], .folders(.clear), "show all folders' notes, else go back", hint: "all notes"),
      .init(["F"], .folders(.toggle), "hide the folders", hint: "hide"),
      .init(["q"], .quit, "quit"),
    ])

  /// The keys while the filter is typed, when letters are text.
  static let filter = Keymap<NoteListCommand>([
    .init(["Enter"], .open, "open the note", hint: "open"),
    .init(["Tab"], .keepFilter, "keep the filter, and go to the notes", hint: "to the notes"),
    .init(["Esc"], .dropFilter, "drop the filter", hint: "clear"),
    .init(["Down"], .move(.lines(1)), "next note"),
    .init(["Up"], .move(.lines(-1)), "previous note"),
  ])
}
