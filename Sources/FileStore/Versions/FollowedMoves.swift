package import Entities
package import OpenVault
package import Services

/// Moves and rewritings that take along what is kept of the notes elsewhere: their versions, and what
/// `follow` brings to the new names.
///
/// That versions have to follow is written down first: what a crash keeps from following does so at the
/// next start. Of each text that is rewritten versions are kept, as it was before anything is touched and
/// as it is then; one that cannot be kept never blocks anything.
package struct FollowedMoves: NoteMoves, NoteRewriting {
  private let moves: any NoteMoves & NoteRewriting
  private let store: any NoteStore
  private let versions: FolderVersions
  private let own: OwnMoves
  private let follow: @Sendable ([NoteMove]) async -> Void
  private let followRewriting: @Sendable ([NoteMove]) async -> Void

  /// `store` is where the texts are read. `followRewriting` is told besides of moves for which nobody
  /// asked by name.
  package init(
    _ moves: any NoteMoves & NoteRewriting, store: any NoteStore, versions: FolderVersions,
    own: OwnMoves = OwnMoves(), follow: @escaping @Sendable ([NoteMove]) async -> Void = { _ in },
    followRewriting: @escaping @Sendable ([NoteMove]) async -> Void = { _ in }
  ) {
    self.moves = moves.keeping { versions.keepNow($0) }
    self.store = store
    self.versions = versions
    self.own = own
    self.follow = follow
    self.followRewriting = followRewriting
  }

  package func noting(
    _ note: @escaping @Sendable (DoneCommand.Step) async -> Void
  ) -> (any NoteMoves & NoteRewriting)? {
    moves.noting(note).map {
      FollowedMoves(
        $0, store: store, versions: versions, own: own, follow: follow,
        followRewriting: followRewriting)
    }
  }

  // MARK: - Moves

  package func move(
    _ moves: [NoteMove], linking: [NoteID]?
  ) async throws(NoteStoreError) -> MoveReceipt {
    try await following(moves) { () throws(NoteStoreError) in
      try await self.moves.move(moves, linking: linking)
    }
  }

  package func files(in folder: NotePath) async throws(NoteStoreError) -> [NotePath] {
    try await moves.files(in: folder)
  }

  package func clear(_ folders: [NotePath]) async -> [NotePath] { await moves.clear(folders) }

  /// Nothing follows what is not done.
  package func trial(_ trial: MoveTrial) -> any NoteMoves & NoteRewriting { moves.trial(trial) }

  package func rename(
    _ note: NoteID, to title: String, linking: [NoteID]?
  ) async throws(NoteStoreError) -> MoveReceipt {
    let move = NoteMove(from: note, to: NoteID(NoteFileName.path(of: note.path, titled: title)))
    return try await following([move]) { () throws(NoteStoreError) in
      try await moves.rename(note, to: title, linking: linking)
    }
  }

  package func undo(_ receipt: MoveReceipt) async throws(NoteStoreError) -> MoveReceipt {
    try await following(receipt.moves.reversedMoves) { () throws(NoteStoreError) in
      try await moves.undo(receipt)
    }
  }

  package func check(undoing receipt: MoveReceipt) async throws(NoteStoreError) {
    try await moves.check(undoing: receipt)
  }

  // MARK: - Rewritings

  package func rewrite(_ changes: [NoteChange]) async throws(NoteStoreError) -> RewriteReceipt {
    let receipt = try await following(changes.compactMap(\.move)) {
      () throws(NoteStoreError) in try await moves.rewrite(changes)
    }
    if !receipt.moves.isEmpty { await followRewriting(receipt.moves) }
    return receipt
  }

  package func undo(_ receipt: RewriteReceipt) async throws(NoteStoreError) -> RewriteReceipt {
    let undone = try await following(receipt.moves.reversedMoves) { () throws(NoteStoreError) in
      try await moves.undo(receipt)
    }
    if !undone.moves.isEmpty { await followRewriting(undone.moves) }
    return undone
  }

  package func check(undoing receipt: RewriteReceipt) async throws(NoteStoreError) {
    try await moves.check(undoing: receipt)
  }

  package func receipt(of change: NoteChange, leaving text: [UInt8]) -> RewriteReceipt {
    moves.receipt(of: change, leaving: text)
  }

  /// So much text is held at once.
  private static let most = 16 << 20

  /// The texts as they stand, each unless the last version is that very text.
  private func keepTexts(of notes: [NoteID]) async {
    var states: [NoteState] = []
    var bytes = 0
    for note in notes where note.path.isOfNote {
      guard let reading = try? await store.open(note) else { continue }
      guard reading.seen.size <= versions.largestText else {
        versions.leftOut(note)
        continue
      }
      guard let content = try? await store.read(note) else { continue }
      states.append(
        NoteState(
          note: note, bytes: content.bytes, written: content.stamp.modified, by: .current))
      bytes += content.bytes.count
      if bytes >= Self.most {
        await versions.keep(states)
        (states, bytes) = ([], 0)
      }
    }
    if !states.isEmpty { await versions.keep(states) }
  }

  // MARK: - What follows

  /// `act` moves the notes, and may rewrite others.
  private func following<Receipt: FollowedReceipt>(
    _ planned: [NoteMove], _ act: () async throws(NoteStoreError) -> Receipt
  ) async throws(NoteStoreError) -> Receipt {
    own.will(planned)
    let leaving = planned.filter { $0.from != $0.to }
    let pending = leaving.isEmpty ? nil : versions.willMove(leaving)
    // After an error the notes are where they were, or the next start takes them back there.
    defer { pending?.remove() }
    let receipt = try await act()
    if !leaving.isEmpty {
      await takeVersionsAlong(receipt.moves)
      await follow(receipt.moves)
    }
    await keepTexts(of: receipt.rewrittenNotes)
    return receipt
  }

  /// The notes have moved: versions that cannot follow stay where they are, and are not lost.
  private func takeVersionsAlong(_ moves: [NoteMove]) async {
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

private protocol FollowedReceipt: Sendable {
  var moves: [NoteMove] { get }
  /// Notes with another text, under the names that they have now.
  var rewrittenNotes: [NoteID] { get }
}

extension MoveReceipt: FollowedReceipt {
  fileprivate var rewrittenNotes: [NoteID] {
    rewritten + (retitled == nil ? [] : moves.prefix(1).map(\.to))
  }
}

extension RewriteReceipt: FollowedReceipt {
  fileprivate var rewrittenNotes: [NoteID] { notes + linking }
}
