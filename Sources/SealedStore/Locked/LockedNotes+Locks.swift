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
    // The passphrase may be right while the file is damaged further on.
    _ = try file.text(of: closed, with: key)
    return keyring.hold(key, of: note)
  }

  package func open(_ note: NoteID) async -> (any OpenLock)? {
    guard note.path.isLocked, let opened = try? await opened(note) else { return nil }
    return opened.lock
  }

  package func wait(before note: NoteID) async -> Duration { tries.wait(before: note) }

  // MARK: - Locking

  /// Makes the sealed file, reads it back and decrypts it before anything plain is removed: first
  /// the note's state elsewhere, its file last. After any interruption the text is in one of the
  /// two files, and another run continues.
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

  /// Returns the text to lock, and the note's new name. Throws if locking is refused.
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

  /// Makes the sealed file and returns its key, or that of an earlier attempt that did not finish.
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

  /// Returns the key of an earlier attempt. Throws if another file is in the way, or `.notFound`.
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

  // MARK: - Removing the lock

  package func takeOff(_ note: NoteID) async throws(NoteStoreError) -> NoteID {
    let (lock, closed, text, target) = try await unlocked(note)
    do throws(NoteStoreError) {
      _ = try await folder.createSibling(text, at: target, of: note)
    } catch .changedOutside(target.path) {
      // An earlier attempt may have made the file.
    }
    try await check(target, of: note, says: text)
    try await state.unseal(note, as: target, with: lock.key)
    try await folder.remove(note, replacing: closed.stamp)
    return target
  }

  /// Returns the text to unlock for good, and the note's new name. Throws if that is refused.
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

  /// Throws if another file is in the way, or `.notFound`.
  func check(
    _ target: NoteID, of note: NoteID, says text: [UInt8]
  ) async throws(NoteStoreError) {
    guard try await folder.read(target).bytes == text else {
      throw .refused(note.path, reason: "there is a \(target.path.name.text) already")
    }
  }

  package func trial(_ trial: MoveTrial) -> any NoteLocks { TrialLocks(notes: self, trial: trial) }

  // MARK: - Costly work for a passphrase

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

/// The delays before another passphrase may be tried on a note, after wrong ones.
struct FailedAttempts: Sendable {
  private let root: [UInt8]
  private let log: AttemptLog
  private let clock: any WallClock

  init(root: [UInt8], stateFolder: [UInt8], clock: any WallClock) {
    self.root = root
    self.clock = clock
    log = AttemptLog(stateFolder: stateFolder)
  }

  func wait(before note: NoteID) -> Duration {
    .milliseconds(log.wait(before: vault(of: note), now: now))
  }

  /// Makes one attempt. Attempts count until one succeeds.
  func counting<Value: Sendable>(
    _ note: NoteID, _ body: () async throws(NoteStoreError) -> Value
  ) async throws(NoteStoreError) -> Value {
    try await log.trying(
      vault(of: note), now: { now }, isWrong: { $0 == .wrongPassphrase(note.path) },
      tooSoon: { .tooSoon(note.path, seconds: $0) }, body)
  }

  private func vault(of note: NoteID) -> VaultID {
    VaultID(NotePath(bytes: root).appending(note.path))
  }

  private var now: Int64 {
    clock.now.seconds * 1000 + Int64(clock.now.nanoseconds / 1_000_000)
  }
}

/// The locks of notes in a dry run: nothing changes, but what would be refused is refused.
private struct TrialLocks: NoteLocks {
  let notes: LockedNotes
  let trial: MoveTrial

  func lock(
    _ note: NoteID, passphrase: TypedSecret
  ) async throws(NoteStoreError) -> NoteID {
    let (plain, target) = try await notes.plain(of: note)
    guard plain.bytes.count <= LockedFile.largest else {
      throw .tooLarge(target.path, bytes: plain.bytes.count)
    }
    try await unlessMissing { () async throws(NoteStoreError) in
      _ = try await notes.earlierKey(plain, at: target, of: note, passphrase)
    }
    return moved(note, to: target)
  }

  func takeOff(_ note: NoteID) async throws(NoteStoreError) -> NoteID {
    let (_, _, text, target) = try await notes.unlocked(note)
    try await unlessMissing { () async throws(NoteStoreError) in
      try await notes.check(target, of: note, says: text)
    }
    return moved(note, to: target)
  }

  private func unlessMissing(
    _ check: () async throws(NoteStoreError) -> Void
  ) async throws(NoteStoreError) {
    do throws(NoteStoreError) {
      try await check()
    } catch .notFound {}
  }

  private func moved(_ note: NoteID, to target: NoteID) -> NoteID {
    trial.done([NoteMove(from: note, to: target)], [])
    return target
  }

  func open(
    _ note: NoteID, passphrase: TypedSecret
  ) async throws(NoteStoreError) -> any OpenLock {
    try await notes.open(note, passphrase: passphrase)
  }

  func open(_ note: NoteID) async -> (any OpenLock)? { await notes.open(note) }

  func wait(before note: NoteID) async -> Duration { await notes.wait(before: note) }

  func trial(_ trial: MoveTrial) -> any NoteLocks { notes.trial(trial) }
}
