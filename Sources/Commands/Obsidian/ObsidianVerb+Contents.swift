/// What notes contain, and what connects them.
extension ObsidianVerb {
  static let properties: [ObsidianVerb] = [
    ObsidianVerb(
      "properties",
      .note + [.property, .choice("sort", "name", "count"), .format("yaml", "json", "tsv")],
      flags: ["total", "counts"], says: "list the properties of a note or of the vault"
    ) { $0.properties },
    ObsidianVerb(
      "property:read", .note + [Parameter.property.required], says: "print a property's value",
      differs: "each item of a list is a line"
    ) { $0.readProperty },
    ObsidianVerb(
      "property:set",
      .note + [
        Parameter.property.required, Parameter("value", "VALUE").required,
        .choice("type", "text", "list", "number", "checkbox", "date", "datetime"),
      ], vault: .changes, says: "set a property",
      differs: "a value that does not fit the property's type is an error"
    ) { $0.setProperty },
    ObsidianVerb(
      "property:remove", .note + [Parameter.property.required], vault: .changes,
      says: "remove a property"
    ) { $0.removeProperty },
    ObsidianVerb(
      "aliases", .note, flags: ["total", "verbose"], says: "list aliases"
    ) { $0.aliases },
    ObsidianVerb(
      "tags", .note + [.choice("sort", "name", "count"), .format("tsv", "json", "csv")],
      flags: ["total", "counts"], says: "list tags",
      differs: "a count is the number of notes"
    ) { $0.tags },
    ObsidianVerb(
      "tag", [Parameter("name", "TAG", .tag).required], flags: ["total", "verbose"],
      says: "count the notes with a tag", differs: "a count is the number of notes"
    ) { $0.tag },
  ]

  static let tasks: [ObsidianVerb] = [
    ObsidianVerb(
      "tasks", .note + [.init("status", "CHARACTER"), .format("text", "json", "tsv", "csv")],
      flags: ["total", "done", "todo", "verbose", "daily"], says: "list tasks",
      differs: "the statuses of the Tasks plugin say what is done"
    ) { $0.tasks },
    ObsidianVerb(
      "task",
      [.init("ref", "PATH:LINE", .taskLocation)] + .note + [
        .init("line", "N"), .init("status", "CHARACTER"),
      ], flags: ["toggle", "daily", "done", "todo"], vault: .changes,
      says: "print a task, or change its status",
      differs: "a repeating task that is done is followed by its next one"
    ) { $0.task },
  ]

  static let links: [ObsidianVerb] = [
    ObsidianVerb(
      "backlinks", .note + [.format("tsv", "json", "csv")], flags: ["counts", "total"],
      says: "list the notes with links to a note"
    ) { $0.backlinks },
    ObsidianVerb("links", .note, flags: ["total"], says: "list the targets of a note's links") {
      $0.links
    },
    ObsidianVerb(
      "unresolved", [.format("tsv", "json", "csv")], flags: ["total", "counts", "verbose"],
      says: "list links that lead nowhere"
    ) { $0.unresolved },
    ObsidianVerb("orphans", flags: ["total"], says: "list notes to which no note links") {
      $0.orphans
    },
    ObsidianVerb("deadends", flags: ["total"], says: "list notes without links") { $0.deadEnds },
  ]

  static let bases: [ObsidianVerb] = [
    ObsidianVerb("bases", says: "list .base files") { $0.bases },
    ObsidianVerb(
      "base:views", [.init("file", "NAME", .base), .init("path", "PATH", .base)],
      says: "list the views of a base"
    ) { $0.baseViews },
    ObsidianVerb(
      "base:query", .base + [.format("json", "csv", "tsv", "md", "paths")],
      says: "print the rows of a view", differs: "json is that of notes-tui base query"
    ) { $0.queryBase },
    ObsidianVerb(
      "base:create", .base + [.name, .content], vault: .changes,
      says: "make a note that is in a view and print its path"
    ) { $0.createInBase },
    ObsidianVerb(
      "bookmarks", [.format("tsv", "json", "csv")], flags: ["total", "verbose"],
      says: "list Obsidian's bookmarks"
    ) { $0.bookmarks },
    ObsidianVerb(
      "bookmark",
      [
        .init("file", "NAME", .note), .init("subpath"), .folder, .init("search", "QUERY"),
        .init("url", "ADDRESS"), .init("title"),
      ], vault: .changes,
      says: "bookmark a file or its part, a folder, a search or an address",
      differs: "Obsidian must have made the first bookmark of the vault"
    ) { $0.addBookmark },
  ]

  static let history: [ObsidianVerb] = [
    ObsidianVerb(
      "history", .note, says: "list the versions of a note, the newest first",
      differs: "the versions are those of notes-tui"
    ) { $0.history },
    ObsidianVerb(
      "history:list", says: "list notes with versions", differs: "deleted notes are left out"
    ) { $0.listHistory },
    ObsidianVerb(
      "history:read", .note + [.version], says: "print a version",
      differs: "the versions are those of notes-tui"
    ) { $0.readHistory },
    ObsidianVerb(
      "history:restore", .note + [Parameter.version.required], vault: .changes,
      says: "make a version the note's text", differs: "the versions are those of notes-tui"
    ) { $0.restoreHistory },
    ObsidianVerb(
      "diff", .note + [.init("from", "N"), .init("to", "N"), .choice("filter", "local", "sync")],
      says: "list versions, or compare two of them",
      differs: "it prints a unified diff; no version is one of Obsidian Sync"
    ) { $0.diff },
  ]
}
