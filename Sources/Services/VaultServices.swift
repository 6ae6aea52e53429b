/// Everything that an open vault is worked with through, made by the composition root: the same for
/// the screens and for commands.
package struct VaultServices {
  package var store: any NoteStore
  package var index: any NoteIndex
  package var search: any NoteSearch
  package var links: any NoteLinks
  package var moves: any NoteMoves
  package var changes: any NoteChanges
  package var rewriting: any NoteRewriting
  package var trash: any NoteTrash
  package var versions: any NoteVersions
  package var journal: any RecoveryJournal
  package var files: any VaultFiles
  package var events: any FileEvents
  package var health: any VaultHealth
  /// Nil where single notes have no locks: all of them are sealed together.
  package var locks: (any NoteLocks)?
  package var recent: any RecentNotes
  /// Where notes were left; forgotten with the program unless somebody keeps it.
  package var places: any KeptPlaces = PassingPlaces()
  /// Which names this program gave notes.
  package var ownMoves = OwnMoves()
  /// How the list is arranged; forgotten with the program unless somebody keeps it.
  package var arrangements: any ListArrangements = PassingArrangements()
  /// All tasks at once, those in templates too: `tasks(by:)` leaves them out.
  package var taskIndex: any TaskIndex = NoTasks()
  /// Searches with a name; forgotten with the program unless somebody keeps them.
  package var searches: any SavedSearches = PassingSearches()
  /// How titles and tags stand in the notes' texts.
  package var texts: any NoteTexts = PlainTexts()
  /// What was done on which day.
  package var activity: any NoteActivity = NoActivity()
  /// What other programs have set for this vault.
  package var foreign: any ForeignSettings = NoForeignSettings()
  /// How tasks stand in them.
  package var taskTexts: any TaskTexts = PlainTaskTexts()
  /// The note that new tasks go into which are of no other: its name, or its path in the vault.
  package var taskNote = "Tasks"
  /// Ends what an earlier run left half done. Called once, before the notes are changed; answers
  /// with what a person should know.
  package var recover: @Sendable () async -> [String]
  /// The vault is left and the program goes on: whoever opens it next, in this process too, finds
  /// nothing held.
  package var close: @Sendable () -> Void
  /// For a process that ends next: does what cannot be left to the system. Nothing is asked of the
  /// services after it.
  package var end: @Sendable () -> Void

  package init(
    store: any NoteStore, index: any NoteIndex, search: any NoteSearch, links: any NoteLinks,
    moves: any NoteMoves, changes: any NoteChanges, rewriting: any NoteRewriting,
    trash: any NoteTrash, versions: any NoteVersions, journal: any RecoveryJournal,
    files: any VaultFiles, events: any FileEvents, health: any VaultHealth,
    locks: (any NoteLocks)? = nil, recent: any RecentNotes = PassingRecentNotes(),
    recover: @escaping @Sendable () async -> [String] = { [] },
    close: @escaping @Sendable () -> Void = {}, end: @escaping @Sendable () -> Void = {}
  ) {
    self.close = close
    self.recover = recover
    self.end = end
    self.store = store
    self.index = index
    self.search = search
    self.links = links
    self.moves = moves
    self.changes = changes
    self.rewriting = rewriting
    self.trash = trash
    self.versions = versions
    self.journal = journal
    self.files = files
    self.events = events
    self.health = health
    self.locks = locks
    self.recent = recent
  }

  /// Changes tasks, by the store and the rewriting at hand.
  package var taskWriting: any TaskWriting {
    NoteTaskWriting(store: store, rewriting: rewriting, texts: taskTexts, taskNote: taskNote)
  }
}
