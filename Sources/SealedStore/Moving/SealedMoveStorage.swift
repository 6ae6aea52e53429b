package import Entities
package import FileStore
package import Files
import Glibc
package import Services

/// Moves of notes in an encrypted vault.
package typealias SealedMoves = JournaledMoves<SealedMoveStorage>

/// A move in progress is recorded, encrypted, in `<stateFolder>/moves/<name made of the vault's
/// path>`: first that new files are being written, then which files swap names.
package struct SealedMoveStorage: MoveStorage {
  let work: SealedWork
  package let journal: [UInt8]
  private let seal: StateSeal
  private let identified: @Sendable (_ key: [UInt8]) -> [NotePath]
  private static let bond = Array("move".utf8)

  init(
    _ work: SealedWork, stateFolder: [UInt8], seal: StateSeal,
    identified: @escaping @Sendable (_ key: [UInt8]) -> [NotePath]
  ) {
    self.work = work
    journal = seal.folder("moves", of: work.folder.root, in: stateFolder)
    self.seal = seal
    self.identified = identified
  }

  package var disk: Disk { work.folder.disk }

  package func checkWritable(_ path: NotePath) throws(NoteStoreError) {
    try onBehalf(of: path, to: "move", work.folder.checkKeys())
  }

  package func text(of note: NoteID, to action: String) throws(NoteStoreError) -> [UInt8] {
    try work.text(of: note, to: action).bytes
  }

  package func titleChange(
    of note: NoteID, to title: String
  ) throws(NoteStoreError) -> TitleChange? {
    do throws(NoteStoreError) {
      return MoveTexts.titleChange(in: try text(of: note, to: "rename"), of: note.path, to: title)
    } catch {
      guard case .tooLarge = error else { throw error }
      return nil
    }
  }

  package func links(
    to moves: [NoteMove], _ retitled: TitleChange?, in notes: [NoteID]?
  ) throws(NoteStoreError) -> LinkRewriter.Work {
    let planner = SealedMovePlanner(moves, work)
    let root = try openRoot(for: moves.first?.from.path ?? retitled?.note)
    try planner.check(in: root.raw)
    if moves.isEmpty, retitled == nil { return .none }
    try planner.settle(in: root.raw)
    return LinkRewriter.work(moves, retitled, planner.names(), notes, identified: identified)
  }

  package func plan(
    _ moves: [NoteMove], rewriting notes: [NoteID],
    by edited: (_ bytes: [UInt8], _ note: NotePath) throws(NoteStoreError) -> [UInt8]?
  ) throws(NoteStoreError) -> MovePlan {
    let planner = SealedMovePlanner(moves, work)
    let plan = try planner.plan(rewriting: notes, by: edited)
    if !plan.isEmpty {
      let root = try openRoot(for: plan.path)
      try planner.checkSpace(plan, in: root.raw)
    }
    return plan
  }

  package func files(in folder: NotePath) throws(NoteStoreError) -> [NotePath] {
    work.bringUpToDate(try openRoot(for: folder).raw)
    return work.paths.asking { table -> [NotePath] in
      var files: [NotePath] = []
      table.forEach { path, _ in if path.isBelow(folder) { files.append(path) } }
      return files.sorted()
    }
  }

  private func openRoot(for path: NotePath?) throws(NoteStoreError) -> Descriptor {
    try work.folder.openRoot(for: path ?? NotePath("notes"), to: "move")
  }

  // MARK: - The plan's record

  package func written(_ plan: MovePlan) -> SealedMovePlan { SealedMovePlan() }

  package func file(of plan: SealedMovePlan) throws(SystemError) -> [UInt8] {
    try seal.close(plan.file, at: Self.bond)
  }

  package func written(in file: [UInt8]) -> SealedMovePlan? {
    seal.open(file, at: Self.bond).flatMap(SealedMovePlan.init(file:))
  }

  package func summary(of plan: SealedMovePlan) -> MoveSummary {
    MoveSummary(
      path: plan.path, isMove: plan.steps.contains { $0.before != $0.after },
      isPrepared: !plan.steps.isEmpty)
  }

  // MARK: - The steps

  package func prepare(
    _ plan: MovePlan, _ written: SealedMovePlan
  ) throws(NoteStoreError) -> SealedMovePlan? {
    var staged = written
    let root = try openRoot(for: plan.path)
    try SealedMovePlanner(plan.moved.map(\.move), work).stage(plan, for: &staged, in: root.raw)
    return staged
  }

  package func finish(
    _ written: SealedMovePlan, _ plan: MovePlan?
  ) throws(NoteStoreError) -> MoveOutcome {
    if written.steps.isEmpty {
      try clear(written)
      return MoveOutcome(leftAlone: [])
    }
    var isTidy = true
    let left = try carryOut(written) { (steps, root) throws(NoteStoreError) in
      guard let plan else {
        try steps.finish(isStrict: false)
        return try onBehalf(of: written.path, to: "move", steps.removeRest)
      }
      // Another program may have used a name in the meantime.
      try SealedMovePlanner(plan.moved.map(\.move), work).check(in: root)
      try steps.finish(isStrict: true)
      // The move is complete. Files that cannot be removed now are removed at the next start.
      isTidy = (try? steps.removeRest()) != nil
    }
    return MoveOutcome(leftAlone: left, isTidy: isTidy)
  }

  package func takeBack(_ plan: SealedMovePlan) throws(NoteStoreError) -> [NotePath] {
    if plan.steps.isEmpty {
      try clear(plan)
      return []
    }
    return try carryOut(plan) { (steps, _) throws(NoteStoreError) in try steps.takeBack() }
  }

  /// Runs the steps of a plan while no other notes-tui changes names. Returns the notes that were
  /// left alone.
  private func carryOut(
    _ plan: SealedMovePlan,
    _ body: (_ steps: SealedMoveWork, _ root: Int32) throws(NoteStoreError) -> Void
  ) throws(NoteStoreError) -> [NotePath] {
    let root = try openRoot(for: plan.path)
    let raw = root.raw
    try onBehalf(of: plan.path, to: "move", work.folder.hold(raw))
    defer { flock(raw, LOCK_UN) }
    let before = SealedPaths.time(of: raw)
    let steps = SealedMoveWork(plan, in: try openRoot(for: plan.path), disk: disk)
    defer {
      work.paths.folderChanged(from: before, raw)
      for step in plan.steps { work.paths.look(at: step.id, in: raw, isOurs: true) }
    }
    try body(steps, raw)
    return steps.leftAlone
  }

  private func clear(_ plan: SealedMovePlan) throws(NoteStoreError) {
    let root = try openRoot(for: plan.path)
    try onBehalf(of: plan.path, to: "move", SealedMoveWork.clear(plan, in: root.raw))
  }
}
