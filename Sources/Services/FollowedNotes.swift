package import Entities

/// Moves after which what is kept of the notes elsewhere goes by their new names.
package struct FollowedMoves: NoteMoves {
  private let moves: any NoteMoves
  private let own: OwnMoves
  private let follow: @Sendable ([NoteMove]) async -> Void

  package init(
    _ moves: any NoteMoves, own: OwnMoves,
    follow: @escaping @Sendable ([NoteMove]) async -> Void
  ) {
    self.moves = moves
    self.own = own
    self.follow = follow
  }

  package func move(
    _ moves: [NoteMove], linking: [NoteID]?
  ) async throws(NoteStoreError) -> MoveReceipt {
    own.will(moves)
    let receipt = try await self.moves.move(moves, linking: linking)
    await follow(receipt.moves)
    return receipt
  }

  package func rename(
    _ note: NoteID, to title: String, linking: [NoteID]?
  ) async throws(NoteStoreError) -> MoveReceipt {
    own.will([
      NoteMove(from: note, to: NoteID(NoteFileName.path(of: note.path, titled: title)))
    ])
    let receipt = try await moves.rename(note, to: title, linking: linking)
    await follow(receipt.moves)
    return receipt
  }

  package func undo(_ receipt: MoveReceipt) async throws(NoteStoreError) -> MoveReceipt {
    own.will(receipt.moves.map { NoteMove(from: $0.to, to: $0.from) })
    let back = try await moves.undo(receipt)
    await follow(back.moves)
    return back
  }
}

/// The same for changes of texts that give notes other names.
package struct FollowedRewriting: NoteRewriting {
  private let rewriting: any NoteRewriting
  private let own: OwnMoves
  private let follow: @Sendable ([NoteMove]) async -> Void

  package init(
    _ rewriting: any NoteRewriting, own: OwnMoves,
    follow: @escaping @Sendable ([NoteMove]) async -> Void
  ) {
    self.rewriting = rewriting
    self.own = own
    self.follow = follow
  }

  package func rewrite(_ changes: [NoteChange]) async throws(NoteStoreError) -> RewriteReceipt {
    own.will(changes.compactMap(\.move))
    let receipt = try await rewriting.rewrite(changes)
    if !receipt.moves.isEmpty { await follow(receipt.moves) }
    return receipt
  }

  package func undo(_ receipt: RewriteReceipt) async throws(NoteStoreError) -> RewriteReceipt {
    own.will(receipt.moves.map { NoteMove(from: $0.to, to: $0.from) })
    let back = try await rewriting.undo(receipt)
    if !back.moves.isEmpty { await follow(back.moves) }
    return back
  }

  package func receipt(of change: NoteChange, leaving text: [UInt8]) -> RewriteReceipt {
    rewriting.receipt(of: change, leaving: text)
  }
}
