import Agenda
import Board
import Conflicts
import Daily
import Difference
package import Editor
import Exports
import Help
import History
import Links
import Lists
import Login
import ModuleTree
import NoteList
import Palette
import Preview
import Prompt
import Properties
import Search
import Settings
import Stats
import Sync
import Tags
import TaskForm
package import Terminal
import Tour
import Trash
import UseCases
import VaultSettings

import Table
import Bookmarks
import Imports
import Requests
// more modules

/// Every screen that has an address, one per row: its texts for the help, the manual and the
/// palette, and its route. Also the keys of every screen.
@MainActor
package enum Screens {
  struct Row {
    let address: ScreenAddress
    /// The screen's name in the palette and other words that find it; nil if it is not there.
    let palette: (title: String, words: [String])?
    /// The route; nil if the name alone does not open it, so that `Destination` handles it.
    let route: (@MainActor (Wireframe) -> Route?)?
    /// Whether it can be shown before a vault is open.
    let needsNoVault: Bool

    init(
      _ name: String, _ summary: String, palette: (title: String, words: [String])? = nil,
      needsNoVault: Bool = false, route: (@MainActor (Wireframe) -> Route?)? = nil
    ) {
      address = ScreenAddress(name, summary)
      self.palette = palette
      self.needsNoVault = needsNoVault
      self.route = route
    }
  }

  static let rows: [Row] = [
    Row("list", "the note list"),
    Row("editor/NOTE", "a note, by path, file name or title"),
    Row("links/NOTE", "the links of a note, from it and to it"),
    Row("history/NOTE", "the versions of a note"),
    Row("properties/NOTE", "the properties of a note, to be changed"),
    Row("board/NOTE", "a note of Obsidian's plugin Kanban, as a board"),
    Row(
      "daily", "today's note; daily/2026-12-01 for another day's",
      palette: ("Today's note", ["daily note", "journal", "diary"])
    ) { $0.dailyNote($0.notePlanner().today) },
    Row(
      "search", "the search; search/QUERY for what fits a query",
      palette: ("Search", ["find in all notes"])
    ) { $0.search() },
    Row("tags", "the tags of all notes", palette: ("Tags", ["labels"])) { $0.tags() },
    Row(
      "agenda", "the tasks of all notes by their days", palette: ("Agenda", ["tasks", "todo"])
    ) { $0.agenda() },
    Row("calendar", "a month of days, with their tasks", palette: ("Calendar", ["month"])) {
      $0.agenda(showsCalendar: true)
    },
    Row(
      "stats", "how much there is, and a year of days",
      palette: ("Statistics", ["word count", "words"])
    ) { $0.stats() },
    Row("trash", "the trash", palette: ("Trash", ["deleted notes", "bin"])) { $0.trash() },
    Row(
      "settings", "the settings, each with its meaning", palette: ("Settings", ["preferences"]),
      needsNoVault: true
    ) { $0.settings() },
    Row(
      "tour", "four steps through the keys", palette: ("Tour", ["tutorial"]), needsNoVault: true
    ) { $0.tour() },
    Row(
      "sync", "the sync with a git remote, what came and went",
      palette: ("Sync", ["git", "pull", "push", "backup"])
    ) { $0.sync() },
    Row(
      "conflicts", "other programs' copies, and notes with marks",
      palette: ("Conflicts", ["conflicted copy", "merge", "syncthing", "dropbox"])
    ) { $0.conflicts() },
    Row(
      "bases", "the tables of .base files; base/NAME for one",
      palette: ("Bases", ["database", "table", "base"])
    ) { $0.table() },
    Row(
      "bookmarks", "what Obsidian has bookmarked, read only",
      palette: ("Bookmarks", ["starred", "favourites", "favorites"])
    ) { $0.bookmarks() },
    Row(
      "imports", "bringing in notes of other programs",
      palette: ("Import", ["import", "migrate", "evernote", "joplin", "notion", "obsidian"])
    ) { $0.imports() },
    Row(
      "exports", "writing notes in formats of other programs",
      palette: ("Export", ["print", "pdf", "book", "site", "html", "save as", "share"])
    ) { $0.exports() },
    Row(
      "requests", "what other programs ask to write, until you answer",
      palette: ("Requests", ["clips", "web clipper", "obsidian links", "inbox"])
    ) { $0.requests() },
    // more screens
    Row(
      "guide", "the guide; guide/PAGE for one of its pages",
      palette: ("Guide", ["manual", "documentation", "handbook"])
    ) { $0.guide(at: GuideBook.Spot()) },
    Row("login", "the vaults opened before"),
    Row("help", "the keys", palette: ("Help", ["shortcuts"]), needsNoVault: true) {
      $0.help(on: nil)
    },
  ]

  static func needsVault(_ name: String) -> Bool {
    rows.contains { $0.address.name == name && $0.route != nil && !$0.needsNoVault }
  }

  package static var addresses: [ScreenAddress] { rows.map(\.address) }

  /// Every table of keys in the program, in the order of `notes-tui keys`.
  package static var keyTables: [KeyTable] {
    let ofModules = [
      NoteListBuilder.keyTables,
      EditorBuilder.keyTables,
      PreviewBuilder.keyTables,
      SearchBuilder.keyTables,
      ReplaceBuilder.keyTables,
      HistoryBuilder.keyTables,
      LinksBuilder.keyTables,
      TagsBuilder.keyTables,
      AgendaBuilder.keyTables,
      TaskFormBuilder.keyTables,
      TrashBuilder.keyTables,
      LoginBuilder.keyTables,
      PromptBuilder.keyTables,
      PaletteBuilder.keyTables,
      HelpBuilder.keyTables,
      StatsBuilder.keyTables,
      SettingsBuilder.keyTables,
      TourBuilder.keyTables,
      DifferenceBuilder.keyTables,
      ModuleTreeBuilder.keyTables,
      SyncBuilder.keyTables,
      ConflictsBuilder.keyTables,
      TableBuilder.keyTables,
      PropertiesBuilder.keyTables,
      BoardBuilder.keyTables,
      BookmarksBuilder.keyTables,
      ImportsBuilder.keyTables,
      ExportsBuilder.keyTables,
      RequestsBuilder.keyTables,
      // more tables
    ]
    return ofModules.joined() + [FindKeys.promptTable, AppKeymap.table]
  }
}

extension UserKeys {
  /// Returns the person's vim mappings in the editor's form. Those that the editor does not
  /// understand are added to the problems.
  @MainActor
  package mutating func takeVimLines() -> EditorOwnKeys {
    var own = EditorOwnKeys()
    for line in vimLines {
      if let why = own.take(line.text) { report(why, ofLine: line.number) }
    }
    return own
  }

  /// Returns the same as a table of keys; nil if there are none.
  @MainActor
  package mutating func takeVimTable() -> KeyTable? {
    let rows = takeVimLines().maps.map {
      KeyTable.Row(keys: [$0.keys.joined(separator: " ")], summary: $0.summary)
    }
    return rows.isEmpty ? nil : KeyTable(title: "Your own maps (vim)", rows: rows)
  }
}

extension Wireframe {
  /// Returns the route of a screen that is opened by its name alone: `notes://help`.
  func route(named name: String) -> Route? {
    Screens.rows.first { $0.address.name == name }?.route?(self)
  }
}
