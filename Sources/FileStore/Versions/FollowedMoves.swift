import Bytes
package import Entities
import Files
import Glibc
package import OpenVault
package import Services
import VaultLayers

/// Moves and rewritings that take along the notes' state elsewhere: their versions, and what
/// `follow` brings to the new names.
///
/// That versions have to follow is written down first: what a crash prevents happens at the
/// next start. Of each text that is rewritten two versions are stored, as it was before anything is
/// touched and as it is then; one that cannot be stored never blocks anything.
package struct FollowedMoves: ForwardingMoves {
  package let moves: any NoteMoves & NoteRewriting
  private let store: any NoteStore
  private let versions: FolderVersions
  private let own: RecentOwnRenames
  private let follow: @Sendable ([NoteMove]) async -> Void
  private let followRewriting: @Sendable ([NoteMove]) async -> Void

  /// `store` is where the texts are read. `followRewriting` is also notified of moves that were not
  /// requested by name.
  package init(
    _ moves: any NoteMoves & NoteRewriting, store: any NoteStore, versions: FolderVersions,
    own: RecentOwnRenames = RecentOwnRenames(),
    follow: @escaping @Sendable ([NoteMove]) async -> Void = { _ in },
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

  /// Nothing follows a move that was not made.
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

  /// So much text is held at once.
  private static let most = 16 << 20

  /// The present texts, each unless the last version is that very text.
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

/// Moves of notes whose versions have to follow, written down before the notes move: a file each in
/// a folder next to the logs.
struct PendingMoves: Sendable {
  private static let day: Int64 = 86_400

  /// A sealed record is bound to its file's name.
  private static func context(_ name: [UInt8]) -> [UInt8] { Array("moving ".utf8) + name }

  private let folder: [UInt8]
  private let name: [UInt8]

  /// Where moves of one vault are written down.
  static func folder(in versions: [UInt8]) -> [UInt8] { versions + Array("/moving".utf8) }

  /// Nil where they cannot be written down: then only a crash leaves versions behind.
  init?(_ moves: [NoteMove], in folder: [UInt8], disk: Disk, seal: StateSeal) {
    let lines = moves.map { move in
      Percent.encoded(move.from.path.bytes) + [UInt8(ascii: " ")]
        + Percent.encoded(move.to.path.bytes)
    }
    let name = Array("move-\(UInt64.random(in: .min ... .max))".utf8)
    let text = Array(lines.joined(separator: [UInt8(ascii: "\n")]))
    guard let bytes = try? seal.close(text, at: Self.context(name)),
      let open = try? PrivateFolder.open(folder, making: true),
      (try? NewFile.put(bytes, as: name, in: open.raw, disk: disk)) != nil
    else { return nil }
    (self.folder, self.name) = (folder, name)
  }

  /// The versions have followed. If this fails, the next start finds nothing left to do.
  func remove() {
    guard let open = try? PrivateFolder.open(folder, making: false) else { return }
    try? Posix.remove(name, in: open.raw)
  }

  /// Where versions wait while notes are swapped, which would take each other's for their own.
  /// No path of a note has a zero in it.
  static func aside(of note: NoteID) -> NoteID { NoteID(NotePath(bytes: note.path.bytes + [0])) }

  // MARK: - After a crash

  /// What was written down and never crossed out. `apply` answers whether that is done; what
  /// is not is asked again at the next start, for a day: another program may be at it just now.
  static func each(
    in folder: [UInt8], now: Timestamp, seal: StateSeal, _ apply: ([NoteMove]) -> Bool
  ) {
    guard let open = try? PrivateFolder.open(folder, making: false),
      let names = try? Posix.names(in: open.raw)
    else { return }
    for name in names {
      guard let facts = try? Posix.facts(name, in: open.raw) else { continue }
      let isOld = facts.modified.seconds + day < now.seconds
      let isSettled =
        name.starts(with: "move-".utf8)
        && (try? Posix.contents(name, in: open.raw)).flatMap { seal.open($0, at: context(name)) }
          .flatMap(moves).map(apply) ?? true
      if isSettled || isOld { try? Posix.remove(name, in: open.raw) }
    }
  }

  private static func moves(in file: [UInt8]) -> [NoteMove]? {
    var moves: [NoteMove] = []
    for line in file.split(separator: UInt8(ascii: "\n")) {
      let paths = line.split(separator: UInt8(ascii: " ")).compactMap { Percent.decoded($0) }
      guard paths.count == 2 else { return nil }
      moves.append(
        NoteMove(
          from: NoteID(NotePath(bytes: paths[0])), to: NoteID(NotePath(bytes: paths[1]))))
    }
    return moves
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
