import App
import Entities
import FileStore
import Files
import SealedStore
import SearchIndex
import Services
import Synchronization
import Vault

extension Composition {
  /// The parts of an encrypted vault that stands open. All that they keep anywhere is closed with its
  /// keys, which go with the last of them.
  func sealedParts(
    of vault: VaultID, _ keys: VaultKeys, isReadOnly: Bool, on threads: any TaskExecutor
  ) -> (services: VaultServices, index: VaultIndex) {
    let (clock, root, seal) = (clock, vault.path.bytes, keys.stateSeal)
    let (state, cache) = (
      Array(environment.stateFolder.utf8), Array(environment.cacheFolder.utf8)
    )
    let names = LateIndex()
    let sealed = SealedVault(
      root: root, identity: keys.identity, seal: seal, cacheFolder: cache, stateFolder: state,
      clock: clock, background: threads, identified: { names.notes(identified: $0) })
    let index = VaultIndex(
      files: sealed.files, folder: seal.folder("index", of: root, in: cache), clock: clock,
      seal: keys.blockSeal)
    names.set(index)
    let versions = FolderVersions(
      stateFolder: state, vault: vault, clock: clock, background: threads,
      largestText: settings.largestVersioned, seal: seal)
    let journal = FolderJournal(stateFolder: state, vault: vault, clock: clock, seal: seal)
    let places = PlacesFile(stateFolder: state, vault: vault, seal: seal)
    let recent = RecentNotesFile(stateFolder: state, vault: vault, seal: seal)
    let ownMoves = OwnMoves()
    let follow = { @Sendable (moves: [NoteMove]) in
      await places.follow(moves)
      await recent.follow(moves)
    }
    let arrangements = FolderArrangements(
      stateFolder: state, vault: vault, seal: seal, standard: listOrder(of: vault))
    var services = VaultServices(
      store: VersionedStore(sealed.notes, versions: versions),
      index: FreshIndex(index), search: index, links: index,
      moves: FollowedMoves(
        VersionedMoves(sealed.moves, versions: versions), own: ownMoves, follow: follow),
      changes: index,
      rewriting: FollowedRewriting(
        VersionedRewriting(sealed.moves, store: sealed.notes, versions: versions), own: ownMoves
      ) { moves in
        await follow(moves)
        _ = try? await arrangements.change { $0.follow(moves) }
      },
      trash: VersionedTrash(sealed.trash, versions: versions), versions: versions,
      journal: journal, files: sealed.files, events: sealed.events,
      health: SealedHealth(health(of: vault, sealed.files), root: root, seen: sealed.seen),
      recent: recent,
      close: { journal.end() },
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
    services.searches = FolderSearches(stateFolder: state, vault: vault, seal: seal)
    if isReadOnly {
      services.forbidChanges(store: sealed.notes, trash: sealed.trash)
      services.recover = { PlainStrays.warnings(in: root) }
    } else {
      services.recover = {
        let said = await sealed.recover()
        await versions.recover { sealed.files.facts(of: $0) != nil }
        return PlainStrays.warnings(in: root) + said
      }
    }
    return (services, index)
  }
}

/// The index, for those parts that it is made of.
private final class LateIndex: Sendable {
  private let index = Mutex<VaultIndex?>(nil)

  func set(_ index: VaultIndex) { self.index.withLock { $0 = index } }

  func notes(identified key: [UInt8]) -> [NotePath] {
    index.withLock { $0 }?.notes(identified: key) ?? []
  }
}
