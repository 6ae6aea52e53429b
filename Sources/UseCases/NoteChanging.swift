import Entities
import Services

/// Saves a change of a single note like any other save. (Rewriting several notes stores both texts
/// first and blocks other programs from rewriting or moving notes of the vault meanwhile.)
struct NoteChanging {
  let store: any NoteStore
  let rewriting: any NoteRewriting

  /// Undoes a change. A locked note is written through the store alone.
  func undo(_ receipt: RewriteReceipt) async throws(NoteStoreError) -> RewriteReceipt {
    guard let change = receipt.changes.first, change.note.path.isLocked else {
      return try await rewriting.undo(receipt)
    }
    let text = try await store.read(change.note)
    return try await write(change.reversed, to: text)
  }

  func write(
    _ change: NoteChange, to text: NoteContent
  ) async throws(NoteStoreError) -> RewriteReceipt {
    var text = text
    for _ in 0..<20 {
      let bytes = try Self.text(text.bytes, after: change)
      do throws(NoteStoreError) {
        _ = try await store.save(bytes, to: change.note, replacing: text.stamp)
        return rewriting.receipt(of: change, leaving: bytes)
      } catch .changedOutside {
        // Another program's change elsewhere in the note does not conflict. Applying the change to
        // the new text is faster than computing the change again, which would leave time for
        // another write.
        text = try await store.read(change.note)
      }
    }
    throw .changedOutside(change.note.path)
  }

  private static func text(
    _ bytes: [UInt8], after change: NoteChange
  ) throws(NoteStoreError) -> [UInt8] {
    // An insertion without text before it belongs at the end of the text, so the end must not have
    // moved.
    let isAtEnd = change.pieces.allSatisfy {
      !$0.old.isEmpty || $0.range.lowerBound == bytes.count
    }
    guard isAtEnd, let new = change.applied(to: bytes) else {
      throw .changedOutside(change.note.path)
    }
    return new
  }
}
