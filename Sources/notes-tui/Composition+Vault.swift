import App
import Entities
import FileStore
import Files
import SealedStore
import SearchIndex
import Services
import Vault

extension Composition {
  /// For a screen, which hears of what other programs do.
  func screenServices(
    for vault: VaultID, _ options: LaunchOptions
  ) -> VaultServices {
    var (services, index) = parts(of: vault, isReadOnly: options.isReadOnly, on: threads)
    services.index = index
    services.search = HeardSearch(index)
    return services
  }

  /// For a command, which looks for what other programs did whenever it asks.
  func commandServices(
    for vault: VaultID, isReadOnly: Bool, on threads: any TaskExecutor
  ) -> VaultServices {
    parts(of: vault, isReadOnly: isReadOnly, on: threads).services
  }

  /// None of them touches the disk before it is used, but that a plain vault is held. In an encrypted
  /// vault everything is closed with its keys; without them nothing is written at all.
  private func parts(
    of vault: VaultID, isReadOnly: Bool, on threads: any TaskExecutor
  ) -> (services: VaultServices, index: VaultIndex) {
    if let keys = keyring.identity(of: vault).flatMap({ try? VaultKeys(identity: $0) }) {
      return sealedParts(of: vault, keys, isReadOnly: isReadOnly, on: threads)
    }
    return plainParts(
      of: vault, isReadOnly: isReadOnly || VaultLock.isLocked(vault.path.bytes), on: threads)
  }

  private func plainParts(
    of vault: VaultID, isReadOnly: Bool, on threads: any TaskExecutor
  ) -> (services: VaultServices, index: VaultIndex) {
    let (clock, root) = (clock, vault.path.bytes)
    let (state, cache) = (
      Array(environment.stateFolder.utf8), Array(environment.cacheFolder.utf8)
    )
    // While it is open here no other program encrypts it: plain text would be written into it then.
    let hold = isReadOnly ? nil : FolderHold(root)
    let isReadOnly = isReadOnly || hold?.isRefused == true
    let whyNotPlain = { @Sendable in VaultLock.whyNotPlain(root) }
    let files = FolderFiles(root: root, clock: clock)
    let index = VaultIndex(
      files: files, folder: StateSeal.none.folder("index", of: root, in: cache), clock: clock)
    let folder = FolderStore(
      root: root, clock: clock, background: threads,
      turns: WritingTurns(stateFolder: state, root: root),
      alikeNames: { index.notes(namedLike: $0, in: $1, asOf: $2) }, whyNotPlain: whyNotPlain)
    let versions = FolderVersions(
      stateFolder: state, vault: vault, clock: clock, background: threads,
      largestText: settings.largestVersioned)
    let moves = FolderMoves(
      root: root, stateFolder: state, vault: vault, clock: clock,
      identified: { index.notes(identified: $0) }, whyNotPlain: whyNotPlain)
    let journal = FolderJournal(stateFolder: state, vault: vault, clock: clock)
    let keys = NoteKeyring()
    let lockedState = LockedState(
      versions: versions, journal: journal, index: index, vault: root, stateFolder: state)
    let notes = LockedNotes(
      folder, root: root, keyring: keys, state: lockedState, stateFolder: state, clock: clock,
      workFactor: workFactor)
    let lockedVersions = LockedVersions(versions, keyring: keys)
    let places = PlacesFile(stateFolder: state, vault: vault)
    let recent = RecentNotesFile(stateFolder: state, vault: vault)
    let ownMoves = OwnMoves()
    let follow = { @Sendable (moves: [NoteMove]) in
      await places.follow(moves)
      await recent.follow(moves)
    }
    let arrangements = FolderArrangements(
      stateFolder: state, vault: vault, standard: listOrder(of: vault))
    var services = VaultServices(
      store: VersionedStore(notes, versions: lockedVersions),
      index: FreshIndex(index), search: index, links: index,
      moves: FollowedMoves(
        VersionedMoves(moves, versions: versions), own: ownMoves, follow: follow),
      changes: index,
      rewriting: FollowedRewriting(
        VersionedRewriting(moves, store: folder, versions: versions), own: ownMoves
      ) { moves in
        await follow(moves)
        _ = try? await arrangements.change { $0.follow(moves) }
      },
      trash: VersionedTrash(folder, versions: versions), versions: lockedVersions,
      journal: LockedJournal(journal, keyring: keys), files: files,
      events: FolderEvents(root: root, files: files), health: health(of: vault, files),
      locks: notes, recent: recent,
      close: {
        journal.end()
        hold?.release()
      },
      end: { index.end() })
    services.texts = MarkdownTexts()
    services.activity = index
    services.foreign = ObsidianFolder(root: root)
    services.taskIndex = index
    services.taskTexts = MarkdownTaskTexts()
    services.taskNote = settings[.taskNote] ?? services.taskNote
    services.places = places
    services.ownMoves = ownMoves
    services.arrangements = arrangements
    services.searches = FolderSearches(stateFolder: state, vault: vault)
    if isReadOnly {
      services.forbidChanges(store: notes, trash: folder)
    } else {
      services.recover = {
        let said = await moves.recover()
        await lockedState.recover()
        await versions.recover { files.facts(of: $0) != nil }
        return said
      }
    }
    return (services, index)
  }

  /// The order of a vault's list that nobody put in another one; the vault's own setting goes first.
  func listOrder(of vault: VaultID) -> @Sendable () -> CatalogRequest.Order {
    let (person, file) = (settings, SettingsFile(vault: vault))
    return { person.overridden(by: (try? file.values()) ?? SettingValues()).listOrder }
  }

  func health(of vault: VaultID, _ files: any VaultFiles) -> FolderHealth {
    FolderHealth(
      vault: vault.path, files: files,
      places: [
        .init(part: "unsaved texts", folder: NotePath("\(environment.stateFolder)/recovery")),
        .init(part: "version files", folder: NotePath("\(environment.stateFolder)/versions")),
        .init(part: "index files", folder: NotePath("\(environment.cacheFolder)/index")),
      ])
  }
}

extension VaultServices {
  /// What would change the vault is refused from here on.
  mutating func forbidChanges(store: any NoteStore, trash: any NoteTrash) {
    self.store = ReadOnlyStore(store)
    self.trash = ReadOnlyTrash(trash)
    moves = ReadOnlyMoves()
    rewriting = ReadOnlyRewriting()
    journal = ReadOnlyJournal()
    locks = locks.map { ReadOnlyLocks($0) }
    recover = { [] }
  }
}
