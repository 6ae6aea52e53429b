package import Entities

/// What was put away, and can still come back.
package protocol NoteTrash: Sendable {
  /// Everything in the trash, the latest first, whichever program put it there.
  func trashed() async throws(NoteStoreError) -> [TrashedNote]

  /// Brings a trashed note back, beside whatever has taken its place since.
  func restore(_ trashed: TrashedNote) async throws(NoteStoreError) -> NoteID

  /// Removes these from the trash so that nothing brings them back. Where one cannot be removed the
  /// others are all the same; the first error is thrown then. What is gone already is no error.
  func deleteForGood(_ notes: [TrashedNote]) async throws(NoteStoreError)
}
