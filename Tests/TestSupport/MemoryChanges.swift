package import Entities
package import Services

/// Changes as a test gives them, whatever is asked for.
package actor MemoryChanges: NoteChanges {
  private var found: [NoteChange]
  private var failures: [NoteIndexError] = []
  /// What was asked for, in words: "tag a → b".
  package private(set) var asked: [String] = []

  package init(_ found: [NoteChange] = []) { self.found = found }

  /// What is found from now on.
  package func find(_ changes: [NoteChange]) { found = changes }

  /// The next call fails so.
  package func fail(next error: NoteIndexError) { failures.append(error) }

  private func answer(_ words: String) throws(NoteIndexError) -> [NoteChange] {
    asked.append(words)
    if !failures.isEmpty { throw failures.removeFirst() }
    return found
  }

  package func replacing(
    _ wanted: NoteReplacement, looked: @escaping @Sendable (_ notes: Int, _ of: Int) -> Void
  ) async throws(NoteIndexError) -> [NoteChange] {
    looked(1, 2)
    return try answer(
      "replace \(wanted.wanted) → \(wanted.new)" + (wanted.isExpression ? ", expression" : "")
        + (wanted.isWholeWord ? ", whole words" : "") + (wanted.scope == nil ? "" : ", scope"))
  }

  package func renaming(tag: String, to name: String) async throws(NoteIndexError) -> [NoteChange] {
    try answer("tag \(tag) → \(name)")
  }

  package func linking(
    _ mentions: [LinkRecord], to note: NoteID
  ) async throws(NoteIndexError) -> [NoteChange] {
    try answer("link \(mentions.count) → \(note.path.text)")
  }

  package func renaming(
    part: String, of note: NoteID, to words: String
  ) async throws(NoteIndexError) -> [NoteChange] {
    try answer("part \(note.path.text)#\(part) → \(words)")
  }
}

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
      var bytes = Array(text.utf8)
      for piece in change.pieces.reversed() {
        guard piece.range.upperBound <= bytes.count,
          bytes[piece.range].elementsEqual(piece.old)
        else { throw .changedOutside(change.note.path) }
        bytes.replaceSubrange(piece.range, with: piece.new)
      }
      texts.append((change.note, String(decoding: bytes, as: UTF8.self)))
    }
    for (note, text) in texts { await store.change(note, to: text) }
    return RewriteReceipt(changes: changes)
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
