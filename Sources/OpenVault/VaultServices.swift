package import Services
package import VaultSettings

/// All services of an open vault. The composition root makes them, the same ones for the screens
/// and for commands.
package struct VaultServices: Sendable {
  package var store: any NoteStore
  package var versions: any NoteVersions
  package var journal: any RecoveryJournal
  /// Nil if single notes have no locks, because all of them are encrypted together.
  package var locks: (any NoteLocks)?
  package var moves: any NoteMoves & NoteRewriting
  /// The names that this program gave to notes.
  package var ownMoves = RecentOwnRenames()
  package var index: any NoteIndex
  package var queries: Queries
  package var tasks: Tasks
  /// Reads and writes titles and tags in notes.
  package var texts: any NoteTexts
  package var files: any VaultFiles
  package var events: any FileEvents
  package var health: any VaultHealth
  /// The settings of other programs for this vault.
  package var foreign: any ForeignSettings
  /// Nil if there is no spell checker.
  package var spelling: (any NoteSpelling)?
  /// Nil if the vault cannot be synced.
  package var sync: (any VaultSync)?
  /// Copies that other programs left. Nil if nothing looks for them.
  package var conflicts: (any NoteConflicts)?
  package var exchange = Exchange()
  package var state = VaultState()
  package var lifetime = Lifetime()

  /// What the index answers, other than lists and names.
  package struct Queries: Sendable {
    package var search: any NoteSearch
    package var links: any NoteLinks
    package var changes: any NoteChanges
    /// What was done on which day.
    package var activity: any NoteActivity
    /// All files, for tables. Nil if there are no tables.
    package var tables: (any FileTables)?
    /// Nil if query blocks are shown as code.
    package var blocks: (any BlockQueries)?

    package init(
      search: any NoteSearch, links: any NoteLinks, changes: any NoteChanges,
      activity: any NoteActivity
    ) {
      self.search = search
      self.links = links
      self.changes = changes
      self.activity = activity
    }
  }

  /// Imports and exports.
  package struct Exchange: Sendable {
    /// Nil if nothing can be imported.
    package var imports: (any NoteImports)?
    /// Nil if nothing can be exported.
    package var exports: (any NoteExports)?
  }

  package struct Tasks: Sendable {
    /// Includes tasks in templates, which `tasks(by:)` leaves out.
    package var index: any TaskIndex
    /// Reads and writes tasks in notes.
    package var texts: any TaskTexts
    /// The note for new tasks that belong to no other note: its name, or its path in the vault.
    package var note = "Tasks"

    package init(index: any TaskIndex, texts: any TaskTexts) {
      self.index = index
      self.texts = texts
    }
  }

  package struct Lifetime: Sendable {
    /// Finishes what an earlier run left half done. Called once, before any note is changed;
    /// returns messages for the user.
    package var recover: @Sendable () async -> [String] = { [] }
    /// Closes the vault while the program continues. It can then be opened again, even in this
    /// process.
    package var close: @Sendable () -> Void = {}
    /// Does what cannot be left to the system before the process ends. No service is used after it.
    package var end: @Sendable () -> Void = {}
    /// Nil if there is no record of the note at which the program died.
    package var shown: (any ShownNotes)?
  }

  package init(
    store: any NoteStore, versions: any NoteVersions,
    journal: any RecoveryJournal, locks: (any NoteLocks)? = nil,
    moves: any NoteMoves & NoteRewriting, index: any NoteIndex, queries: Queries, tasks: Tasks,
    texts: any NoteTexts, files: any VaultFiles, events: any FileEvents, health: any VaultHealth,
    foreign: any ForeignSettings
  ) {
    self.store = store
    self.versions = versions
    self.journal = journal
    self.locks = locks
    self.moves = moves
    self.index = index
    self.queries = queries
    self.tasks = tasks
    self.texts = texts
    self.files = files
    self.events = events
    self.health = health
    self.foreign = foreign
  }

  package var rewriting: any NoteRewriting { moves }
}

package struct OpenedVault: Sendable {
  package var services: VaultServices
  /// The vault's own settings, which override the user's.
  package var settings: SettingValues
  /// Whether all its notes are encrypted with one key.
  package var isEncrypted: Bool

  package init(
    _ services: VaultServices, settings: SettingValues = SettingValues(), isEncrypted: Bool = false
  ) {
    self.services = services
    self.settings = settings
    self.isEncrypted = isEncrypted
  }
}

package enum VaultOpening: Sendable {
  case open(OpenedVault)
  case locked(LockedVault)
}

/// A vault whose key is missing. Without the key a sync can only fetch.
package struct LockedVault: Sendable {
  /// Nil if the vault cannot be synced.
  package var sync: (any VaultSync)?
  package var settings: SettingValues

  package init(sync: (any VaultSync)?, settings: SettingValues) {
    self.sync = sync
    self.settings = settings
  }
}
