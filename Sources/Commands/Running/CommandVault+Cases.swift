import Bookmarks
import Comparing
import Conflicts
import Daily
import Doctor
import Editor
import Embedding
import Entities
import History
import Links
import NewNotes
import NoteList
import NoteLock
import OpenVault
import PrivateEditor
import Search
import Services
import Stats
import Table
import Tags
import Trash
import Undo
import UseCases
import VaultLayers
import VaultSettings

// more modules

/// The use cases of the vault: all that commands reach it by.
extension CommandVault {
  var notes: NoteListCases { NoteListCases(services) }
  func search(_ clock: any WallClock) -> SearchCases { SearchCases(services, clock: clock) }
  /// Nil where nothing comes in.
  var imports: (any NoteImports)? { services.exchange.imports }
  /// Nil where nothing goes out.
  var exports: (any NoteExports)? { services.exchange.exports }
  /// Nil where the vault cannot be synced.
  var sync: (any VaultSync)? { services.sync }
  var bookmarks: BookmarkCases { BookmarkCases(foreign: services.foreign, files: services.files) }
  func bases(_ clock: any WallClock) -> BaseCases { BaseCases(services, clock: clock) }
  /// Nil where nothing looks for them.
  var conflicts: ConflictCases? { services.conflicts.map(ConflictCases.init) }
  var history: HistoryCases { HistoryCases(versions: services.versions, store: services.store) }
  var links: LinkCases { LinkCases(services) }
  /// Nil where the vault itself is locked, and its notes are not.
  var locks: NoteLockCases? { services.locks.map(NoteLockCases.init) }
  var tags: TagCases { TagCases(services) }
  var trash: TrashCases { TrashCases(services.store) }
  // more cases

  /// The vault, in which nothing is changed; these know what would be.
  func tried(in files: TrialFiles) -> CommandVault {
    var vault = self
    vault.services = services.trial(files)
    return vault
  }

  func difference(made files: TrialFiles) async -> [UnifiedFile] {
    await files.difference(from: services)
  }

  var undo: UndoneSteps { UndoneSteps(services) }
  /// Throws unless these are one note, of the version that is expected.
  func check(_ notes: [NoteID], are version: ExpectedVersion) async throws(NoteStoreError) {
    try await services.check(notes, are: version)
  }

  /// What commands did, for `undo`.
  var done: StoredValue<DoneCommands> { services.state.done }
  /// What other programs have set for this vault.
  var foreign: any ForeignSettings { services.foreign }
  /// What notes show of others.
  var embeds: EmbedReader {
    EmbedReader(
      store: services.store,
      targets: IndexedTargets(index: services.index, links: services.queries.links),
      queries: services.queries.blocks)
  }

  func isAttachment(_ path: NotePath) -> Bool { services.files.fact(ofAttachment: path) != nil }

  /// Another one once a note, or what is in a folder, has changed.
  func state() async -> Int { await Self.state(of: services.files) }

  @concurrent
  private static func state(of files: any VaultFiles) async -> Int {
    let survey = files.survey { false }
    var hasher = Hasher()
    for entry in survey.entries {
      hasher.combine(survey.path(of: entry))
      hasher.combine(entry.fact.changed)
      hasher.combine(entry.fact.size)
    }
    for folder in survey.folders { hasher.combine(folder.changed) }
    return hasher.finalize()
  }

  func doctor(_ settings: any SettingsStore) -> DoctorCases {
    DoctorCases(services, settings: settings)
  }

  func stats(by settings: SettingValues, _ clock: any WallClock) -> StatsCases {
    StatsCases(services, tasks: services.tasks(by: settings), clock: clock)
  }

  func properties(_ clock: any WallClock) -> PropertyEditing {
    PropertyEditing(services, clock: clock)
  }

  /// By the settings, which say what are templates: their tasks are not listed.
  func tasks(
    _ clock: any WallClock, by settings: SettingValues = SettingValues()
  ) -> TaskCases {
    TaskCases(services, tasks: services.tasks(by: settings), clock: clock)
  }

  func ownEditor(_ clock: any WallClock) -> OwnEditorCases {
    OwnEditorCases(services, clock: clock)
  }

  func writer(_ clock: any WallClock) -> HeadlessNoteWriter {
    HeadlessNoteWriter(
      store: services.store, files: services.files, versions: services.versions, clock: clock)
  }

  func newNotes(by settings: SettingValues, _ clock: any WallClock) -> NewNoteCases {
    NewNoteCases(
      store: services.store, texts: services.texts,
      planner: NotePlanner(
        store: services.store, index: services.index, foreign: services.foreign,
        settings: settings, clock: clock))
  }

  /// Copies files from elsewhere into the vault.
  func attaching(_ files: any OutsideFiles) -> FileAttaching {
    FileAttaching(
      files, store: services.store, links: services.queries.links, foreign: services.foreign)
  }

  /// Nil where words are not looked up.
  var spelling: (any NoteSpelling)? { services.spelling }
  /// How dates are written.
  var dates: any TaskTexts { services.tasks.texts }

  func read(_ note: NoteID) async throws(NoteStoreError) -> NoteContent {
    try await services.store.read(note)
  }

  func allNotes() async throws(NoteIndexError) -> [NoteSummary] {
    let catalog = try await services.index.catalog(CatalogRequest())
    return catalog.notes(in: 0..<catalog.count)
  }

  func notes(called name: String) async throws(NoteIndexError) -> [NoteMatch] {
    try await services.index.find(name)
  }

  /// Has the index read what was changed. What a command did is done, even where this fails.
  func reindex(_ notes: [NoteID]) async {
    _ = try? await services.index.refresh(notes)
  }
}
