package import Entities
package import Secrets

/// Notes of a plain vault that are closed one by one, each with a passphrase of its own.
///
/// ```swift
/// let lock = try await locks.open(note, passphrase: typed)
/// let content = try await store.read(note)   // as of any other, for as long as `lock` is held
/// ```
package protocol NoteLocks: Sendable {
  /// Opens a locked note. It is open for as long as somebody holds the answer.
  func open(_ note: NoteID, passphrase: TypedSecret) async throws(NoteStoreError) -> any OpenLock

  /// Of a note that somebody has open; nil where it is closed, or has no lock.
  func open(_ note: NoteID) async -> (any OpenLock)?

  /// How long no passphrase is looked at for this note, after wrong ones.
  func wait(before note: NoteID) async -> Duration

  /// Closes a note with a passphrase, and its state elsewhere too. The answer is its
  /// new name. Where that was stopped in the middle, calling it again continues.
  func lock(_ note: NoteID, passphrase: TypedSecret) async throws(NoteStoreError) -> NoteID

  /// Takes the lock off a note that is open.
  func takeOff(_ note: NoteID) async throws(NoteStoreError) -> NoteID

  /// The same locks, of which none is put on or taken off: what would be refused is refused, and the
  /// trial learns which notes would be renamed.
  func trial(_ trial: MoveTrial) -> any NoteLocks
}

/// A locked note is open while this lives.
package typealias OpenLock = AnyObject & Sendable
