package import Entities
import FileStore
package import Secrets
package import Services
import Vault

extension LockedNotes: NoteLocks {
  package func open(
    _ note: NoteID, passphrase: TypedSecret
  ) async throws(NoteStoreError) -> any OpenLock {
    guard note.path.isLocked else { throw .refused(note.path, reason: "it has no lock") }
    let file = file(note)
    let closed = try await file.closed()
    let key = try await tries.counting(note) { () async throws(NoteStoreError) in
      try await Self.key(of: closed.bytes, passphrase, file)
    }
    // A passphrase may open a file that is damaged further on.
    _ = try file.text(of: closed, with: key)
    return keyring.hold(key, of: note)
  }

  package func open(_ note: NoteID) async -> (any OpenLock)? {
    guard note.path.isLocked, let opened = try? await opened(note) else { return nil }
    return opened.lock
  }

  package func wait(before note: NoteID) async -> Duration { tries.wait(before: note) }

  // MARK: - Locking

  /// The sealed file is there, read back and opened, before anything plain goes: first what is kept of
  /// the note elsewhere, and its file last. Whatever stops it, the text is in one of the two files, and
  /// the same again goes on.
  package func lock(
    _ note: NoteID, passphrase: TypedSecret
  ) async throws(NoteStoreError) -> NoteID {
    let (plain, target) = try await plain(of: note)
    let key = try await sibling(of: plain, at: target, of: note, passphrase)
    _ = keyring.hold(key, of: target)
    try await state.seal(note, as: target, with: key)
    try await state.removing(note) { () async throws(NoteStoreError) in
      try await folder.remove(note, replacing: plain.stamp)
    }
    return target
  }

  /// What is to be locked, unless that is refused, and the name that it gets.
  func plain(
    of note: NoteID
  ) async throws(NoteStoreError) -> (text: NoteContent, target: NoteID) {
    guard !note.path.isLocked else {
      throw .refused(note.path, reason: "it is locked already")
    }
    let target = NoteID(note.path.withLock)
    try await check(note, to: "lock", as: target)
    return (try await folder.read(note), target)
  }

  private func check(
    _ note: NoteID, to action: String, as target: NoteID
  ) async throws(NoteStoreError) {
    try await folder.checkSibling(at: target, of: note, to: action)
    guard !state.hasUnsaved(note) else {
      throw .refused(
        note.path, reason: "text of it was typed and never saved. Open it, and use that or drop it")
    }
  }

  /// The sealed file, and its key: made now, or by an earlier try that did not come to its end.
  private func sibling(
    of plain: NoteContent, at target: NoteID, of note: NoteID, _ passphrase: TypedSecret
  ) async throws(NoteStoreError) -> PassphraseKey {
    let file = file(target)
    do throws(NoteStoreError) {
      let key = try await newKey(passphrase, file)
      let (_, closed) = try file.close(plain.bytes, with: key)
      _ = try await folder.createSibling(closed, at: target, of: note)
      guard try await folder.read(target).bytes == closed else {
        throw SealedFault.notAsWritten.noteError(target.path, "lock")
      }
      return key
    } catch .changedOutside(target.path) {
      return try await earlierKey(plain, at: target, of: note, passphrase)
    }
  }

  /// Of an earlier try; throws where another file is in the way, or `.notFound`.
  func earlierKey(
    _ plain: NoteContent, at target: NoteID, of note: NoteID, _ passphrase: TypedSecret
  ) async throws(NoteStoreError) -> PassphraseKey {
    let file = file(target)
    let there = try await file.closed()
    let key = try? await Self.key(of: there.bytes, passphrase, file)
    guard let key, try file.text(of: there, with: key).bytes == plain.bytes else {
      throw .refused(note.path, reason: "there is a \(target.path.name.text) already")
    }
    return key
  }

  // MARK: - Taking the lock off

  package func takeOff(_ note: NoteID) async throws(NoteStoreError) -> NoteID {
    let (lock, closed, text, target) = try await unlocked(note)
    do throws(NoteStoreError) {
      _ = try await folder.createSibling(text, at: target, of: note)
    } catch .changedOutside(target.path) {
      // An earlier try may have come so far.
    }
    try await check(target, of: note, says: text)
    try await state.unseal(note, as: target, with: lock.key)
    try await folder.remove(note, replacing: closed.stamp)
    return target
  }

  /// What the lock is taken off, unless that is refused, and the name that it gets.
  func unlocked(
    _ note: NoteID
  ) async throws(NoteStoreError) -> (
    lock: HeldLock, closed: NoteContent, text: [UInt8], target: NoteID
  ) {
    guard note.path.isLocked else { throw .refused(note.path, reason: "it has no lock") }
    let target = NoteID(note.path.withoutLock)
    try await check(note, to: "unlock", as: target)
    let (lock, closed) = try await opened(note)
    return (lock, closed, try file(note).text(of: closed, with: lock.key).bytes, target)
  }

  /// Throws where another file is in the way, or `.notFound`.
  func check(
    _ target: NoteID, of note: NoteID, says text: [UInt8]
  ) async throws(NoteStoreError) {
    guard try await folder.read(target).bytes == text else {
      throw .refused(note.path, reason: "there is a \(target.path.name.text) already")
    }
  }

  package func trial(_ trial: MoveTrial) -> any NoteLocks { TrialLocks(notes: self, trial: trial) }

  // MARK: - What a passphrase costs

  @concurrent
  private static func key(
    of closed: [UInt8], _ passphrase: TypedSecret, _ file: LockedFile
  ) async throws(NoteStoreError) -> PassphraseKey {
    let secret = try secret(passphrase, file.note)
    return try file.opening("open") { () throws(AgeError) in
      try PassphraseKey(of: closed, passphrase: secret)
    }
  }

  @concurrent
  private func newKey(
    _ passphrase: TypedSecret, _ file: LockedFile
  ) async throws(NoteStoreError) -> PassphraseKey {
    let (secret, workFactor) = (try Self.secret(passphrase, file.note), workFactor)
    return try file.opening("lock") { () throws(AgeError) in
      try PassphraseKey(passphrase: secret, workFactor: workFactor)
    }
  }

  private static func secret(
    _ passphrase: TypedSecret, _ note: NoteID
  ) throws(NoteStoreError) -> Secret {
    do throws(VaultLockError) {
      return try Secret(copying: passphrase)
    } catch {
      throw .failed(note.path, action: "open", reason: "there is not enough memory")
    }
  }
}
