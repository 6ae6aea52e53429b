package import Entities
package import Services

/// Moves that take the notes' versions along.
package struct VersionedMoves: NoteMoves {
  private let moves: any NoteMoves
  private let versions: any NoteVersions

  package init(_ moves: any NoteMoves, versions: any NoteVersions) {
    self.moves = moves
    self.versions = versions
  }

  package func move(
    _ moves: [NoteMove], linking: [NoteID]?
  ) async throws(NoteStoreError) -> MoveReceipt {
    let receipt = try await self.moves.move(moves, linking: linking)
    await takeAlong(receipt.moves)
    return receipt
  }

  package func rename(
    _ note: NoteID, to title: String, linking: [NoteID]?
  ) async throws(NoteStoreError) -> MoveReceipt {
    let receipt = try await moves.rename(note, to: title, linking: linking)
    await takeAlong(receipt.moves)
    return receipt
  }

  package func undo(_ receipt: MoveReceipt) async throws(NoteStoreError) -> MoveReceipt {
    let back = try await moves.undo(receipt)
    await takeAlong(back.moves)
    return back
  }

  /// The notes have moved: versions that cannot follow stay where they are, and are not lost.
  private func takeAlong(_ moves: [NoteMove]) async {
    let sources = Set(moves.map(\.from))
    var late: [NoteMove] = []
    for move in moves where move.from != move.to {
      guard sources.contains(move.to) else {
        try? await versions.noteMoved(from: move.from, to: move.to)
        continue
      }
      // Notes that change places would take each other's versions for their own. No path of a note
      // has a zero in it.
      let aside = NoteID(NotePath(bytes: move.to.path.bytes + [0]))
      try? await versions.noteMoved(from: move.from, to: aside)
      late.append(NoteMove(from: aside, to: move.to))
    }
    for move in late { try? await versions.noteMoved(from: move.from, to: move.to) }
  }
}
