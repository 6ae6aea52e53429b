import Entities
package import FileStore
import Files
import Glibc
import OpenVault
package import Services
import Vault

/// The changes that locking a note makes to its state outside the vault.
package struct LockedState: Sendable {
  private let versions: FolderVersions
  private let journal: any RecoveryJournal
  private let index: (any NoteIndex)?
  private let mark: LockMark
  private let done: StoredValue<DoneCommands>

  /// `vault` is the vault's folder. The index is deleted and rebuilt if it may still contain the
  /// words of a locked note.
  package init(
    versions: FolderVersions, journal: any RecoveryJournal, index: (any NoteIndex)?,
    vault: [UInt8], stateFolder: [UInt8]
  ) {
    self.versions = versions
    self.journal = journal
    self.index = index
    mark = LockMark(vault: vault, stateFolder: stateFolder)
    done = StateFiles(stateFolder: stateFolder, vault: VaultID(NotePath(bytes: vault))).state().done
  }

  /// Removes a plain note that is locked now, and the whole index: a database retains deleted data
  /// for a while.
  func removing(
    _ note: NoteID, _ remove: () async throws(NoteStoreError) -> Void
  ) async throws(NoteStoreError) {
    do throws(SystemError) {
      try mark.set()
    } catch {
      throw error.noteError(note.path, "lock")
    }
    try await remove()
    await forgetIndex()
  }

  /// Finishes what an interrupted run left. Call once, before the first use of the index.
  package func recover() async {
    if mark.exists { await forgetIndex() }
  }

  private func forgetIndex() async {
    do throws(NoteIndexError) {
      try await index?.discard()
      mark.remove()
    } catch {
      // The mark stays, so the next start deletes the index.
    }
  }

  /// Whether the journal has unsaved text of the note.
  func hasUnsaved(_ note: NoteID) -> Bool { journal.recovered(note) != nil }

  /// Encrypts the versions of a note and moves them to the locked note. Nothing readable remains of
  /// them, nor of the edits that the editor or a command could undo.
  func seal(
    _ note: NoteID, as locked: NoteID, with key: PassphraseKey
  ) async throws(NoteStoreError) {
    let all = try await versions.versions(of: note)
    // These are versions of an earlier lock, or of an interrupted attempt.
    if !all.isEmpty { try await versions.forget(locked) }
    for version in all.reversed() {
      let bytes = try await versions.bytes(of: version)
      let closed = try sealing(
        locked.path, to: "keep a version of", key.closed(bytes, as: LockedVersions.version))
      try await versions.keep(
        NoteState(note: locked, bytes: closed, written: version.savedAt, by: version.writer))
    }
    try await versions.forget(note)
    journal.forget(note, draft: 0)
    // The undo records of commands contain texts of the note, under earlier names too.
    try await done.change { $0.forgetTexts(of: note) }
  }

  /// Decrypts those versions of a locked note that this key opens, and moves them to the plain note.
  func unseal(
    _ locked: NoteID, as note: NoteID, with key: PassphraseKey
  ) async throws(NoteStoreError) {
    for version in try await versions.versions(of: locked).reversed() {
      let closed = try await versions.bytes(of: version)
      guard let bytes = key.opened(closed, as: LockedVersions.version) else { continue }
      try await versions.keep(
        NoteState(note: note, bytes: bytes, written: version.savedAt, by: version.writer))
    }
    try await versions.forget(locked)
    journal.forget(locked, draft: 0)
  }
}

/// A file that exists while the index may contain a note's plain text. If the program is stopped in
/// between, the next start deletes the index.
private struct LockMark: Sendable {
  private let folder: [UInt8]
  private let name: [UInt8]

  init(vault: [UInt8], stateFolder: [UInt8]) {
    folder = stateFolder + Array("/locking".utf8)
    name = Array(ShortName.of(vault).utf8)
  }

  var exists: Bool {
    guard let folder = try? PrivateFolder.open(folder, making: false) else { return false }
    return Posix.exists(name, in: folder.raw)
  }

  /// Writes the mark, durable on return.
  func set() throws(SystemError) {
    let folder = try PrivateFolder.open(folder, making: true)
    try NewFile.put([], as: name, in: folder.raw)
  }

  /// Removes the mark. One that remains only makes the index be built once more.
  func remove() {
    guard let folder = try? PrivateFolder.open(folder, making: false) else { return }
    try? Posix.remove(name, in: folder.raw)
  }
}
