package import Entities
package import Files
package import Services

/// The notes of one vault as files in a folder, plain or encrypted.
///
/// The actor makes one change at a time and waits for the disk off the main actor. Reads run in
/// parallel, so that no note is shown later because another is being written; large texts are
/// written in parallel, so that no other note waits for a gigabyte. This is safe because each write
/// copes with other programs, and therefore also with this one.
package actor FolderStore: NoteStore {
  private nonisolated let work: any StoreWork
  /// Nil if no note can be replaced by another file.
  private nonisolated let siblings: VaultFolder?
  private nonisolated let background: (any TaskExecutor)?
  private nonisolated let turns: WriteLocks
  /// Larger texts are written in parallel.
  private static let largestInTurn = 1 << 20

  /// `background` runs the listings.
  package init(
    _ work: any StoreWork, background: (any TaskExecutor)? = nil, turns: WriteLocks = .none
  ) {
    self.init(work, siblings: nil, background, turns)
  }

  private init(
    _ work: any StoreWork, siblings: VaultFolder?, _ background: (any TaskExecutor)?,
    _ turns: WriteLocks
  ) {
    self.work = work
    self.siblings = siblings
    self.background = background
    self.turns = turns
  }

  /// Opens a plain vault. `root` is its folder as the file system names it; runs of the program
  /// with the same `turns` write a note one after the other. `alikeNames` avoids reading the
  /// folder's names for a new note. `plainWriteRefusal` says why no text may be written any more.
  package init(
    root: [UInt8], clock: any WallClock, background: (any TaskExecutor)? = nil,
    turns: WriteLocks = .none, alikeNames: @escaping AlikeNames = { _, _, _ in nil },
    plainWriteRefusal: @escaping @Sendable () -> String? = { nil }
  ) {
    let folder = VaultFolder(
      root: root, clock: clock, turns: turns, alikeNames: alikeNames,
      plainWriteRefusal: plainWriteRefusal)
    self.init(folder, siblings: folder, background, turns)
  }

  package init(root: String, clock: any WallClock) {
    self.init(root: Array(root.utf8), clock: clock)
  }

  package nonisolated func list() -> AsyncStream<ListingBatch> {
    let work = work
    return AsyncStream { continuation in
      let task = Task.detached(executorPreference: background, priority: .userInitiated) {
        Listing(files: work.files).run(
          isCancelled: { Task.isCancelled }, yield: { continuation.yield($0) })
        continuation.finish()
      }
      continuation.onTermination = { _ in task.cancel() }
    }
  }

  @concurrent
  package nonisolated func summary(of id: NoteID) async throws(NoteStoreError) -> NoteSummary {
    try work.summary(of: id)
  }

  @concurrent
  package nonisolated func read(_ id: NoteID) async throws(NoteStoreError) -> NoteContent {
    try work.read(id)
  }

  @concurrent
  package nonisolated func open(_ id: NoteID) async throws(NoteStoreError) -> any NoteReading {
    try work.open(id)
  }

  @concurrent
  package nonisolated func save(
    _ text: any ByteSource, to id: NoteID, replacing stamp: NoteStamp
  ) async throws(NoteStoreError) -> NoteStamp {
    if text.byteCount > Self.largestInTurn {
      return try work.save(text, to: id, replacing: stamp)
    }
    return try await saveInTurn(text, to: id, replacing: stamp)
  }

  private func saveInTurn(
    _ text: any ByteSource, to id: NoteID, replacing stamp: NoteStamp
  ) throws(NoteStoreError) -> NoteStamp {
    try work.save(text, to: id, replacing: stamp)
  }

  package func create(
    _ text: any ByteSource, titled title: String, in folder: NotePath
  ) async throws(NoteStoreError) -> (id: NoteID, stamp: NoteStamp) {
    try work.create(text, titled: title, in: folder)
  }

  package func create(
    _ text: any ByteSource, at id: NoteID
  ) async throws(NoteStoreError) -> NoteStamp {
    try work.create(text, at: id, modified: nil)
  }

  package func createMany(_ files: [NewVaultFile]) async -> [Result<NoteStamp, NoteStoreError>] {
    work.createMany(files)
  }

  /// Checks that the note's file has only this name and is no link, and that a note in the same
  /// folder may have the other name.
  package func checkSibling(
    at sibling: NoteID, of id: NoteID, to action: String
  ) throws(NoteStoreError) {
    try siblings(of: id, to: action).checkSibling(at: sibling, of: id, to: action)
  }

  /// Makes a checked note next to another one, with the same time and permissions. Throws
  /// `.changedOutside` if the name is in use.
  package func createSibling(
    _ text: any ByteSource, at id: NoteID, of old: NoteID
  ) throws(NoteStoreError) -> NoteStamp {
    try siblings(of: old, to: "replace").createSibling(text, at: id, of: old)
  }

  /// Removes a note for good. Throws `.changedOutside` and removes nothing if its text has changed.
  package func remove(_ id: NoteID, replacing stamp: NoteStamp) throws(NoteStoreError) {
    try siblings(of: id, to: "remove").remove(id, replacing: stamp)
  }

  private func siblings(
    of id: NoteID, to action: String
  ) throws(NoteStoreError) -> VaultFolder {
    guard let siblings else { throw .notPermitted(id.path, action: action) }
    return siblings
  }

  package func trash(_ id: NoteID) async throws(NoteStoreError) -> TrashedNote {
    try work.trash(id)
  }

  package func trashMany(_ ids: [NoteID]) async -> [Result<TrashedNote, NoteStoreError>] {
    work.trashMany(ids)
  }

  package func putBack(
    _ note: NoteID, as trashed: TrashedNote
  ) async throws(NoteStoreError) -> TrashedNote {
    try work.putBack(note, as: trashed)
  }

  package func removeMany(_ files: [MadeFile]) async -> [Result<Void, NoteStoreError>] {
    work.removeMany(files)
  }

  package func missingFolders(for files: [NoteID]) async -> [NotePath] {
    work.missingFolders(for: files)
  }

  package func restore(_ trashed: TrashedNote) async throws(NoteStoreError) -> NoteID {
    try work.restore(trashed)
  }

  package func restoreMany(_ notes: [TrashedNote]) async -> [Result<NoteID, NoteStoreError>] {
    work.restoreMany(notes)
  }

  package func trashed() async throws(NoteStoreError) -> [TrashedNote] {
    try work.trashed()
  }

  package func read(_ trashed: TrashedNote) async throws(NoteStoreError) -> [UInt8] {
    try work.read(trashed)
  }

  package func deleteForGood(_ notes: [TrashedNote]) async throws(NoteStoreError) {
    try work.deleteForGood(notes)
  }

  package func followLink(of id: NoteID, to target: String) async {
    work.followLink(of: id, to: target)
  }

  package nonisolated func turn(at id: NoteID) async -> (any NoteTurn)? {
    guard let lock = await turns.lockForRewrite(of: id.path.bytes) else { return nil }
    return HeldTurn(lock)
  }
}

/// A turn to change a note, until this is released.
private final class HeldTurn: Sendable {
  private let lock: Descriptor

  init(_ lock: consuming Descriptor) { self.lock = lock }
}
