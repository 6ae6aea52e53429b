package import Entities
package import OpenVault
package import Services

/// What a person does with links: see where they lead and what leads nowhere, make links of mentions and
/// notes for broken ones, and give parts of a note other words. The screen's interactor and the command
/// line both use it.
package struct LinkCases: Sendable {
  let vault: VaultServices

  package init(_ vault: VaultServices) { self.vault = vault }

  // MARK: - Looking

  package func links(from note: NoteID) async throws(NoteIndexError) -> [LinkRecord] {
    try await vault.queries.links.links(from: note)
  }

  package func backlinks(to note: NoteID) async throws(NoteIndexError) -> [LinkRecord] {
    try await vault.queries.links.backlinks(to: note)
  }

  /// Where other notes say a note's title or an alias without a link.
  package func mentions(of note: NoteID) async throws(NoteIndexError) -> [LinkRecord] {
    try await vault.queries.links.mentions(of: note)
  }

  /// The links of the vault that lead nowhere, and the notes without any.
  package func loose() async throws(NoteIndexError) -> LooseEnds {
    LooseEnds(
      broken: try await vault.queries.links.broken(),
      orphans: try await vault.queries.links.orphans())
  }

  // MARK: - Changing

  /// In all notes or in none.
  func link(
    _ mentions: [LinkRecord], to note: NoteID
  ) async throws -> RewriteReceipt {
    let found = try await vault.queries.changes.linking(mentions, to: note)
    if found.isEmpty { return RewriteReceipt(changes: []) }
    let receipt = try await vault.rewriting.rewrite(found)
    await reindex(receipt.notes)
    return receipt
  }

  /// Other words for a heading or a block, with every link to it.
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

  /// Into the trash: it may say something by now.
  func unmake(_ note: NoteID) async throws(NoteStoreError) {
    _ = try await vault.store.trash(note)
    await reindex([note])
  }

  /// The notes are changed, even where the index cannot read them yet.
  private func reindex(_ notes: [NoteID]) async {
    _ = try? await vault.index.refresh(notes)
  }
}

package struct LooseEnds: Sendable {
  package var broken: [LinkRecord]
  package var orphans: [NoteMatch]
}

/// The notes around one, as many as a person walks through.
extension LinkCases {
  /// How many links each side lists at most.
  private static let mostNeighbours = 200
  private static let mostLinks = 1000

  func neighbours(of note: NoteID) async throws(NoteIndexError) -> NoteNeighbours {
    let title = (try? await vault.store.summary(of: note).title) ?? note.path.stem.text
    var found = NoteNeighbours(note: note, title: title)
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
  ) -> NoteNeighbours.Side {
    var side = NoteNeighbours.Side()
    var known: Set<NoteID> = []
    for (note, title) in notes where side.notes.count < mostNeighbours {
      if !known.insert(note).inserted { continue }
      side.notes.append(.init(note: note, title: title ?? note.path.stem.text))
    }
    side.more = max(0, count - side.notes.count)
    return side
  }
}
