import Bookmarks
import Comparing
import Conflicts
import Daily
import Doctor
import Saving
import Embedding
import Entities
import History
import Links
import Lsp
import NewNotes
import NoteList
import NoteLock
import NoteQueries
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

import Requests
// more modules

/// The use cases of the vault, through which commands access it.
extension CommandVault {
  var notes: NoteListCases { NoteListCases(services) }
  func search(_ clock: any WallClock) -> SearchCases { SearchCases(services, clock: clock) }
  /// Nil if imports are not supported.
  var imports: (any NoteImports)? { services.exchange.imports }
  /// Nil if exports are not supported.
  var exports: (any NoteExports)? { services.exchange.exports }
  /// Nil if the vault cannot be synced.
  var sync: (any VaultSync)? { services.sync }
  func addingBookmarks(_ clock: any WallClock) -> BookmarkAdding {
    BookmarkAdding(store: services.store, clock: clock)
  }
  var bookmarks: BookmarkCases { BookmarkCases(foreign: services.foreign, files: services.files) }
  func bases(_ clock: any WallClock) -> BaseCases { BaseCases(services, clock: clock) }
  /// Nil if conflict copies are not searched for.
  var conflicts: ConflictCases? { services.conflicts.map(ConflictCases.init) }
  func edits(_ clock: any WallClock) -> EditCases { EditCases(services, clock: clock) }
  var contexts: ContextCases { ContextCases(services) }
  var history: HistoryCases { HistoryCases(versions: services.versions, store: services.store) }
  var links: LinkCases { LinkCases(services) }
  /// Nil if the vault itself is encrypted, so that its notes have no locks.
  var locks: NoteLockCases? { services.locks.map(NoteLockCases.init) }
  var tags: TagCases { TagCases(services) }
  var trash: TrashCases { TrashCases(services.store) }
  func requests(by settings: SettingValues, _ clock: any WallClock) -> RequestsCases {
    RequestsCases(
      services, planner: newNotes(by: settings, clock).planner, clock: clock)
  }
  // more cases

  /// Returns a vault that changes nothing; `files` records what would change.
  func tried(in files: TrialFiles) -> CommandVault {
    var vault = self
    vault.services = services.trial(files)
    return vault
  }

  func own(_ program: any OwnProgramRunning, _ clock: any WallClock) -> OwnCommandCases {
    OwnCommandCases(
      services, in: folder, isEncrypted: isEncrypted, program: program, clock: clock)
  }

  func difference(made files: TrialFiles) async -> [UnifiedFile] {
    await files.difference(from: services)
  }

  var undo: UndoneSteps { UndoneSteps(services) }
  /// Throws unless this is one note with the expected version.
  func check(_ notes: [NoteID], are version: ExpectedVersion) async throws(NoteStoreError) {
    try await services.check(notes, are: version)
  }

  /// The commands that `undo` can revert.
  var done: StoredValue<DoneCommands> { services.state.done }
  var foreign: any ForeignSettings { services.foreign }
  var embeds: EmbedReader {
    EmbedReader(
      store: services.store,
      targets: IndexedTargets(index: services.index, links: services.queries.links),
      queries: services.queries.blocks)
  }

  /// Nil if query blocks are shown as code.
  var blocks: (any BlockQueries)? { services.queries.blocks }

  /// Returns all notes that match.
  func notes(matching query: NoteQuery) async throws(NoteIndexError) -> Set<NoteID> {
    let found = try await services.queries.search.search(query, limit: 1 << 30, excerpts: false)
    return Set(found.hits.map(\.id))
  }

  /// Returns the use cases of bases over a part of the vault's files.
  func bases(
    of isShown: @escaping @Sendable (NotePath) -> Bool, _ clock: any WallClock
  ) -> BaseCases {
    BaseCases(services.withTables(of: isShown), clock: clock)
  }

  func isAttachment(_ path: NotePath) -> Bool { services.files.fact(ofAttachment: path) != nil }

  /// A hash that differs after a change to any note or folder.
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

  func doctor(_ settings: any SettingsStore, _ bell: NotifyBell?) -> DoctorCases {
    DoctorCases(services, settings: settings, bell: bell)
  }

  func stats(by settings: SettingValues, _ clock: any WallClock) -> StatsCases {
    StatsCases(services, tasks: services.tasks(by: settings), clock: clock)
  }

  func properties(_ clock: any WallClock) -> PropertyEditing {
    PropertyEditing(services, clock: clock)
  }

  /// Returns the file to which a wiki link with this name leads.
  func linked(_ name: String) async throws(NoteIndexError) -> NoteID? {
    try await services.queries.links.target(
      of: name, in: LinkHome(note: NoteID(""), isMarkdown: false))
  }

  func details(of note: NoteID) async throws(NoteIndexError) -> NoteDetails? {
    try await services.index.details(of: note)
  }

  /// Returns the notes that were opened last, the latest first.
  func recent() async -> [NoteID] { await services.state.recent.load().notes }

  /// Returns the notes that are chosen from a table of all files, by path.
  @concurrent
  func notes(
    _ request: FileTableRequest = FileTableRequest(),
    where isWanted: @Sendable (FileRow, any FileTable) -> Bool
  ) async throws(NoteIndexError) -> [FileRow] {
    guard let tables = services.queries.tables else {
      throw .refused("This vault has no index that lists all files.")
    }
    let table = try await tables.table(request)
    return table.rows.filter { $0.path.isOfNote && isWanted($0, table) }
      .sorted { $0.path < $1.path }
  }

  /// Returns the files that are not notes and have this name or path, with or without case.
  @concurrent
  func attachments(called name: String) async -> [NotePath] {
    let key = "/" + name.lowercased()
    return services.files.attachments().filter { "/\($0.text)".lowercased().hasSuffix(key) }
      .sorted()
  }

  /// Returns all files and folders, by path.
  @concurrent
  func listing() async -> VaultListing {
    let survey = services.files.survey { false }
    var listing = VaultListing(
      files: survey.entries.map { (survey.path(of: $0), $0.fact) },
      folders: survey.folders.map(\.path).filter { !$0.bytes.isEmpty }.sorted())
    for path in services.files.attachments() {
      if let fact = services.files.fact(ofAttachment: path) { listing.files.append((path, fact)) }
    }
    listing.files.sort { $0.path < $1.path }
    return listing
  }

  /// Returns the task cases. The settings determine the template folder, whose tasks are not
  /// listed.
  func tasks(
    _ clock: any WallClock, by settings: SettingValues = SettingValues()
  ) -> TaskCases {
    TaskCases(services, tasks: services.tasks(by: settings), clock: clock)
  }

  /// `report`: changes are recorded for `undo`, and it is told what could not be.
  func reminders(
    _ clock: any WallClock, by settings: SettingValues,
    recording report: (@MainActor @Sendable (String) -> Void)? = nil
  ) -> ReminderCases {
    var services = services
    if let report {
      let command = DoneCommand("remind", began: clock.now)
      services = services.recorded(by: DoneRecorder(command, in: services, tell: report))
    }
    return ReminderCases(
      services, tasks: services.tasks(by: settings), by: settings, isSecret: isEncrypted,
      clock: clock)
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

  /// The vault for the server of an editor; `folders` are its absolute paths.
  func editing(
    in folders: [NotePath], by settings: SettingValues, _ clock: any WallClock
  ) -> LspVault {
    LspVault(services, in: folders, by: settings, clock)
  }

  /// Copies outside files into the vault.
  func attaching(_ files: any OutsideFiles) -> FileAttaching {
    FileAttaching(
      files, store: services.store, links: services.queries.links, foreign: services.foreign)
  }

  /// Nil if there is no spell checker.
  var spelling: (any NoteSpelling)? { services.spelling }
  /// Formats dates in tasks.
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

  /// Updates the index after a change. Errors are ignored, because the change itself is done.
  func reindex(_ notes: [NoteID]) async {
    _ = try? await services.index.refresh(notes)
  }
}

/// The files and folders of a vault.
struct VaultListing: Sendable {
  var files: [(path: NotePath, fact: FileFact)]
  var folders: [NotePath]
}
