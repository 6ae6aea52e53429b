package import Entities
package import Secrets
package import Services

/// What a person does with the lock of a note: put it on, open it, take it off. The interactor and the
/// command line both use it.
package struct NoteLockCases: Sendable {
  private let locks: any NoteLocks

  package init(_ locks: any NoteLocks) {
    self.locks = locks
  }

  /// Answers with the note's name of now.
  package func lock(
    _ note: NoteID, with passphrase: TypedSecret
  ) async throws(NoteStoreError) -> NoteID {
    try await locks.lock(note, passphrase: passphrase)
  }

  /// It is open while the answer is held.
  package func open(
    _ note: NoteID, with passphrase: TypedSecret
  ) async throws(NoteStoreError) -> any OpenLock {
    try await locks.open(note, passphrase: passphrase)
  }

  /// Nil where no one has it open.
  func open(_ note: NoteID) async -> (any OpenLock)? {
    await locks.open(note)
  }

  /// Answers with the note's name of now.
  package func takeOff(
    _ note: NoteID, holding lock: any OpenLock
  ) async throws(NoteStoreError) -> NoteID {
    defer { withExtendedLifetime(lock) {} }
    return try await locks.takeOff(note)
  }
}
