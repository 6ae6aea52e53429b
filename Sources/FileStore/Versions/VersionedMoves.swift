package import Entities
package import Services

/// Moves that take the notes' versions along. They are written down first: what a crash keeps from
/// following does so at the next start.
package struct VersionedMoves: NoteMoves {
  private let moves: any NoteMoves
  private let versions: FolderVersions

  package init(_ moves: any NoteMoves, versions: FolderVersions) {
    self.moves = moves
    self.versions = versions
  }

  package func move(
    _ moves: [NoteMove], linking: [NoteID]?
  ) async throws(NoteStoreError) -> MoveReceipt {
    try await takingAlong(moves) { () throws(NoteStoreError) in
      try await self.moves.move(moves, linking: linking)
    }
  }

  package func rename(
    _ note: NoteID, to title: String, linking: [NoteID]?
  ) async throws(NoteStoreError) -> MoveReceipt {
    let receipt = try await moves.rename(note, to: title, linking: linking)
    await takeAlong(receipt.moves)
    return receipt
  }

  package func undo(_ receipt: MoveReceipt) async throws(NoteStoreError) -> MoveReceipt {
    let back = receipt.moves.map { NoteMove(from: $0.to, to: $0.from) }
    return try await takingAlong(back) { () throws(NoteStoreError) in
      try await moves.undo(receipt)
    }
  }

  private func takingAlong(
    _ planned: [NoteMove], _ move: () async throws(NoteStoreError) -> MoveReceipt
  ) async throws(NoteStoreError) -> MoveReceipt {
    let pending = versions.willMove(planned)
    // After an error the notes are where they were, or the next start takes them back there.
    defer { pending?.remove() }
    let receipt = try await move()
    await takeAlong(receipt.moves)
    return receipt
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
      let aside = PendingMoves.aside(of: move.to)
      try? await versions.noteMoved(from: move.from, to: aside)
      late.append(NoteMove(from: aside, to: move.to))
    }
    for move in late { try? await versions.noteMoved(from: move.from, to: move.to) }
  }
}
