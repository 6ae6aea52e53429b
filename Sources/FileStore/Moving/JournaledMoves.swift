import Comparing
package import Entities
import Files
package import Services

/// Moves notes together with the links to them, and changes several notes in one step: all or
/// nothing. The plan is written to disk before anything is changed, so that the next start can
/// finish or undo it.
package actor JournaledMoves<Ground: MoveStorage>: NoteMoves, NoteRewriting {
  private let ground: Ground
  /// For a dry run: everything is planned and nothing done.
  private let trial: MoveTrial?
  /// Receives the plan as a step.
  private let note: (@Sendable (DoneCommand.Step) async -> Void)?
  /// Receives the texts before they are rewritten.
  private let keep: (@Sendable ([NoteState]) -> Void)?

  package init(in ground: Ground) { self.init(in: ground, nil) }

  private init(
    in ground: Ground, _ trial: MoveTrial?,
    noting note: (@Sendable (DoneCommand.Step) async -> Void)? = nil,
    keeping keep: (@Sendable ([NoteState]) -> Void)? = nil
  ) {
    self.ground = ground
    self.trial = trial
    self.note = note
    self.keep = keep
  }

  package nonisolated func trial(_ trial: MoveTrial) -> any NoteMoves & NoteRewriting {
    JournaledMoves(in: ground, trial)
  }

  package nonisolated func noting(
    _ note: @escaping @Sendable (DoneCommand.Step) async -> Void
  ) -> (any NoteMoves & NoteRewriting)? {
    trial == nil ? JournaledMoves(in: ground, nil, noting: note, keeping: keep) : nil
  }

  package nonisolated func keeping(
    _ keep: @escaping @Sendable ([NoteState]) -> Void
  ) -> any NoteMoves & NoteRewriting {
    JournaledMoves(in: ground, trial, noting: note, keeping: keep)
  }

  // MARK: - Moves

  package func move(
    _ moves: [NoteMove], linking: [NoteID]?
  ) async throws(NoteStoreError) -> MoveReceipt {
    try await carryOut(moves, linking: linking)
  }

  package func files(in folder: NotePath) async throws(NoteStoreError) -> [NotePath] {
    try ground.files(in: folder)
  }

  /// Removes subfolders before their parents.
  package func clear(_ folders: [NotePath]) async -> [NotePath] {
    if trial != nil { return [] }
    return folders.sorted { $0.bytes.count > $1.bytes.count }.filter { !ground.removeIfEmpty($0) }
  }

  package func rename(
    _ note: NoteID, to title: String, linking: [NoteID]?
  ) async throws(NoteStoreError) -> MoveReceipt {
    try await carryOut(
      [NoteMove(from: note, to: NoteID(ground.path(of: note, titled: title)))],
      retitled: try ground.titleChange(of: note, to: title), linking: linking)
  }

  package func undo(_ receipt: MoveReceipt) async throws(NoteStoreError) -> MoveReceipt {
    let undone = try await carryOut(receipt.reversedMoves, takingBack: receipt)
    if trial == nil { for folder in receipt.folders.reversed() { ground.removeIfEmpty(folder) } }
    return undone
  }

  package func check(undoing receipt: MoveReceipt) async throws(NoteStoreError) {
    let moves = receipt.reversedMoves
    guard let first = moves.first else { return }
    try ground.checkWritable(first.from.path)
    _ = try plan(moves, receipt.reversedTitle, linking: nil, takingBack: receipt.texts)
  }

  private func plan(
    _ wanted: [NoteMove], _ retitled: TitleChange?, linking: [NoteID]?,
    takingBack done: [RewrittenText]
  ) throws(NoteStoreError) -> ([RewrittenText], MovePlan) {
    let moves = wanted.filter { $0.from != $0.to }
    let links = try ground.links(to: moves, retitled, in: linking)
    var texts = MoveTexts(links, retitled: retitled, takingBack: done)
    var plan = try ground.plan(moves, rewriting: links.notes) {
      [trial] (bytes, note) throws(NoteStoreError) in
      // In a trial the text may differ from the one on disk.
      try texts.edited(trial?.text(note) ?? bytes, note)
    }
    plan.restore(done)
    return (texts.textsWithNewTargets.excluding(plan.rewrites), plan)
  }

  /// An undo searches all notes, because links written since then lead to the new names too.
  private func carryOut(
    _ wanted: [NoteMove], retitled: TitleChange? = nil, linking: [NoteID]? = nil,
    takingBack done: MoveReceipt? = nil
  ) async throws(NoteStoreError) -> MoveReceipt {
    guard let first = wanted.first else { return MoveReceipt(moves: [], rewritten: []) }
    let retitled = retitled ?? done?.reversedTitle
    let texts = done?.texts ?? []
    return try await carryOut(from: first.from.path, as: { .moved($0) }) {
      () throws(NoteStoreError) in
      let (textsWithNewTargets, plan) = try self.plan(
        wanted, retitled, linking: linking, takingBack: texts)
      // The file name may be the same with another title.
      let moved = retitled == nil ? wanted.filter { $0.from != $0.to } : wanted
      if plan.isEmpty { return (MoveReceipt(moves: moved, rewritten: []), plan) }
      var receipt = MoveReceipt(
        moves: moved,
        rewritten: plan.rewrites.filter { $0.before != retitled?.note }.map { NoteID($0.after) },
        folders: plan.folders, retitled: retitled)
      receipt.texts = (plan.rewrites.map(\.done) + textsWithNewTargets).ifSmall
      return (receipt, plan)
    }
  }

  // MARK: - Changes of several notes

  package func rewrite(_ changes: [NoteChange]) async throws(NoteStoreError) -> RewriteReceipt {
    try await carryOut(RewriteWork(changes))
  }

  package func undo(_ receipt: RewriteReceipt) async throws(NoteStoreError) -> RewriteReceipt {
    try await carryOut(RewriteWork(takingBack: receipt))
  }

  package nonisolated func receipt(
    of change: NoteChange, leaving text: [UInt8]
  ) -> RewriteReceipt {
    RewriteReceipt(changes: [change], lines: [LineMarks.of(text)])
  }

  package func check(undoing receipt: RewriteReceipt) async throws(NoteStoreError) {
    let work = try RewriteWork(takingBack: receipt)
    guard let first = work.notes.first else { return }
    try ground.checkWritable(first.path)
    _ = try plan(work)
  }

  private func carryOut(_ work: RewriteWork) async throws(NoteStoreError) -> RewriteReceipt {
    guard let first = work.notes.first else { return RewriteReceipt(changes: []) }
    return try await carryOut(from: first.path, as: { .rewrote($0) }) {
      () throws(NoteStoreError) in
      let (texts, plan) = try self.plan(work)
      return (texts.receipt(of: plan.rewrites), plan)
    }
  }

  private func plan(_ work: RewriteWork) throws(NoteStoreError) -> (RewriteTexts, MovePlan) {
    let links = try ground.links(to: work.moves, nil, in: nil)
    var texts = try RewriteTexts(work, links) { (note) throws(NoteStoreError) in
      if let text = trial?.text(note.path) { return text }
      return try ground.text(of: note, to: "rewrite")
    }
    let plan = try ground.plan(
      work.moves, rewriting: texts.notes(and: links.notes)
    ) { [trial] (bytes, note) throws(NoteStoreError) in
      try texts.edited(trial?.text(note) ?? bytes, note)
    }
    try texts.check(plan.rewrites.map(\.before))
    return (texts, plan)
  }

  // MARK: - The journal

  /// Finishes or undoes a move that was cut off. Called at every start, before the notes are read;
  /// fast if there is none. Returns messages for the user.
  package func recover() async -> [String] {
    guard MoveJournal.isNeeded(ground.journal) else { return [] }
    do throws(NoteStoreError) {
      let path = NotePath("notes")
      try ground.checkWritable(path)
      let journal = try onBehalf(of: path, to: "move", MoveJournal(ground.journal, ground.disk))
      return try recover(journal)
    } catch {
      return ["Notes were being moved when the program stopped. \(error.message)"]
    }
  }

  /// Opens the journal, after what an earlier run left half done was finished or undone.
  private func openJournal(for path: NotePath) throws(NoteStoreError) -> MoveJournal {
    try ground.checkWritable(path)
    let journal = try onBehalf(of: path, to: "move", MoveJournal(ground.journal, ground.disk))
    _ = try recover(journal)
    return journal
  }

  private func recover(_ journal: borrowing MoveJournal) throws(NoteStoreError) -> [String] {
    let nothing = NotePath("notes")
    guard
      let (file, isTakenBack) = try onBehalf(
        of: nothing, to: "move", { () throws(SystemError) in try journal.readFile() })
    else { return [] }
    guard let written = ground.written(in: file) else {
      try onBehalf(of: nothing, to: "move", journal.setAside())
      return [
        "What was being moved when the program stopped cannot be read: it was saved as bad-move in"
          + " \(NotePath(bytes: ground.journal).text)."
      ]
    }
    let plan = ground.summary(of: written)
    var (said, left): ([String], [NotePath]) = ([], [])
    do throws(NoteStoreError) {
      if isTakenBack, plan.isPrepared {
        throw .refused(plan.path, reason: "it could not be \(plan.done)")
      }
      left = try ground.finish(written, nil).leftAlone
    } catch {
      if error.mayBeTemporary { throw error }
      journal.markForUndo()
      left = try ground.takeBack(written)
      said = ["\(plan.act) that was cut off was taken back: \(error.message)"]
    }
    try onBehalf(of: plan.path, to: "move", journal.remove())
    return said
      + left.map {
        "\($0.text) was changed while notes were being \(plan.done): it was left as it is"
          + (plan.isMove ? ", and so were the links in it." : ".")
      }
  }

  /// Plans and carries out a change, while no other program moves notes of the vault. The result is
  /// reported as a step before anything is changed.
  private func carryOut<Receipt>(
    from path: NotePath, as step: (Receipt) -> DoneCommand.Step,
    _ makePlan: () throws(NoteStoreError) -> (Receipt, MovePlan)
  ) async throws(NoteStoreError) -> Receipt {
    if let trial {
      try ground.checkWritable(path)
      let (receipt, plan) = try makePlan()
      trial.done(plan.moved.map(\.move), plan.rewrites.map { ($0.after, $0.new) })
      return receipt
    }
    let journal = try openJournal(for: path)
    let (receipt, plan) = try makePlan()
    if plan.isEmpty { return receipt }
    await note?(step(receipt))
    keep?(plan.rewrites.compactMap(\.former))
    try carryOut(plan, journal)
    return receipt
  }

  private func carryOut(
    _ plan: MovePlan, _ journal: borrowing MoveJournal
  ) throws(NoteStoreError) {
    var written = ground.written(plan)
    try write(written, plan, journal)
    let isTidy: Bool
    do throws(NoteStoreError) {
      if let prepared = try ground.prepare(plan, written) {
        try write(prepared, plan, journal, replacing: true)
        written = prepared
      }
      isTidy = try ground.finish(written, plan).isTidy
    } catch {
      // If this fails too, the journal stays and the next start tries again.
      journal.markForUndo()
      _ = try ground.takeBack(written)
      try onBehalf(of: plan.path, to: "move", journal.remove())
      throw error
    }
    // Everything is done. If the journal stays, the next start will see that.
    if isTidy { try? journal.remove() }
  }

  private func write(
    _ written: Ground.Written, _ plan: MovePlan, _ journal: borrowing MoveJournal,
    replacing: Bool = false
  ) throws(NoteStoreError) {
    try rethrow(journal.write(file: try ground.file(of: written), replacing: replacing)) {
      (error: SystemError) in error.noteError(plan.path, "move")
    }
  }
}

extension MoveReceipt {
  fileprivate var reversedMoves: [NoteMove] { moves.reversedMoves }

  fileprivate var reversedTitle: TitleChange? {
    retitled.flatMap { done in moves.first.map { done.reversed(at: $0.to.path) } }
  }
}

extension NoteStoreError {
  /// Whether the error may be temporary, as with a full disk, so that trying again is worthwhile.
  fileprivate var mayBeTemporary: Bool {
    switch self {
    case .noSpace, .failed, .notPermitted: true
    default: false
    }
  }
}
