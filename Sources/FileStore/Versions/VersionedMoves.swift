package import Entities
package import Services

/// Moves that take the notes' versions along. They are written down first: what a crash keeps from
/// following does so at the next start.
package struct VersionedMoves: NoteMoves {
  private let moves: any NoteMoves
  private let versions: FollowingVersions

  package init(_ moves: any NoteMoves, versions: FolderVersions) {
    self.moves = moves
    self.versions = FollowingVersions(versions)
  }

  package func move(
    _ moves: [NoteMove], linking: [NoteID]?
  ) async throws(NoteStoreError) -> MoveReceipt {
    try await versions.takingAlong(moves) { () throws(NoteStoreError) in
      let receipt = try await self.moves.move(moves, linking: linking)
      return (receipt, receipt.moves)
    }
  }

  package func rename(
    _ note: NoteID, to title: String, linking: [NoteID]?
  ) async throws(NoteStoreError) -> MoveReceipt {
    let receipt = try await moves.rename(note, to: title, linking: linking)
    await versions.takeAlong(receipt.moves)
    return receipt
  }

  package func undo(_ receipt: MoveReceipt) async throws(NoteStoreError) -> MoveReceipt {
    let back = receipt.moves.map { NoteMove(from: $0.to, to: $0.from) }
    return try await versions.takingAlong(back) { () throws(NoteStoreError) in
      let receipt = try await moves.undo(receipt)
      return (receipt, receipt.moves)
    }
  }
}

/// The versions of notes that get other names.
struct FollowingVersions: Sendable {
  private let versions: FolderVersions

  init(_ versions: FolderVersions) { self.versions = versions }

  /// `move` answers with what it did, and the moves of that.
  func takingAlong<Receipt>(
    _ planned: [NoteMove], _ move: () async throws(NoteStoreError) -> (Receipt, [NoteMove])
  ) async throws(NoteStoreError) -> Receipt {
    if planned.isEmpty { return try await move().0 }
    let pending = versions.willMove(planned)
    // After an error the notes are where they were, or the next start takes them back there.
    defer { pending?.remove() }
    let (receipt, moves) = try await move()
    await takeAlong(moves)
    return receipt
  }

  /// The notes have moved: versions that cannot follow stay where they are, and are not lost.
  func takeAlong(_ moves: [NoteMove]) async {
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
