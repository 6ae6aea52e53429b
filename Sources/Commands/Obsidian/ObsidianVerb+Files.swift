/// Files, folders and the texts of notes.
extension ObsidianVerb {
  static let files: [ObsidianVerb] = [
    ObsidianVerb("file", .note, says: "print what is known of a file") { $0.file },
    ObsidianVerb(
      "files", [.folder, .init("ext", "EXTENSION")], flags: ["total"], says: "list files"
    ) { $0.files },
    ObsidianVerb(
      "folder",
      [
        .init("path", "FOLDER", .vaultFolder).required, .choice("info", "files", "folders", "size"),
      ], says: "print what is known of a folder"
    ) { $0.folder },
    ObsidianVerb("folders", [.folder], flags: ["total"], says: "list folders") { $0.folders },
    ObsidianVerb("read", .note, says: "print a note") { $0.read },
    ObsidianVerb(
      "outline", .note + [.format("tree", "md", "json")], flags: ["total"],
      says: "list a note's headings"
    ) { $0.outline },
    ObsidianVerb(
      "wordcount", .note, flags: ["words", "characters"],
      says: "count a note's words and characters"
    ) { $0.wordCount },
    ObsidianVerb(
      "search", searched, flags: ["total", "case"], says: "list the notes that a query finds",
      differs: "the query is one of notes-tui search"
    ) { $0.search },
    ObsidianVerb(
      "search:context", searched, flags: ["case"],
      says: "print the lines that a query finds",
      differs: "at most three lines of a note; the query is one of notes-tui search"
    ) { $0.searchContext },
    ObsidianVerb(
      "recents", flags: ["total"], says: "list recently opened notes",
      differs: "those that notes-tui opened"
    ) { $0.recents },
    ObsidianVerb(
      "random", [.folder], says: "choose a note at random",
      differs: "it prints the path; no window is here to open the note"
    ) { $0.random },
    ObsidianVerb("random:read", [.folder], says: "print a random note after its path") {
      $0.readRandom
    },
  ]

  private static let searched: [Parameter] = [
    Parameter("query", "QUERY", .query).required, .init("path", "FOLDER", .vaultFolder),
    .init("limit", "N"), .format("text", "json"),
  ]

  static let notes: [ObsidianVerb] = [
    ObsidianVerb(
      "append", .note + [Parameter.content.required], flags: ["inline"], vault: .changes,
      says: "add a text to the end of a note"
    ) { $0.append },
    ObsidianVerb(
      "prepend", .note + [Parameter.content.required], flags: ["inline"], vault: .changes,
      says: "add a text to the start of a note, after its properties"
    ) { $0.append },
    ObsidianVerb(
      "create", [.name, .init("path", "PATH"), .content, .template], flags: ["overwrite"],
      vault: .changes, says: "make a note and print its path",
      differs: "a file that is there is an error without overwrite"
    ) { $0.create },
    ObsidianVerb(
      "rename", .note + [Parameter.name.required], vault: .changes,
      says: "rename a file and update the links to it",
      differs: "links are always updated"
    ) { $0.rename },
    ObsidianVerb(
      "move", .note + [Parameter("to", "PATH", .vaultFolder).required], vault: .changes,
      says: "move a file to another folder or path and update the links to it",
      differs: "links are always updated"
    ) { $0.move },
    ObsidianVerb(
      "delete", .note, flags: ["permanent"], vault: .changes, says: "move a note to the trash",
      differs: "permanent is refused, because undo could not bring the note back"
    ) { $0.delete },
  ]

  /// Daily and unique notes, and templates.
  static let days: [ObsidianVerb] = [
    ObsidianVerb(
      "daily", vault: .changes, says: "make today's note and print its path",
      differs: "no window is here to open it"
    ) { $0.daily },
    ObsidianVerb("daily:path", says: "print the path of today's note") { $0.dailyPath },
    ObsidianVerb("daily:read", says: "print today's note") { $0.readDaily },
    ObsidianVerb(
      "daily:append", [Parameter.content.required], flags: ["inline"], vault: .changes,
      says: "add a text to the end of today's note"
    ) { $0.appendDaily },
    ObsidianVerb(
      "daily:prepend", [Parameter.content.required], flags: ["inline"], vault: .changes,
      says: "add a text to the start of today's note, after its properties"
    ) { $0.appendDaily },
    ObsidianVerb(
      "unique", [.name, .content], vault: .changes,
      says: "make a note named after the current time and print its path",
      differs: "name= becomes the note's heading"
    ) { $0.unique },
    ObsidianVerb("templates", flags: ["total"], says: "list templates") { $0.templates },
    ObsidianVerb(
      "template:read", [Parameter.name.required, .init("title", "TITLE")], flags: ["resolve"],
      says: "print a template, with resolve after its placeholders are filled in"
    ) { $0.readTemplate },
  ]

  static let general: [ObsidianVerb] = [
    ObsidianVerb(
      "vault", [.choice("info", "name", "path", "files", "folders", "size")],
      says: "print what is known of the vault"
    ) { $0.vault },
    ObsidianVerb(
      "vaults", flags: ["total", "verbose"], vault: .none, says: "list vaults",
      differs: "those that notes-tui knows"
    ) { $0.vaults },
    ObsidianVerb(
      "version", vault: .none, says: "print the version", differs: "it is that of notes-tui"
    ) { $0.version },
    ObsidianVerb("help", vault: .none, says: "list the verbs, or explain one") { $0.help },
  ]
}
