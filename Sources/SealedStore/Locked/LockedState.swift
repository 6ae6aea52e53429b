import Entities
package import FileStore
import Files
import Glibc
import OpenVault
package import Services
import Vault

/// The state of notes outside the vault, as locking a note changes it.
package struct LockedState: Sendable {
  private let versions: FolderVersions
  private let journal: any RecoveryJournal
  private let index: (any NoteIndex)?
  private let mark: LockMark
  private let done: StoredValue<DoneCommands>

  /// `vault` is the vault's folder. The index is thrown away where it may still hold the words of a
  /// note that was locked, and made again.
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

  /// Removes a plain note that is locked now, and all that the index knows of it. A database keeps
  /// what was deleted from it for a while, so all of that goes.
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

  /// Ends what an earlier run left half done: called once, before anything is asked of the index.
  package func recover() async {
    if mark.exists { await forgetIndex() }
  }

  private func forgetIndex() async {
    do throws(NoteIndexError) {
      try await index?.discard()
      mark.remove()
    } catch {
      // The mark stays, and the next start does it.
    }
  }

  /// Whether text of the note is in the journal and was never saved.
  func hasUnsaved(_ note: NoteID) -> Bool { journal.recovered(note) != nil }

  /// Closes the versions of a note and gives them to the locked one; nothing readable is left of them,
  /// nor of what the editor or a command could undo in it.
  func seal(
    _ note: NoteID, as locked: NoteID, with key: PassphraseKey
  ) async throws(NoteStoreError) {
    let all = try await versions.versions(of: note)
    // The versions there are of an earlier lock, or of a try that was stopped.
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
    // What commands did holds texts of it, under earlier names too.
    try await done.change { $0.forgetTexts(of: note) }
  }

  /// Opens the versions of a locked note that this key has closed, and gives them to the plain one.
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

/// A file that exists while a note's plain text may still be in the index: the next to open the
/// vault throws that away, where the program was stopped before it did so itself.
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

  /// Durable when it returns.
  func set() throws(SystemError) {
    let folder = try PrivateFolder.open(folder, making: true)
    try NewFile.put([], as: name, in: folder.raw)
  }

  /// One that stays makes the index be built once more, and does no other harm.
  func remove() {
    guard let folder = try? PrivateFolder.open(folder, making: false) else { return }
    try? Posix.remove(name, in: folder.raw)
  }
}
