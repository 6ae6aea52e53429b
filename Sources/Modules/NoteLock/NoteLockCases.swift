package import Entities
package import Secrets
package import Services

/// The use cases for note locks: lock a note, open it, remove its lock. Shared by the interactor
/// and the command line.
package struct NoteLockCases: Sendable {
  private let locks: any NoteLocks

  package init(_ locks: any NoteLocks) {
    self.locks = locks
  }

  /// Locks the note and returns its new name.
  package func lock(
    _ note: NoteID, with passphrase: TypedSecret
  ) async throws(NoteStoreError) -> NoteID {
    try await locks.lock(note, passphrase: passphrase)
  }

  /// Opens the note, which stays open while the result is held.
  package func open(
    _ note: NoteID, with passphrase: TypedSecret
  ) async throws(NoteStoreError) -> any OpenLock {
    try await locks.open(note, passphrase: passphrase)
  }

  /// Returns the open lock; nil if no one has the note open.
  func open(_ note: NoteID) async -> (any OpenLock)? {
    await locks.open(note)
  }

  /// Removes the lock and returns the note's new name.
  package func takeOff(
    _ note: NoteID, holding lock: any OpenLock
  ) async throws(NoteStoreError) -> NoteID {
    defer { withExtendedLifetime(lock) {} }
    return try await locks.takeOff(note)
  }
}
