import Entities
package import Services

/// Rewrites notes of a vault in memory: all or none.
package actor MemoryRewriting: NoteRewriting {
  private let store: MemoryNoteStore
  private var failures: [NoteStoreError] = []

  package init(_ store: MemoryNoteStore) { self.store = store }

  /// The next call fails so.
  package func fail(next error: NoteStoreError) { failures.append(error) }

  package func rewrite(_ changes: [NoteChange]) async throws(NoteStoreError) -> RewriteReceipt {
    if !failures.isEmpty { throw failures.removeFirst() }
    var texts: [(note: NoteID, text: String)] = []
    for change in changes {
      guard let text = await store.text(of: change.note) else {
        throw .notFound(change.note.path)
      }
      let bytes = try Self.applied(change, to: Array(text.utf8))
      texts.append((change.note, String(decoding: bytes, as: UTF8.self)))
    }
    for (note, text) in texts { await store.change(note, to: text) }
    return RewriteReceipt(changes: changes)
  }

  static func applied(
    _ change: NoteChange, to text: [UInt8]
  ) throws(NoteStoreError) -> [UInt8] {
    var bytes = text
    for piece in change.pieces.reversed() {
      guard piece.range.upperBound <= bytes.count,
        bytes[piece.range].elementsEqual(piece.old)
      else { throw .changedOutside(change.note.path) }
      bytes.replaceSubrange(piece.range, with: piece.new)
    }
    return bytes
  }

  package func undo(_ receipt: RewriteReceipt) async throws(NoteStoreError) -> RewriteReceipt {
    let changes = receipt.changes.map { change in
      var back = change
      var shift = 0
      for (index, piece) in change.pieces.enumerated() {
        let start = piece.range.lowerBound + shift
        back.pieces[index].range = start..<(start + piece.new.count)
        back.pieces[index].old = piece.new
        back.pieces[index].new = piece.old
        shift += piece.new.count - piece.old.count
      }
      return back
    }
    return try await rewrite(changes)
  }
}
