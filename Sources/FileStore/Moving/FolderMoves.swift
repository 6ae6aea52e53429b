package import Entities
import Files
package import Services

/// Moves notes of one folder, together with the links to them.
package actor FolderMoves: NoteMoves {
  private let vault: VaultFolder
  private let journal: [UInt8]
  private let rewriter: LinkRewriter

  /// A move under way is written down in `<stateFolder>/moves/<name made of the vault's path>/`.
  ///
  /// `titled` answers with the notes of a title, an alias or an id, by its `Folding.name`: links may
  /// lead by these. Without it, a note that takes a name which is another's title takes over the
  /// links by that title.
  package init(
    root: [UInt8], stateFolder: [UInt8], vault: VaultID, clock: any WallClock,
    titled: @escaping @Sendable (_ key: [UInt8]) -> [NotePath] = { _ in [] }
  ) {
    self.init(
      VaultFolder(root: root, clock: clock), journal: Self.journal(stateFolder, vault),
      rewriter: .links(titled: titled))
  }

  init(_ vault: VaultFolder, journal: [UInt8], rewriter: LinkRewriter) {
    self.vault = vault
    self.journal = journal
    self.rewriter = rewriter
  }

  static func journal(_ stateFolder: [UInt8], _ vault: VaultID) -> [UInt8] {
    stateFolder + Array("/moves/\(ShortName.of(vault.path.bytes))".utf8)
  }

  /// Finishes a move that was cut off, or takes it back. Called at every start, before the notes are
  /// looked at; without such a move it costs next to nothing. Answers with what a person should
  /// know.
  package func recover() async -> [String] {
    guard MoveJournal.isNeeded(journal) else { return [] }
    do {
      let journal = try MoveJournal(self.journal, vault.disk)
      return try recover(journal)
    } catch let error as NoteStoreError {
      return ["Notes were being moved when the program stopped. \(error.message)"]
    } catch let error as SystemError {
      let place = NotePath(bytes: journal).text
      return ["What was being moved could not be read in \(place): \(error.reason)."]
    } catch {
      return ["\(error)"]
    }
  }

  private func recover(_ journal: borrowing MoveJournal) throws -> [String] {
    switch try journal.read() {
    case .nothing: return []
    case .damaged:
      try journal.setAside()
      let place = NotePath(bytes: self.journal).text
      return [
        "What was being moved when the program stopped cannot be read: it is kept as"
          + " bad-move in \(place)."
      ]
    case .plan(let plan, let isTakenBack):
      var work = MoveWork(plan, in: vault)
      var said: [String] = []
      do throws(NoteStoreError) {
        if isTakenBack { throw .refused(plan.path, reason: "it could not be moved") }
        try work.finish(isStrict: false)
      } catch {
        if error.mayPass { throw error }
        journal.turnBack()
        work = MoveWork(plan, in: vault)
        try work.takeBack()
        said = ["A move of notes that was cut off was taken back: \(error.message)"]
      }
      try journal.remove()
      return said + Self.leftAlone(work)
    }
  }

  private static func leftAlone(_ work: MoveWork) -> [String] {
    work.leftAlone.map {
      "\($0.text) was changed while notes were being moved: it was left as it is, and so were the"
        + " links in it."
    }
  }

  package func move(
    _ moves: [NoteMove], linking: [NoteID]?
  ) async throws(NoteStoreError) -> MoveReceipt {
    try carryOut(moves, linking: linking)
  }

  package func undo(_ receipt: MoveReceipt) async throws(NoteStoreError) -> MoveReceipt {
    let moves = receipt.moves.map { NoteMove(from: $0.to, to: $0.from) }
    // All notes: links that were written since lead to the new names too.
    let undone = try carryOut(moves, linking: nil)
    for folder in receipt.folders.reversed() { vault.removeIfEmpty(folder) }
    return undone
  }

  private func carryOut(
    _ moves: [NoteMove], linking: [NoteID]?
  ) throws(NoteStoreError) -> MoveReceipt {
    guard let first = moves.first else { return MoveReceipt(moves: [], rewritten: []) }
    let journal = try onBehalf(of: first.from.path, to: "move") { () throws(SystemError) in
      try MoveJournal(self.journal, vault.disk)
    }
    do {
      _ = try recover(journal)
    } catch let error as NoteStoreError {
      throw error
    } catch let error as SystemError {
      throw error.noteError(first.from.path, "move")
    } catch {
      throw .failed(first.from.path, action: "move", reason: "\(error)")
    }
    let planner = MovePlanner(moves, in: vault)
    let links = try rewriter.prepare(planner.moves, vault, linking)
    let plan = try planner.plan(rewriting: links.notes, by: links.edited)
    try carryOut(plan, journal)
    return MoveReceipt(
      moves: planner.moves, rewritten: plan.rewrites.map { NoteID($0.after) },
      folders: plan.folders)
  }

  private func carryOut(
    _ plan: MovePlan, _ journal: borrowing MoveJournal
  ) throws(NoteStoreError) {
    let path = plan.path
    try onBehalf(of: path, to: "move") { () throws(SystemError) in try journal.write(plan) }
    do {
      var work = MoveWork(plan, in: vault)
      try work.finish(isStrict: true)
    } catch {
      // If this fails too, the next start tries again: the journal stays.
      journal.turnBack()
      var work = MoveWork(plan, in: vault)
      try work.takeBack()
      try onBehalf(of: path, to: "move") { () throws(SystemError) in try journal.remove() }
      throw error
    }
    // All is done. A journal that stays is found to be done by the next start.
    try? journal.remove()
  }
}

extension NoteStoreError {
  /// Whether the disk was full or out of order and may be well again: then it is worth waiting for.
  fileprivate var mayPass: Bool {
    switch self {
    case .noSpace, .failed, .notPermitted: true
    default: false
    }
  }
}
