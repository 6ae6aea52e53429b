package import Entities
package import FileStore
package import Services
import Vault
import VaultLayers

/// The notes of a plain vault, some of them locked: a locked note can be read and written only
/// while it is open, and is never on the disk in plain text.
///
/// A locked note is an age file with a passphrase: `Diary.md.age`. Saving reuses its header, so
/// that the costly key derivation happens only once.
package final class LockedNotes: ForwardingStore {
  let folder: FolderStore
  let keyring: NoteKeyring
  let state: LockedState
  let tries: FailedAttempts
  /// The cost of guessing a new passphrase.
  let workFactor: Int

  /// `root` is the vault's folder, by its file system path. Wrong attempts are recorded in
  /// `stateFolder`. A lower work factor is only for tests and scripts.
  package init(
    _ folder: FolderStore, root: [UInt8], keyring: NoteKeyring, state: LockedState,
    stateFolder: [UInt8], clock: any WallClock, workFactor: Int = 18
  ) {
    self.folder = folder
    self.keyring = keyring
    self.state = state
    self.workFactor = workFactor
    tries = FailedAttempts(root: root, stateFolder: stateFolder, clock: clock)
  }

  package var store: any NoteStore { folder }

  func file(_ note: NoteID) -> LockedFile { LockedFile(note, in: folder) }

  /// Returns the key of an open note, and its file.
  func opened(
    _ id: NoteID
  ) async throws(NoteStoreError) -> (lock: HeldLock, closed: NoteContent) {
    let closed = try await file(id).closed()
    guard let lock = keyring.lock(of: id, fitting: closed.bytes) else { throw .locked(id.path) }
    return (lock, closed)
  }

  // MARK: - Reading

  package func read(_ id: NoteID) async throws(NoteStoreError) -> NoteContent {
    guard id.path.isLocked else { return try await folder.read(id) }
    let (lock, closed) = try await opened(id)
    return try file(id).text(of: closed, with: lock.key)
  }

  package func open(_ id: NoteID) async throws(NoteStoreError) -> any NoteReading {
    guard id.path.isLocked else { return try await folder.open(id) }
    return WholeReading(try await read(id))
  }

  // MARK: - Writing

  package func save(
    _ text: any ByteSource, to id: NoteID, replacing stamp: NoteStamp
  ) async throws(NoteStoreError) -> NoteStamp {
    guard id.path.isLocked else { return try await folder.save(text, to: id, replacing: stamp) }
    let file = file(id)
    let (lock, old) = try await opened(id)
    let (text, closed) = try file.close(text, with: lock.key)
    let there = try file.text(of: old, with: lock.key)
    // An attempt that seemed to fail may have written the same text.
    guard there.stamp.isText(of: stamp) || there.bytes == text else {
      throw .changedOutside(id.path)
    }
    let made = try await folder.save(closed, to: id, replacing: old.stamp)
    try await file.check(closed, at: made, after: "save")
    return LockedFile.stamp(text, of: made)
  }

  /// Creates a note next to a locked one, with the same passphrase.
  package func create(
    _ text: any ByteSource, titled title: String, in folder: NotePath, keptAs other: NoteID
  ) async throws(NoteStoreError) -> (id: NoteID, stamp: NoteStamp) {
    guard other.path.isLocked else { return try await create(text, titled: title, in: folder) }
    guard let lock = keyring.lock(of: other) else { throw .locked(other.path) }
    let name = NotePath("\(NoteFileName.stem(for: title)).md").withLock
    for candidate in NoteFileName.numbered(name.bytes).prefix(10_000) {
      let id = NoteID(folder.appending(NotePath(bytes: candidate)))
      do throws(NoteStoreError) {
        return (id, try await create(text, at: id, with: lock))
      } catch .changedOutside {
        continue
      }
    }
    throw .refused(folder.appending(name), reason: "too many notes have this name")
  }

  /// Creates a note at this path. A locked note is possible only if one was just open under the
  /// same name.
  package func create(
    _ text: any ByteSource, at id: NoteID
  ) async throws(NoteStoreError) -> NoteStamp {
    guard id.path.isLocked else { return try await folder.create(text, at: id) }
    guard let lock = keyring.lock(of: id) else {
      throw .refused(id.path, reason: "a note is made first and locked then")
    }
    return try await create(text, at: id, with: lock)
  }

  private func create(
    _ text: any ByteSource, at id: NoteID, with lock: HeldLock
  ) async throws(NoteStoreError) -> NoteStamp {
    let file = file(id)
    let (text, closed) = try file.close(text, with: lock.key)
    let made = try await folder.create(closed, at: id)
    _ = keyring.hold(lock.key, of: id)
    try await file.check(closed, at: made, after: "create")
    return LockedFile.stamp(text, of: made)
  }

}

extension NoteStamp {
  fileprivate func isText(of other: NoteStamp) -> Bool {
    size == other.size && digest == other.digest
  }
}
