package import Entities
package import OpenVault
package import Services

/// The use cases for links: list links, mentions and loose ends, link mentions, make missing notes,
/// and rename parts of notes with their links. Shared by the screen and the command line.
package struct LinkCases: Sendable {
  let vault: VaultServices

  package init(_ vault: VaultServices) { self.vault = vault }

  // MARK: - Reading

  package func links(from note: NoteID) async throws(NoteIndexError) -> [LinkRecord] {
    try await vault.queries.links.links(from: note)
  }

  package func backlinks(to note: NoteID) async throws(NoteIndexError) -> [LinkRecord] {
    try await vault.queries.links.backlinks(to: note)
  }

  /// Returns the spots where other notes have the note's title or an alias without a link.
  package func mentions(of note: NoteID) async throws(NoteIndexError) -> [LinkRecord] {
    try await vault.queries.links.mentions(of: note)
  }

  /// Returns the broken links of the vault and the notes without links.
  package func loose() async throws(NoteIndexError) -> LooseEnds {
    LooseEnds(
      broken: try await vault.queries.links.broken(),
      orphans: try await vault.queries.links.orphans())
  }

  // MARK: - Changes

  /// Turns the mentions into links, in all notes or in none.
  func link(
    _ mentions: [LinkRecord], to note: NoteID
  ) async throws -> RewriteReceipt {
    let found = try await vault.queries.changes.linking(mentions, to: note)
    if found.isEmpty { return RewriteReceipt(changes: []) }
    let receipt = try await vault.rewriting.rewrite(found)
    await reindex(receipt.notes)
    return receipt
  }

  /// Renames a heading or a block and updates every link to it.
  func rename(
    _ part: String, of note: NoteID, to words: String
  ) async throws -> RewriteReceipt {
    try await vault.rewriting.rewrite(
      try await vault.queries.changes.renaming(part: part, of: note, to: words))
  }

  func undo(_ receipt: RewriteReceipt) async throws(NoteStoreError) -> RewriteReceipt {
    let back = try await vault.rewriting.undo(receipt)
    await reindex(back.notes)
    return back
  }

  /// Makes the note that a broken link names.
  func make(_ missing: NoteID) async throws(NoteStoreError) {
    _ = try await vault.store.create(Array("# \(missing.path.stem.text)\n".utf8), at: missing)
    await reindex([missing])
  }

  /// Moves the note to the trash, as it may have text by now.
  func unmake(_ note: NoteID) async throws(NoteStoreError) {
    _ = try await vault.store.trash(note)
    await reindex([note])
  }

  /// Refreshes the index, ignoring failures: the notes are changed even if it cannot read them.
  private func reindex(_ notes: [NoteID]) async {
    _ = try? await vault.index.refresh(notes)
  }
}

package struct LooseEnds: Sendable {
  package var broken: [LinkRecord]
  package var orphans: [NoteMatch]
}

/// The neighbors of a note, for the graph.
extension LinkCases {
  /// The most neighbors that a side lists.
  private static let mostNeighbors = 200
  private static let mostLinks = 1000

  func neighbors(of note: NoteID) async throws(NoteIndexError) -> NoteNeighbors {
    let title = (try? await vault.store.summary(of: note).title) ?? note.path.stem.text
    var found = NoteNeighbors(note: note, title: title)
    let catalog = try await vault.queries.links.backlinkCatalog(to: note)
    found.incoming = Self.side(
      catalog.links(in: 0..<min(catalog.count, Self.mostLinks)).map { ($0.source, $0.sourceTitle) },
      of: catalog.noteCount)
    let targets = try await vault.queries.links.links(from: note).compactMap { link -> NoteID? in
      guard let target = link.target, target != note,
        target.path.isOfNote
      else { return nil }
      return target
    }
    found.outgoing = Self.side(targets.map { ($0, nil) }, of: Set(targets).count)
    for index in found.outgoing.notes.indices {
      let note = found.outgoing.notes[index].note
      if let title = try? await vault.store.summary(of: note).title {
        found.outgoing.notes[index].title = title
      }
    }
    return found
  }

  private static func side(
    _ notes: [(note: NoteID, title: String?)], of count: Int
  ) -> NoteNeighbors.Side {
    var side = NoteNeighbors.Side()
    var known: Set<NoteID> = []
    for (note, title) in notes where side.notes.count < mostNeighbors {
      if !known.insert(note).inserted { continue }
      side.notes.append(.init(note: note, title: title ?? note.path.stem.text))
    }
    side.more = max(0, count - side.notes.count)
    return side
  }
}
