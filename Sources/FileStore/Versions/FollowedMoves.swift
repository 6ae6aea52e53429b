import Bytes
package import Entities
import Files
import Glibc
package import OpenVault
package import Services
import VaultLayers

/// Moves and rewrites notes together with their state elsewhere: their versions, and whatever
/// `follow` updates.
///
/// That versions have to follow is recorded first, so that the next start does what a crash
/// prevents. Two versions of each rewritten text are stored, from before and after; failing to
/// store one never stops the move.
package struct FollowedMoves: ForwardingMoves {
  package let moves: any NoteMoves & NoteRewriting
  private let store: any NoteStore
  private let versions: FolderVersions
  private let own: RecentOwnRenames
  private let follow: @Sendable ([NoteMove]) async -> Void
  private let followRewriting: @Sendable ([NoteMove]) async -> Void

  /// `store` reads the texts. `followRewriting` is also notified of moves that were not requested
  /// by name.
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

  /// Returns a trial without versions: nothing follows a move that is not made.
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

  /// The most text in memory at the same time, in bytes.
  private static let most = 16 << 20

  /// Stores the current texts unless the last version is the same.
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

  // MARK: - Following state

  /// Runs `act`, which moves notes and may rewrite others, and updates their state.
  private func following<Receipt: FollowedReceipt>(
    _ planned: [NoteMove], _ act: () async throws(NoteStoreError) -> Receipt
  ) async throws(NoteStoreError) -> Receipt {
    own.willMove(planned)
    let leaving = planned.filter { $0.from != $0.to }
    let pending = leaving.isEmpty ? nil : versions.willMove(leaving)
    // After an error the notes have their old names, or the next start restores these.
    defer { pending?.remove() }
    let receipt = try await act()
    if !leaving.isEmpty {
      await takeVersionsAlong(receipt.moves)
      await follow(receipt.moves)
    }
    await keepTexts(of: receipt.rewrittenNotes)
    return receipt
  }

  /// Moves the versions of moved notes. Versions that cannot follow stay under the old name.
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

/// Moves of notes whose versions have to follow, recorded before the notes move: a file for each in
/// a folder next to the logs.
struct PendingMoves: Sendable {
  private static let day: Int64 = 86_400

  /// A sealed record is bound to its file's name.
  private static func context(_ name: [UInt8]) -> [UInt8] { Array("moving ".utf8) + name }

  private let folder: [UInt8]
  private let name: [UInt8]

  /// Returns the folder for the recorded moves of one vault.
  static func folder(in versions: [UInt8]) -> [UInt8] { versions + Array("/moving".utf8) }

  /// Nil if they cannot be recorded: then a crash would leave the versions behind.
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

  /// Called after the versions have followed. If this fails, the next start has nothing to do.
  func remove() {
    guard let open = try? PrivateFolder.open(folder, making: false) else { return }
    try? Posix.remove(name, in: open.raw)
  }

  /// A temporary name for the versions of a note in a swap, so that the two are not mixed up. No
  /// path of a note contains a zero.
  static func aside(of note: NoteID) -> NoteID { NoteID(NotePath(bytes: note.path.bytes + [0])) }

  // MARK: - After a crash

  /// Calls `apply` with each recorded move that is left; it returns whether that is done. Others
  /// are tried again at each start for a day, because another program may be working on them.
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
  /// Notes with a new text, under their current names.
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
