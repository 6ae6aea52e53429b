import Entities
import Exporting
import FileStore
import Files
import Importing
import OpenVault
import QueryBlocks
import SealedStore
import SearchIndex
import Services
import Spelling
import Vault
import VaultLayers
import VaultSettings

/// The parts of an open vault, encrypted or not, before the common layers are added.
struct VaultParts {
  /// Reads notes as they are on disk, without decrypting locked ones.
  let folder: FolderStore
  let store: any NoteStore
  let versions: FolderVersions
  let moves: any NoteMoves & NoteRewriting
  let journal: FolderJournal
  let index: VaultIndex
  let files: any VaultFiles
  let events: any FileEvents
  let health: any VaultHealth
  /// Encrypts what is stored outside the vault.
  let seal: StateSeal
  /// The support for locked notes of a plain vault.
  var locked: LockedParts?
  /// The encrypted vault, if it is open.
  var sealed: SealedVault?
  /// Finishes what an earlier run left half done; in a read-only vault, it only checks.
  let recover: @Sendable () async -> [String]

  struct LockedParts {
    let locks: any NoteLocks
    let versions: any NoteVersions
    let journal: any RecoveryJournal
    let hold: FolderHold?
  }
}

extension Composition {
  /// Opens a vault for a screen, which observes other programs' changes. Locks and settings are
  /// read from disk off the main actor.
  @concurrent
  func openForScreen(_ vault: VaultID, isReadOnly: Bool) async -> VaultOpening {
    if let locked = await locked(vault, isReadOnly: isReadOnly) { return .locked(locked) }
    var opened = open(
      vault, settings(of: vault), isReadOnly: isReadOnly, isWatched: true, on: threads)
    // Preloaded, because the first frame shows the list in this order.
    let state = opened.services.state
    opened.services.state.arrangement = state.arrangement.preloaded()
    // Reads where earlier runs stopped, because screens ask for it.
    _ = opened.services.lifetime.shown?.stopped(at: NoteID(NotePath("")))
    return .open(opened)
  }

  /// Returns the locked vault; nil if its key is available, or it needs none.
  @concurrent
  func locked(_ vault: VaultID, isReadOnly: Bool) async -> LockedVault? {
    guard keyring.identity(of: vault) == nil, vaults.isLocked(vault) else { return nil }
    return LockedVault(
      sync: isReadOnly ? nil : lockedSync(of: vault), settings: settings(of: vault))
  }

  private func settings(of vault: VaultID) -> SettingValues {
    (try? SettingsFile(vault: vault).values()) ?? SettingValues()
  }

  /// Opens a vault; `own` is its own settings. Without `isWatched` it checks for other programs'
  /// changes on each request.
  ///
  /// In an encrypted vault, everything is encrypted with its keys; without them nothing is written.
  func open(
    _ vault: VaultID, _ own: SettingValues, isReadOnly: Bool, isWatched: Bool,
    on threads: any TaskExecutor
  ) -> OpenedVault {
    var part = self
    part.settings = settings.overridden(by: own)
    if let keys = keyring.identity(of: vault).flatMap({ try? VaultKeys(identity: $0) }) {
      let parts = part.sealedParts(
        of: vault, keys, isReadOnly: isReadOnly, isWatched: isWatched, on: threads)
      return OpenedVault(
        part.services(of: vault, parts, isReadOnly), settings: own, isEncrypted: true)
    }
    // The hold stops other programs from encrypting the vault meanwhile: plain text would be
    // written into it.
    let isEncrypted = VaultLock.isLocked(vault.path.bytes)
    let mayWrite = !isReadOnly && !isEncrypted
    let hold = mayWrite ? FolderHold(vault.path.bytes) : nil
    let isReadOnly = !mayWrite || hold?.isRefused == true
    let parts = part.plainParts(
      of: vault, hold, isReadOnly: isReadOnly, isWatched: isWatched, on: threads)
    return OpenedVault(
      part.services(of: vault, parts, isReadOnly), settings: own, isEncrypted: isEncrypted)
  }

  /// Adds versions, names that follow moves, and the user's stored state.
  private func services(
    of vault: VaultID, _ parts: VaultParts, _ isReadOnly: Bool
  ) -> VaultServices {
    let (index, locked) = (parts.index, parts.locked)
    let versions: any NoteVersions = locked?.versions ?? parts.versions
    let state = StateFiles(stateFolder: stateFolder, vault: vault, seal: parts.seal)
      .state(standard: settings.listOrder)
    let ownMoves = RecentOwnRenames()
    let moves = FollowedMoves(
      parts.moves, store: parts.folder, versions: parts.versions, own: ownMoves
    ) { moves in
      _ = try? await state.positions.change { $0.follow(moves) }
      _ = try? await state.recent.change { $0.follow(moves) }
      _ = try? await state.arrangement.change { $0.follow(moves) }
    } followRewriting: { moves in
      if !(await state.imported.load()).entries.isEmpty {
        _ = try? await state.imported.change { $0.follow(moves) }
      }
    }
    let foreign = ObsidianFolder(root: vault.path.bytes)
    var services = VaultServices(
      store: VersionedStore(parts.store, versions: versions),
      versions: versions,
      journal: locked?.journal ?? parts.journal, locks: locked?.locks, moves: moves,
      index: index,
      queries: .init(
        search: index.isWatched ? LiveSearch(index.search) : index.search, links: index.links,
        changes: index.changes, activity: index.activity),
      tasks: .init(index: index.tasks, texts: MarkdownTaskTexts(foreign: foreign)),
      texts: MarkdownTexts(),
      files: parts.files, events: parts.events, health: parts.health,
      foreign: foreign)
    services.queries.tables = index.tables
    services.tasks.note = settings[.taskNote] ?? services.tasks.note
    services.ownMoves = ownMoves
    services.state = state
    services.spelling = spelling(in: vault, isEncrypted: parts.locked == nil, isReadOnly)
    let (journal, hold) = (parts.journal, locked?.hold)
    let shown = ShownFile(stateFolder: stateFolder, vault: vault, seal: parts.seal)
    services.lifetime.shown = shown
    services.lifetime.close = {
      shown.end()
      journal.end()
      hold?.release()
    }
    services.lifetime.end = { index.end() }
    services.lifetime.recover = parts.recover
    services.queries.blocks = VaultBlocks(
      search: services.queries.search, tasks: index.tasks, store: services.store,
      tables: index.tables, foreign: services.foreign, files: parts.files, clock: clock)
    var exported = services
    (exported.store, exported.queries.search) = (parts.store, index.search)
    services.exchange.exports = VaultExports(
      ExportServices(
        root: vault.path, isEncrypted: locked == nil, vault: exported, tables: index.tables,
        tasks: index.tasks, clock: clock, temporary: environment.temporaryFolder))
    if isReadOnly {
      services.forbidChanges(of: parts.store)
    } else {
      services.sync = sync(of: vault, parts)
      services.exchange.imports = VaultImports(
        store: services.store, files: parts.files, foreign: services.foreign, state: state,
        clock: clock, folders: archiveFolders, own: vault.path)
    }
    services.conflicts = conflicts(in: services, parts.sealed?.copies)
    return services
  }

  /// The folders in which users and browsers put exports of other programs.
  private var archiveFolders: [NotePath] {
    let home = NotePath(environment.home)
    return [home] + ["Downloads", "Documents", "Desktop"].map { home.appending(NotePath($0)) }
  }

  private func spelling(
    in vault: VaultID, isEncrypted: Bool, _ isReadOnly: Bool
  ) -> DictionarySpelling {
    DictionarySpelling(
      folders: environment.dictionaryFolders, locale: environment.language,
      personWords: NotePath("\(environment.configFolder)/words"),
      vaultWords: isEncrypted ? nil : vault.path.appending(NotePath(".notes-tui/words")),
      isReadOnly: isReadOnly)
  }

  private func plainParts(
    of vault: VaultID, _ hold: FolderHold?, isReadOnly: Bool, isWatched: Bool,
    on threads: any TaskExecutor
  ) -> VaultParts {
    let (clock, root, state) = (clock, vault.path.bytes, stateFolder)
    let plainWriteRefusal = { @Sendable in VaultLock.plainWriteRefusal(root) }
    let files = FolderFiles(root: root, clock: clock)
    let index = VaultIndex(
      files: files, folder: StateSeal.none.folder("index", of: root, in: cacheFolder),
      clock: clock, foreign: ObsidianFolder(root: root), isWatched: isWatched)
    let folder = FolderStore(
      root: root, clock: clock, background: threads,
      turns: WriteLocks(stateFolder: state, root: root),
      alikeNames: { index.notes(namedLike: $0, in: $1, asOf: $2) },
      plainWriteRefusal: plainWriteRefusal)
    let versions = FolderVersions(
      stateFolder: state, vault: vault, clock: clock, background: threads,
      largestText: settings.largestVersioned)
    let moves = FolderMoves(
      root: root, stateFolder: state, vault: vault, clock: clock,
      identified: { index.notes(identified: $0) }, plainWriteRefusal: plainWriteRefusal)
    let journal = FolderJournal(stateFolder: state, vault: vault, clock: clock)
    let keys = NoteKeyring()
    let lockedState = LockedState(
      versions: versions, journal: journal, index: index, vault: root, stateFolder: state)
    let notes = LockedNotes(
      folder, root: root, keyring: keys, state: lockedState, stateFolder: state, clock: clock,
      workFactor: workFactor)
    return VaultParts(
      folder: folder, store: notes, versions: versions, moves: moves, journal: journal,
      index: index, files: files, events: FolderEvents(root: root, files: files),
      health: health(of: vault, files), seal: .none,
      locked: .init(
        locks: notes, versions: LockedVersions(versions, keyring: keys),
        journal: LockedJournal(journal, keyring: keys), hold: hold)
    ) {
      if isReadOnly { return [] }
      let said = await moves.recover()
      await lockedState.recover()
      await versions.recover { files.facts(of: $0) != nil }
      return said
    }
  }

  func health(of vault: VaultID, _ files: any VaultFiles) -> FolderHealth {
    FolderHealth(
      vault: vault.path, files: files,
      folders: [
        .init(part: "unsaved texts", folder: NotePath("\(environment.stateFolder)/recovery")),
        .init(part: "version files", folder: NotePath("\(environment.stateFolder)/versions")),
        .init(part: "index files", folder: NotePath("\(environment.cacheFolder)/index")),
      ])
  }
}

extension VaultServices {
  /// Makes all changes fail from here on.
  fileprivate mutating func forbidChanges(of store: any NoteStore) {
    self.store = ReadOnlyStore(store)
    moves = ReadOnlyMoves()
    journal = ReadOnlyJournal()
    locks = locks.map { ReadOnlyLocks($0) }
  }
}
