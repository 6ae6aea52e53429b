import Entities
package import Services

/// Changes of several notes that leave versions behind: of each what it was, before anything is
/// changed, and what it is then. A version that cannot be kept never stands in the way.
package struct VersionedRewriting: NoteRewriting {
  private let rewriting: any NoteRewriting
  private let store: any NoteStore
  private let versions: FolderVersions

  /// `store` is where the texts are read.
  package init(
    _ rewriting: any NoteRewriting, store: any NoteStore, versions: FolderVersions
  ) {
    self.rewriting = rewriting
    self.store = store
    self.versions = versions
  }

  package func rewrite(_ changes: [NoteChange]) async throws(NoteStoreError) -> RewriteReceipt {
    let moves = changes.compactMap(\.move)
    return try await keeping(changes.map(\.note), moves) { () throws(NoteStoreError) in
      try await rewriting.rewrite(changes)
    }
  }

  package func undo(_ receipt: RewriteReceipt) async throws(NoteStoreError) -> RewriteReceipt {
    let back = receipt.moves.map { NoteMove(from: $0.to, to: $0.from) }
    return try await keeping(receipt.notes, back) { () throws(NoteStoreError) in
      try await rewriting.undo(receipt)
    }
  }

  package func receipt(of change: NoteChange, leaving text: [UInt8]) -> RewriteReceipt {
    rewriting.receipt(of: change, leaving: text)
  }

  private func keeping(
    _ notes: [NoteID], _ moves: [NoteMove],
    _ rewrite: () async throws(NoteStoreError) -> RewriteReceipt
  ) async throws(NoteStoreError) -> RewriteReceipt {
    await keep(notes)
    let receipt = try await FollowingVersions(versions).takingAlong(moves) {
      () throws(NoteStoreError) in
      let receipt = try await rewrite()
      return (receipt, receipt.moves)
    }
    await keep(receipt.notes)
    return receipt
  }

  /// So much text is held at once.
  private static let most = 16 << 20

  /// The texts as they stand, each unless the last version is that very text.
  private func keep(_ notes: [NoteID]) async {
    var states: [NoteState] = []
    var bytes = 0
    for note in notes {
      guard let reading = try? await store.open(note) else { continue }
      guard reading.seen.size <= versions.largestText else {
        await versions.leftOut(note)
        continue
      }
      guard let content = try? await store.read(note) else { continue }
      states.append(
        NoteState(note: note, bytes: content.bytes, written: content.stamp.modified))
      bytes += content.bytes.count
      if bytes >= Self.most {
        await versions.keep(states)
        (states, bytes) = ([], 0)
      }
    }
    if !states.isEmpty { await versions.keep(states) }
  }
}
