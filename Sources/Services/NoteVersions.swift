package import Entities

/// Earlier states of notes, kept outside the vault.
///
/// Keeping must never stand in the way of saving: a store that fails says so and the note is saved
/// all the same.
package protocol NoteVersions: Sendable {
  /// Keeps a state of a note, written at a moment in the past or, with nil, now. The same bytes as
  /// the newest version's are not kept twice.
  func keep(
    _ bytes: [UInt8], of note: NoteID, written moment: Timestamp?
  ) async throws(NoteStoreError)

  /// The newest first; a note that is gone has its versions still.
  func versions(of note: NoteID) async throws(NoteStoreError) -> [NoteVersion]

  func bytes(of version: NoteVersion) async throws(NoteStoreError) -> [UInt8]

  /// The note goes by another path from now on, and takes its versions along.
  func noteMoved(from old: NoteID, to new: NoteID) async throws(NoteStoreError)

  /// What was wrong with the store and what was done about it, since it was opened; for a person.
  func problems() async -> [String]
}

extension NoteVersions {
  /// Keeps a state of a note that was written just now.
  package func keep(_ bytes: [UInt8], of note: NoteID) async throws(NoteStoreError) {
    try await keep(bytes, of: note, written: nil)
  }
}
