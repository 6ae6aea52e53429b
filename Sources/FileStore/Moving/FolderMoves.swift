package import Entities
import Files
package import Services

/// Moves notes of one folder, together with the links to them.
package actor FolderMoves: NoteMoves {
  let vault: VaultFolder
  private let journal: [UInt8]
  let rewriter: LinkRewriter
  var memory = MoveMemory()

  /// A move under way is written down in `<stateFolder>/moves/<name made of the vault's path>/`.
  ///
  /// `identified` answers with the notes of an id, by its `Folding.name`: links may lead by these.
  /// Without it, a note that takes a name which is another's id takes over the links by that id.
  package init(
    root: [UInt8], stateFolder: [UInt8], vault: VaultID, clock: any WallClock,
    identified: @escaping @Sendable (_ key: [UInt8]) -> [NotePath] = { _ in [] },
    whyNotPlain: @escaping @Sendable () -> String? = { nil }
  ) {
    self.init(
      VaultFolder(
        root: root, clock: clock, turns: WritingTurns(stateFolder: stateFolder, root: root),
        whyNotPlain: whyNotPlain),
      journal: Self.journal(stateFolder, vault),
      rewriter: .links(identified: identified))
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
        if isTakenBack { throw .refused(plan.path, reason: "it could not be \(plan.words.done)") }
        try work.finish(isStrict: false)
      } catch {
        if error.mayPass { throw error }
        journal.turnBack()
        work = MoveWork(plan, in: vault)
        try work.takeBack()
        said = ["\(plan.words.act) that was cut off was taken back: \(error.message)"]
      }
      try journal.remove()
      return said + Self.leftAlone(work, plan)
    }
  }

  private static func leftAlone(_ work: MoveWork, _ plan: MovePlan) -> [String] {
    work.leftAlone.map {
      "\($0.text) was changed while notes were being \(plan.words.done): it was left as it is"
        + (plan.moved.isEmpty ? "." : ", and so were the links in it.")
    }
  }

  package func move(
    _ moves: [NoteMove], linking: [NoteID]?
  ) async throws(NoteStoreError) -> MoveReceipt {
    try carryOut(moves, linking: linking)
  }

  package func rename(
    _ note: NoteID, to title: String, linking: [NoteID]?
  ) async throws(NoteStoreError) -> MoveReceipt {
    return try carryOut(
      [NoteMove(from: note, to: NoteID(NoteFileName.path(of: note.path, titled: title)))],
      retitled: try titleChange(of: note, to: title), linking: linking)
  }

  /// Nil where the text has no title, or cannot have this one.
  private func titleChange(
    of note: NoteID, to title: String
  ) throws(NoteStoreError) -> TitleChange? {
    if note.path.isLocked { return nil }
    let text: [UInt8]
    do throws(NoteStoreError) {
      let place = try vault.place(of: note, to: "rename")
      text = try vault.stableText(in: place, of: note, to: "rename").bytes
    } catch {
      if MovePlanner.isNoText(error) { return nil }
      throw error
    }
    return MoveTexts.titleChange(
      in: text, of: note.path, to: title, byFileName: try isObsidians(note))
  }

  /// Whether Obsidian opens the vault, too.
  private func isObsidians(_ note: NoteID) throws(NoteStoreError) -> Bool {
    let top = try vault.top(for: note.path, to: "rename")
    let facts = try? Posix.facts(Array(".obsidian".utf8), in: top.raw)
    return facts?.kind == .folder
  }

  package func undo(_ receipt: MoveReceipt) async throws(NoteStoreError) -> MoveReceipt {
    let moves = receipt.moves.map { NoteMove(from: $0.to, to: $0.from) }
    // All notes: links that were written since lead to the new names too.
    let texts = memory.texts(of: receipt.moves)
    let retitled = receipt.retitled.flatMap { done in
      moves.first.map { done.reversed(at: $0.from.path) }
    }
    let undone = try carryOut(moves, retitled: retitled, linking: nil, takingBack: texts)
    for folder in receipt.folders.reversed() { vault.removeIfEmpty(folder) }
    return undone
  }

  private func carryOut(
    _ moves: [NoteMove], retitled: TitleChange? = nil, linking: [NoteID]?,
    takingBack done: [MoveTexts.Done] = []
  ) throws(NoteStoreError) -> MoveReceipt {
    guard let first = moves.first else { return MoveReceipt(moves: [], rewritten: []) }
    let journal = try openJournal(for: first.from.path)
    let planner = MovePlanner(moves, in: vault)
    let links = try rewriter.prepare(planner.moves, retitled, vault, linking)
    let texts = MoveTexts(links, retitled: retitled, takingBack: done)
    let plan = try planner.plan(rewriting: links.notes, by: texts.edited)
    // Another title may make the same name.
    let moved = retitled == nil ? planner.moves : moves
    if plan.moved.isEmpty, plan.rewrites.isEmpty { return MoveReceipt(moves: moved, rewritten: []) }
    try carryOut(plan, journal)
    memory.remember(
      plan.rewrites.map { MoveTexts.Done(note: $0.after, old: $0.old, new: $0.new) }, of: moved)
    return MoveReceipt(
      moves: moved,
      rewritten: plan.rewrites.filter { $0.before != retitled?.note }.map { NoteID($0.after) },
      folders: plan.folders, retitled: retitled)
  }

  /// The journal, with nothing in it any more of what an earlier run left half done.
  func openJournal(for path: NotePath) throws(NoteStoreError) -> MoveJournal {
    try vault.checkPlain(path)
    do {
      let journal = try MoveJournal(self.journal, vault.disk)
      _ = try recover(journal)
      return journal
    } catch let error as NoteStoreError {
      throw error
    } catch let error as SystemError {
      throw error.noteError(path, "move")
    } catch {
      throw .failed(path, action: "move", reason: "\(error)")
    }
  }

  func carryOut(
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
  package var mayPass: Bool {
    switch self {
    case .noSpace, .failed, .notPermitted: true
    default: false
    }
  }
}
