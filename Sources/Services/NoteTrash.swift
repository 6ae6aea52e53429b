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

extension [TrashedNote] {
  /// Does the same with each of them, with the others too where one fails; the first error is thrown
  /// then.
  package func withEach(
    _ body: (TrashedNote) throws(NoteStoreError) -> Void
  ) throws(NoteStoreError) {
    var failure: NoteStoreError?
    for note in self {
      do throws(NoteStoreError) {
        try body(note)
      } catch {
        failure = failure ?? error
      }
    }
    if let failure { throw failure }
  }
}
