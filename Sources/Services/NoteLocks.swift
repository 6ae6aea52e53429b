package import Entities
package import Secrets

/// Single notes of a plain vault that are locked, each with its own passphrase.
///
/// ```swift
/// let lock = try await locks.open(note, passphrase: typed)
/// let content = try await store.read(note)   // as of any other, for as long as `lock` is held
/// ```
package protocol NoteLocks: Sendable {
  /// Unlocks a note for as long as the result is held.
  func open(_ note: NoteID, passphrase: TypedSecret) async throws(NoteStoreError) -> any OpenLock

  /// Returns the open lock of a note; nil if it is closed, or has no lock.
  func open(_ note: NoteID) async -> (any OpenLock)?

  /// How long no passphrase is accepted for this note, after wrong ones.
  func wait(before note: NoteID) async -> Duration

  /// Locks a note with a passphrase, together with its data outside the vault, and returns its new
  /// name. If that was interrupted, calling it again continues.
  func lock(_ note: NoteID, passphrase: TypedSecret) async throws(NoteStoreError) -> NoteID

  /// Removes the lock of an open note.
  func takeOff(_ note: NoteID) async throws(NoteStoreError) -> NoteID

  /// Returns a dry run of these locks. It refuses what would be refused, and `trial` receives the
  /// renames.
  func trial(_ trial: MoveTrial) -> any NoteLocks
}

/// A locked note is open while this lives.
package typealias OpenLock = AnyObject & Sendable
