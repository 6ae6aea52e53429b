import Entities
import Services

/// A change of one note is saved as any other save: a rewriting of several notes writes both texts down
/// first, and lets no other program rewrite or move notes of the vault meanwhile.
struct NoteChanging {
  let store: any NoteStore
  let rewriting: any NoteRewriting

  /// Takes a change back. A note with a lock is saved by the store alone.
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
        // What another program did elsewhere in the note does not touch the change. To find that out
        // takes less time than to work the change out again, in which it would write once more.
        text = try await store.read(change.note)
      }
    }
    throw .changedOutside(change.note.path)
  }

  private static func text(
    _ bytes: [UInt8], after change: NoteChange
  ) throws(NoteStoreError) -> [UInt8] {
    // An insertion without text before it belongs at the end, wherever that is by now.
    let isAtEnd = change.pieces.allSatisfy {
      !$0.old.isEmpty || $0.range.lowerBound == bytes.count
    }
    guard isAtEnd, let new = change.applied(to: bytes) else {
      throw .changedOutside(change.note.path)
    }
    return new
  }
}
