import Entities
package import Services

/// Changes of several notes that leave versions behind: of each what it was, before anything is
/// changed, and what it is then. A version that cannot be kept never stands in the way.
package struct VersionedRewriting: NoteRewriting {
  private let rewriting: any NoteRewriting
  private let store: any NoteStore
  private let versions: any NoteVersions

  /// `store` is where the texts are read.
  package init(
    _ rewriting: any NoteRewriting, store: any NoteStore, versions: any NoteVersions
  ) {
    self.rewriting = rewriting
    self.store = store
    self.versions = versions
  }

  package func rewrite(_ changes: [NoteChange]) async throws(NoteStoreError) -> RewriteReceipt {
    try await keeping(changes.map(\.note)) { () throws(NoteStoreError) in
      try await rewriting.rewrite(changes)
    }
  }

  package func undo(_ receipt: RewriteReceipt) async throws(NoteStoreError) -> RewriteReceipt {
    try await keeping(receipt.notes) { () throws(NoteStoreError) in
      try await rewriting.undo(receipt)
    }
  }

  private func keeping(
    _ notes: [NoteID], _ rewrite: () async throws(NoteStoreError) -> RewriteReceipt
  ) async throws(NoteStoreError) -> RewriteReceipt {
    for note in notes { await keep(note) }
    let receipt = try await rewrite()
    for note in receipt.notes { await keep(note) }
    return receipt
  }

  /// The text as it stands, unless the last version is that very text.
  private func keep(_ note: NoteID) async {
    guard let reading = try? await store.open(note) else { return }
    guard reading.seen.size <= versions.largestText else { return await versions.leftOut(note) }
    guard let content = try? await store.read(note) else { return }
    try? await versions.keep(content.bytes, of: note, written: content.stamp.modified)
  }
}
