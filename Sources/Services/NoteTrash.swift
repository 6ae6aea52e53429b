package import Entities

/// What was put away, and can still come back.
package protocol NoteTrash: Sendable {
  /// Everything in the trash, the latest first, whichever program put it there.
  func trashed() async throws(NoteStoreError) -> [TrashedNote]

  /// What a trashed note says.
  func read(_ trashed: TrashedNote) async throws(NoteStoreError) -> [UInt8]

  /// Brings a trashed note back, beside whatever has taken its place since.
  func restore(_ trashed: TrashedNote) async throws(NoteStoreError) -> NoteID

  /// The same with many, each of which comes back or stays by itself; the disk is waited for once for a
  /// lot of them. One answer for each, in their order.
  func restoreMany(_ notes: [TrashedNote]) async -> [Result<NoteID, NoteStoreError>]

  /// Removes these from the trash so that nothing brings them back. Where one cannot be removed the
  /// others are all the same; the first error is thrown then. What is gone already is no error.
  func deleteForGood(_ notes: [TrashedNote]) async throws(NoteStoreError)
}

extension NoteTrash {
  /// One after the other.
  package func restoreMany(_ notes: [TrashedNote]) async -> [Result<NoteID, NoteStoreError>] {
    var answers: [Result<NoteID, NoteStoreError>] = []
    for note in notes {
      do throws(NoteStoreError) {
        answers.append(.success(try await restore(note)))
      } catch {
        answers.append(.failure(error))
      }
    }
    return answers
  }
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
