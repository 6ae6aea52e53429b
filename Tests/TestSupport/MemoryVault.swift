package import Entities
package import Secrets
package import Services

/// Moves in a vault in memory. No link is looked at: `linking` counts as rewritten.
package struct MemoryMoves: NoteMoves, NoteRewriting {
  private let store: MemoryNoteStore
  private let rewriting: any NoteRewriting

  package init(_ store: MemoryNoteStore, rewriting: (any NoteRewriting)? = nil) {
    self.store = store
    self.rewriting = rewriting ?? MemoryRewriting(store)
  }

  package func rewrite(_ changes: [NoteChange]) async throws(NoteStoreError) -> RewriteReceipt {
    try await rewriting.rewrite(changes)
  }

  package func undo(_ receipt: RewriteReceipt) async throws(NoteStoreError) -> RewriteReceipt {
    try await rewriting.undo(receipt)
  }

  package func check(undoing receipt: RewriteReceipt) async throws(NoteStoreError) {
    try await rewriting.check(undoing: receipt)
  }

  package func receipt(of change: NoteChange, leaving text: [UInt8]) -> RewriteReceipt {
    rewriting.receipt(of: change, leaving: text)
  }

  package func move(
    _ moves: [NoteMove], linking: [NoteID]?
  ) async throws(NoteStoreError) -> MoveReceipt {
    for move in moves {
      guard let text = await store.text(of: move.from) else { throw .notFound(move.from.path) }
      if await store.text(of: move.to) != nil {
        throw .refused(move.from.path, reason: "\(move.to.path.text) is there already")
      }
      await store.change(move.to, to: text)
      await store.remove(move.from)
    }
    let moved = Set(moves.map(\.from))
    return MoveReceipt(moves: moves, rewritten: (linking ?? []).filter { !moved.contains($0) })
  }

  package func files(in folder: NotePath) async throws(NoteStoreError) -> [NotePath] {
    await store.ids.map(\.path).filter { $0.isBelow(folder) }
  }

  package func clear(_ folders: [NotePath]) async -> [NotePath] { [] }

  package func trial(_ trial: MoveTrial) -> any NoteMoves & NoteRewriting {
    MemoryTrial(store: store, trial: trial)
  }

  /// A heading in the first line is the title.
  package func rename(
    _ note: NoteID, to title: String, linking: [NoteID]?
  ) async throws(NoteStoreError) -> MoveReceipt {
    let target = NoteID(NoteFileName.path(of: note.path, titled: title))
    var receipt = MoveReceipt(moves: [NoteMove(from: note, to: target)], rewritten: [])
    if target != note {
      receipt = try await move(receipt.moves, linking: linking)
    }
    let text = await store.text(of: target) ?? ""
    if text.hasPrefix("# "), let first = text.split(separator: "\n").first {
      receipt.retitled = TitleChange(note: note.path, old: String(first.dropFirst(2)), new: title)
      await store.change(target, to: "# \(title)" + text.dropFirst(first.count))
    }
    return receipt
  }

  package func undo(_ receipt: MoveReceipt) async throws(NoteStoreError) -> MoveReceipt {
    let back = receipt.moves.reversedMoves
    let undone = try await move(back.filter { $0.from != $0.to }, linking: receipt.rewritten)
    if let retitled = receipt.retitled, let note = back.first?.to,
      let text = await store.text(of: note)
    {
      await store.change(note, to: "# \(retitled.old)" + text.dropFirst(retitled.new.count + 2))
    }
    return MoveReceipt(moves: back, rewritten: undone.rewritten)
  }
}

/// What moves and changes would come to, where nothing is in their way.
private struct MemoryTrial: NoteMoves, NoteRewriting {
  let store: MemoryNoteStore
  let trial: MoveTrial

  func move(_ moves: [NoteMove], linking: [NoteID]?) async throws(NoteStoreError) -> MoveReceipt {
    let moved = Set(moves.map(\.from))
    trial.done(moves, [])
    return MoveReceipt(moves: moves, rewritten: (linking ?? []).filter { !moved.contains($0) })
  }

  func rename(
    _ note: NoteID, to title: String, linking: [NoteID]?
  ) async throws(NoteStoreError) -> MoveReceipt {
    let target = NoteID(NoteFileName.path(of: note.path, titled: title))
    return try await move([NoteMove(from: note, to: target)], linking: linking)
  }

  func rewrite(_ changes: [NoteChange]) async throws(NoteStoreError) -> RewriteReceipt {
    var texts: MoveTrial.Texts = []
    for change in changes {
      let path = change.note.path
      let stored = await store.text(of: change.note)
      guard let text = trial.text(path) ?? stored.map({ Array($0.utf8) }) else {
        throw .notFound(path)
      }
      let new = change.newName?.path ?? path
      texts.append((new, try MemoryRewriting.applied(change, to: text)))
    }
    trial.done(changes.compactMap(\.move), texts)
    return RewriteReceipt(changes: changes)
  }

  func trial(_ trial: MoveTrial) -> any NoteMoves & NoteRewriting {
    MemoryTrial(store: store, trial: trial)
  }

  func files(in folder: NotePath) async throws(NoteStoreError) -> [NotePath] { [] }
  func clear(_ folders: [NotePath]) async -> [NotePath] { [] }
  func undo(_ receipt: MoveReceipt) async throws(NoteStoreError) -> MoveReceipt { receipt }
  func undo(_ receipt: RewriteReceipt) async throws(NoteStoreError) -> RewriteReceipt { receipt }
}

/// Files of which only the sizes are known.
package struct MemoryFiles: VaultFiles {
  private let sizes: [(path: NotePath, size: Int)]
  private let others: [NotePath]

  /// `others` are no notes.
  package init(_ sizes: [(path: NotePath, size: Int)] = [], others: [NotePath] = []) {
    self.sizes = sizes
    self.others = others
  }

  package func survey(isCancelled: () -> Bool) -> FileSurvey {
    var survey = FileSurvey()
    for (path, size) in sizes {
      survey.append(folder: [], name: path.bytes, fact(size))
    }
    return survey
  }

  package func survey(of folders: [NotePath]) -> FileSurvey { survey(isCancelled: { false }) }

  package func changed(_ folders: [NotePath]) -> [Timestamp?] {
    folders.map { _ in Timestamp(seconds: 0) }
  }

  package func facts(of note: NoteID) -> FileFact? {
    sizes.first { $0.path == note.path }.map { fact($0.size) }
  }

  package func read(
    _ note: NoteID, from place: Int, into buffer: UnsafeMutableRawBufferPointer
  ) throws(NoteStoreError) -> Int {
    throw .notFound(note.path)
  }

  package func attachments() -> [NotePath] { others }

  package func fact(ofAttachment path: NotePath) -> FileFact? {
    others.contains(path) ? fact(0) : nil
  }

  private func fact(_ size: Int) -> FileFact {
    FileFact(
      inode: 1, size: size, modified: Timestamp(seconds: 0), changed: Timestamp(seconds: 0))
  }
}

/// Health as a test says.
package struct MemoryHealth: VaultHealth {
  private let all: [HealthFinding]

  package init(_ findings: [HealthFinding] = []) { all = findings }

  package func findings(repairing: Bool) async -> [HealthFinding] { all }
}

/// Vaults of which only the making counts.
package actor MemoryVaults: Vaults {
  private var failure: VaultError?
  package private(set) var made: [String] = []

  private let folders: [String]

  /// `folders` are the vaults that were opened before.
  package init(_ folders: [String] = [], failing failure: VaultError? = nil) {
    (self.folders, self.failure) = (folders, failure)
  }

  package func known() async -> [VaultSummary] {
    folders.map { VaultSummary(id: VaultID(NotePath($0)), name: NotePath($0).name.text) }
  }

  package func open(
    _ id: VaultID, proof: VaultProof
  ) async throws(VaultError) -> VaultSummary {
    VaultSummary(id: id, name: id.path.name.text)
  }

  package func make(at place: String) async throws(VaultError) -> VaultSummary {
    if let failure { throw failure }
    made.append(place)
    return VaultSummary(id: VaultID(NotePath(place)), name: NotePath(place).name.text)
  }
}
