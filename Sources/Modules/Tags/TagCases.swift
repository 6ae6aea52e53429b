package import Entities
package import OpenVault
package import Services

/// The use cases for tags: list them, and rename one in all notes. Shared by the
/// screen's interactor and the command line.
package struct TagCases: Sendable {
  private let vault: VaultServices

  package init(_ vault: VaultServices) { self.vault = vault }

  /// Returns the tags, each with the count of its notes.
  package func counts() async throws(NoteIndexError) -> [TagCount] {
    try await vault.queries.links.tags()
  }

  /// Returns the tags as a tree: each one before those below it.
  func tree() async throws(NoteIndexError) -> [TagItem] {
    try await vault.queries.links.tagTree().map { TagItem(name: $0.name, own: $0.own, all: $0.all) }
  }

  /// Returns the changes that a rename would make, without writing.
  package func find(
    renaming tag: String, to name: String
  ) async throws(NoteIndexError) -> TagChanges {
    let key = name.lowercased()
    let isKnown = try await tree().contains { $0.name.lowercased() == key }
    let found = try await vault.queries.changes.renaming(tag: tag, to: name)
    return TagChanges(
      tag: tag, name: name, merges: isKnown && key != tag.lowercased(),
      lines: found.flatMap(Self.lines), changes: found)
  }

  /// Renames the tag in all notes or in none.
  package func rename(_ found: TagChanges) async throws(NoteStoreError) -> TagsRewritten {
    await reindexed(try await vault.rewriting.rewrite(found.changes))
  }

  package func undo(_ receipt: RewriteReceipt) async throws(NoteStoreError) -> TagsRewritten {
    await reindexed(try await vault.rewriting.undo(receipt))
  }

  private func reindexed(_ receipt: RewriteReceipt) async -> TagsRewritten {
    do throws(NoteIndexError) {
      _ = try await vault.index.refresh(receipt.touched)
      return TagsRewritten(receipt: receipt)
    } catch {
      return TagsRewritten(receipt: receipt, problem: error)
    }
  }
}

/// The result of renaming a tag in notes.
package struct TagsRewritten: Sendable {
  var receipt: RewriteReceipt
  package var notes: [NoteID] { receipt.notes }
  /// The notes in which only links to renamed files were updated.
  package var linking: [NoteID] { receipt.linking }
  var moves: [NoteMove] { receipt.moves }
  /// Every path whose file has changed.
  var touched: [NoteID] { receipt.touched }
  /// The reason that the index is not up to date yet.
  package var problem: NoteIndexError?
}

extension TagCases {
  private static func lines(of change: NoteChange) -> [TagChanges.Line] {
    change.pieces.map { piece in
      let context = Array(piece.context.utf8)
      let range = piece.contextRange.clamped(to: context.indices)
      return TagChanges.Line(
        note: change.note, title: change.title, number: piece.line,
        before: String(decoding: context[..<range.lowerBound], as: UTF8.self),
        old: String(decoding: context[range], as: UTF8.self),
        new: String(decoding: piece.new, as: UTF8.self),
        after: String(decoding: context[range.upperBound...], as: UTF8.self))
    } + (change.move.map { [nameLine(of: change, $0)] } ?? [])
  }

  private static func nameLine(
    of change: NoteChange, _ move: NoteMove
  ) -> TagChanges.Line {
    let (old, new) = (move.from.path.name.text, move.to.path.name.text)
    let before = zip(old, new).prefix { $0 == $1 }.count
    let most = min(old.count, new.count) - before
    let after = zip(old.reversed(), new.reversed()).prefix(most).prefix { $0 == $1 }.count
    return TagChanges.Line(
      note: change.note, title: change.title, number: nil,
      before: String(old.prefix(before)), old: String(old.dropFirst(before).dropLast(after)),
      new: String(new.dropFirst(before).dropLast(after)), after: String(old.suffix(after)))
  }
}
