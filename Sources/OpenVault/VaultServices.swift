package import Services
package import VaultSettings

/// Everything that an open vault is worked with through, made by the composition root: the same for
/// the screens and for commands.
package struct VaultServices: Sendable {
  package var store: any NoteStore
  package var versions: any NoteVersions
  package var journal: any RecoveryJournal
  /// Nil where single notes have no locks: all of them are sealed together.
  package var locks: (any NoteLocks)?
  package var moves: any NoteMoves & NoteRewriting
  /// Which names this program gave notes.
  package var ownMoves = RecentOwnRenames()
  package var index: any NoteIndex
  package var queries: Queries
  package var tasks: Tasks
  /// How titles and tags are written in the notes.
  package var texts: any NoteTexts
  package var files: any VaultFiles
  package var events: any FileEvents
  package var health: any VaultHealth
  /// What other programs have set for this vault.
  package var foreign: any ForeignSettings
  /// Nil where words are not looked up.
  package var spelling: (any NoteSpelling)?
  /// Nil where the vault cannot be synced.
  package var sync: (any VaultSync)?
  /// Copies that other programs left. Nil where nothing looks for them.
  package var conflicts: (any NoteConflicts)?
  package var exchange = Exchange()
  package var state = VaultState()
  package var lifetime = Lifetime()

  /// What the index answers besides lists and names.
  package struct Queries: Sendable {
    package var search: any NoteSearch
    package var links: any NoteLinks
    package var changes: any NoteChanges
    /// What was done on which day.
    package var activity: any NoteActivity
    /// All files, for tables of them. Nil where nothing makes such.
    package var tables: (any FileTables)?
    /// Nil where query blocks are code like any other.
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

  /// Notes that come from other programs, and go out for them.
  package struct Exchange: Sendable {
    /// Nil where nothing comes in.
    package var imports: (any NoteImports)?
    /// Nil where nothing goes out.
    package var exports: (any NoteExports)?
  }

  package struct Tasks: Sendable {
    /// Those in templates too: `tasks(by:)` leaves them out.
    package var index: any TaskIndex
    /// How tasks are written in the notes.
    package var texts: any TaskTexts
    /// The note that new tasks go into which are of no other: its name, or its path in the vault.
    package var note = "Tasks"

    package init(index: any TaskIndex, texts: any TaskTexts) {
      self.index = index
      self.texts = texts
    }
  }

  package struct Lifetime: Sendable {
    /// Ends what an earlier run left half done. Called once, before the notes are changed; answers
    /// with what a person should know.
    package var recover: @Sendable () async -> [String] = { [] }
    /// The vault is closed and the program continues: opening it again, in this process too, finds
    /// nothing held.
    package var close: @Sendable () -> Void = {}
    /// For a process that ends next: does what cannot be left to the system. Nothing is asked of the
    /// services after it.
    package var end: @Sendable () -> Void = {}
    /// Nil where no one remembers at which note the program died.
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

/// A vault as it was opened.
package struct OpenedVault: Sendable {
  package var services: VaultServices
  /// What it says for itself, over the person's settings.
  package var settings: SettingValues
  /// Whether all its notes are closed with one key.
  package var isEncrypted: Bool

  package init(
    _ services: VaultServices, settings: SettingValues = SettingValues(), isEncrypted: Bool = false
  ) {
    self.services = services
    self.settings = settings
    self.isEncrypted = isEncrypted
  }
}

/// The result of opening a vault.
package enum VaultOpening: Sendable {
  case open(OpenedVault)
  case locked(LockedVault)
}

/// A vault whose key is missing. Without it the vault can only be fetched.
package struct LockedVault: Sendable {
  /// Nil where nothing syncs it.
  package var sync: (any VaultSync)?
  package var settings: SettingValues

  package init(sync: (any VaultSync)?, settings: SettingValues) {
    self.sync = sync
    self.settings = settings
  }
}
