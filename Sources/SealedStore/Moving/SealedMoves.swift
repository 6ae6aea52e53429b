package import Entities
import FileStore
import Files
import Glibc
package import Services

/// Moves notes of an encrypted vault, together with the links to them.
package actor SealedMoves: NoteMoves {
  let work: SealedWork
  private let journal: [UInt8]
  private let seal: StateSeal
  let identified: @Sendable (_ key: [UInt8]) -> [NotePath]
  var memory = MoveMemory()

  /// A move under way is written down, closed, in `<stateFolder>/moves/<name made of the vault's path>`.
  init(
    _ work: SealedWork, stateFolder: [UInt8], seal: StateSeal,
    identified: @escaping @Sendable (_ key: [UInt8]) -> [NotePath]
  ) {
    self.work = work
    journal = seal.folder("moves", of: work.folder.root, in: stateFolder)
    self.seal = seal
    self.identified = identified
  }

  /// Finishes a move that was cut off, or takes it back. Called at every start, before the notes are
  /// looked at; without such a move it costs next to nothing. Answers with what a person should
  /// know.
  package func recover() async -> [String] {
    guard MoveJournal.isNeeded(journal) else { return [] }
    do throws(NoteStoreError) {
      let journal = try openJournal(for: NotePath("notes"))
      return try recover(journal)
    } catch {
      return ["Notes were being moved when the program stopped. \(error.message)"]
    }
  }

  func openJournal(for path: NotePath) throws(NoteStoreError) -> MoveJournal {
    try onBehalf(of: path, to: "move") { () throws(SystemError) in
      try work.folder.checkKeys()
      return try MoveJournal(journal, work.folder.disk)
    }
  }

  private static let bond = Array("move".utf8)

  /// Ends what an earlier run left half done.
  func recover(
    _ journal: borrowing MoveJournal
  ) throws(NoteStoreError) -> [String] {
    let nothing = NotePath("notes")
    guard
      let (sealed, isTakenBack) = try onBehalf(
        of: nothing, to: "move", { () throws(SystemError) in try journal.readFile() })
    else { return [] }
    guard let plan = seal.open(sealed, at: Self.bond).flatMap(SealedMovePlan.init(file:)) else {
      try onBehalf(of: nothing, to: "move") { () throws(SystemError) in try journal.setAside() }
      return [
        "What was being moved when the program stopped cannot be read: it is kept as bad-move in"
          + " \(NotePath(bytes: self.journal).text)."
      ]
    }
    var said: [String] = []
    if plan.steps.isEmpty {
      try clear(plan)
    } else {
      do throws(NoteStoreError) {
        if isTakenBack { throw .refused(plan.path, reason: "it could not be moved") }
        said = try carryOut(plan) { (work) throws(NoteStoreError) in
          try work.finish(isStrict: false)
          try onBehalf(of: plan.path, to: "move", work.removeRest)
        }
      } catch {
        if error.mayPass { throw error }
        journal.turnBack()
        said = try carryOut(plan) { (work) throws(NoteStoreError) in try work.takeBack() }
        said.insert("A move of notes that was cut off was taken back: \(error.message)", at: 0)
      }
    }
    try onBehalf(of: plan.path, to: "move") { () throws(SystemError) in try journal.remove() }
    return said
  }

  /// Does the steps of a plan while no other program of ours changes names; answers with what was
  /// left alone.
  private func carryOut(
    _ plan: SealedMovePlan,
    checking check: (Int32) throws(NoteStoreError) -> Void = { _ in },
    _ body: (SealedMoveWork) throws(NoteStoreError) -> Void
  ) throws(NoteStoreError) -> [String] {
    let root = try work.folder.openRoot(for: plan.path, to: "move")
    let raw = root.raw
    try onBehalf(of: plan.path, to: "move") { () throws(SystemError) in
      try work.folder.hold(raw)
    }
    defer { flock(raw, LOCK_UN) }
    try check(raw)
    let before = SealedPlaces.time(of: raw)
    let steps = SealedMoveWork(
      plan, in: try work.folder.openRoot(for: plan.path, to: "move"), disk: work.folder.disk)
    defer {
      work.places.folderChanged(from: before, raw)
      for step in plan.steps { work.places.look(at: step.id, in: raw, isOurs: true) }
    }
    try body(steps)
    return steps.leftAlone.map {
      "\($0.text) was changed while notes were being moved: it was left as it is, and so were the"
        + " links in it."
    }
  }

  private func clear(_ plan: SealedMovePlan) throws(NoteStoreError) {
    let root = try work.folder.openRoot(for: plan.path, to: "move")
    try onBehalf(of: plan.path, to: "move") { () throws(SystemError) in
      try SealedMoveWork.clear(plan, in: root.raw)
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
    let retitled: TitleChange?
    do throws(NoteStoreError) {
      let text = try work.text(of: note, to: "rename").bytes
      retitled = MoveTexts.titleChange(in: text, of: note.path, to: title)
    } catch {
      guard case .tooLarge = error else { throw error }
      retitled = nil
    }
    return try carryOut(
      [NoteMove(from: note, to: NoteID(NoteFileName.path(of: note.path, titled: title)))],
      retitled: retitled, linking: linking)
  }

  package func undo(_ receipt: MoveReceipt) async throws(NoteStoreError) -> MoveReceipt {
    let moves = receipt.moves.map { NoteMove(from: $0.to, to: $0.from) }
    let retitled = receipt.retitled.flatMap { done in
      moves.first.map { done.reversed(at: $0.from.path) }
    }
    // All notes: links that were written since lead to the new names too.
    return try carryOut(
      moves, retitled: retitled, linking: nil, takingBack: memory.texts(of: receipt.moves))
  }

  private func carryOut(
    _ moves: [NoteMove], retitled: TitleChange? = nil, linking: [NoteID]?,
    takingBack done: [MoveTexts.Done] = []
  ) throws(NoteStoreError) -> MoveReceipt {
    guard let first = moves.first?.from.path else { return MoveReceipt(moves: [], rewritten: []) }
    let journal = try openJournal(for: first)
    _ = try recover(journal)
    let planner = SealedMovePlanner(moves, work)
    let root = try work.folder.openRoot(for: first, to: "move")
    try planner.check(in: root.raw)
    try planner.settle(in: root.raw)
    let links = LinkRewriter.work(
      planner.moves, retitled, planner.names(), linking, identified: identified)
    let texts = MoveTexts(links, retitled: retitled, takingBack: done)
    let rewrites = try planner.rewrites(of: links.notes, by: texts.edited)
    // Another title may make the same name.
    let moved = retitled == nil ? planner.moves : moves
    if planner.moves.isEmpty, rewrites.isEmpty { return MoveReceipt(moves: moved, rewritten: []) }
    try planner.checkSpace(rewrites, in: root.raw)
    try carryOut(planner, rewrites, for: first, in: root.raw, journal)
    memory.remember(rewrites.map(\.texts), of: moved)
    return MoveReceipt(
      moves: moved,
      rewritten: rewrites.filter { $0.note != retitled?.note }.map { NoteID($0.texts.note) },
      retitled: retitled)
  }

  func carryOut(
    _ planner: SealedMovePlanner, _ rewrites: [SealedMovePlanner.Rewrite], for path: NotePath,
    in root: Int32, _ journal: borrowing MoveJournal
  ) throws(NoteStoreError) {
    var plan = SealedMovePlan()
    try write(plan, path, journal)
    do {
      try planner.stage(rewrites, for: &plan, in: root)
      try write(plan, path, journal, replacing: true)
    } catch {
      // If this fails too, the next start tries again: the journal stays.
      journal.turnBack()
      try clear(plan)
      try onBehalf(of: path, to: "move") { () throws(SystemError) in try journal.remove() }
      throw error
    }
    var isTidy = false
    do {
      _ = try carryOut(plan) { (root) throws(NoteStoreError) in
        // Someone may have taken a name meanwhile.
        try planner.check(in: root)
      } _: { (work) throws(NoteStoreError) in
        try work.finish(isStrict: true)
        // All is done. What cannot be removed now is removed by the next start.
        isTidy = (try? work.removeRest()) != nil
      }
    } catch {
      journal.turnBack()
      _ = try carryOut(plan) { (work) throws(NoteStoreError) in try work.takeBack() }
      try onBehalf(of: path, to: "move") { () throws(SystemError) in try journal.remove() }
      throw error
    }
    // A journal that stays is found to be done by the next start.
    if isTidy { try? journal.remove() }
  }

  private func write(
    _ plan: SealedMovePlan, _ path: NotePath, _ journal: borrowing MoveJournal,
    replacing: Bool = false
  ) throws(NoteStoreError) {
    let seal = seal
    do {
      try journal.write(file: try seal.close(plan.file, at: Self.bond), replacing: replacing)
    } catch {
      throw error.noteError(path, "move")
    }
  }
}
