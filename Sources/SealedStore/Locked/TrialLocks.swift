import Entities
import Secrets
import Services

/// The locks of notes, none of which is put on or taken off: what would be refused is refused.
struct TrialLocks: NoteLocks {
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
