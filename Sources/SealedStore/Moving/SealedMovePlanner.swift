import Entities
import FileStore
import Files
import Glibc
import Services

/// Looks at everything that a move will touch, and writes the new temporary files.
struct SealedMovePlanner {
  let work: SealedWork
  let moves: [NoteMove]
  private let targets: [NotePath: NotePath]

  init(_ moves: [NoteMove], _ work: SealedWork) {
    self.work = work
    self.moves = moves.filter { $0.from != $0.to }
    targets = self.moves.targets
  }

  /// Whether the names that are moved to are free.
  func check(in root: Int32) throws(NoteStoreError) {
    try MoveChecks.names(of: moves)
    work.bringUpToDate(root)
    for move in moves {
      let known = try sealing(move.from.path, to: "move", work.paths.find(move.from.path))
      guard let found = known else { throw .notFound(move.from.path) }
      if let obstacle = found.record.obstacle {
        throw .refused(move.from.path, reason: "its file \(obstacle.words)")
      }
      guard SealedHead.fits(move.to.path) else {
        throw .refused(move.from.path, reason: "\(move.to.path.text) is too long")
      }
      if let above = work.paths.asking({ $0.fileAbove(move.to.path) }), targets[above] == nil {
        throw .refused(move.from.path, reason: "\(above.text) is a note, not a folder")
      }
    }
    try MoveChecks.areFree(for: moves) { (folder, _) in
      work.paths.asking { $0.names(in: folder) }.sorted { $0.lexicographicallyPrecedes($1) }
    }
  }

  /// Files that could not be read a moment ago are looked at again: one that still cannot may be any
  /// note, and full of links. One that is shut to this person is no reason to keep notes from moving.
  func settle(in root: Int32) throws(NoteStoreError) {
    for id in work.paths.asking({ $0.unsettled }) {
      work.paths.look(at: id, in: root)
      guard let fault = work.paths.asking({ $0.record(of: id)?.fault }), !fault.isLasting else {
        continue
      }
      if case .system(let error) = fault, error.meansShut { continue }
      throw fault.noteError(id.placeholder, "find the links in")
    }
  }

  /// All names that links may mean.
  func names() -> VaultNames {
    let found = work.paths.asking { table -> (notes: [NotePath], others: [NotePath]) in
      var found: (notes: [NotePath], others: [NotePath]) = ([], [])
      table.forEach { path, record in
        // What cannot be read just now may be full of links: that is reported, and nothing moves.
        if path.isOfNote, record.fault?.isLasting != true {
          found.notes.append(path)
        } else {
          found.others.append(path)
        }
      }
      return found
    }
    return VaultNames(notes: found.notes, others: found.others)
  }

  /// Reads what may have to be written again; nothing is touched yet.
  func plan(
    rewriting notes: [NoteID],
    by edited: (_ bytes: [UInt8], _ note: NotePath) throws(NoteStoreError) -> [UInt8]?
  ) throws(NoteStoreError) -> MovePlan {
    var plan = MovePlan(moved: moves.map { MovePlan.Moved(move: $0) })
    for note in notes {
      let path = note.path
      do throws(NoteStoreError) {
        guard let old = try work.readableText(of: note), let new = try edited(old, path), new != old
        else { continue }
        plan.rewrites.append(
          MovePlan.Rewrite(before: path, after: targets[path] ?? path, old: old, new: new))
      } catch {
        guard error.isShut, targets[path] == nil else { throw error }
      }
    }
    return plan
  }

  /// Writes the new files, on the disk when this returns.
  func stage(
    _ plan: MovePlan, for staged: inout SealedMovePlan, in root: Int32
  ) throws(NoteStoreError) {
    let texts = Set(plan.rewrites.map(\.before))
    var changes = plan.rewrites
    for move in moves where !texts.contains(move.from.path) {
      changes.append(
        MovePlan.Rewrite(before: move.from.path, after: move.to.path, old: [], new: []))
    }
    for change in changes.sorted(by: { $0.before < $1.before }) {
      let action = texts.contains(change.before) ? plan.rewriteAction : nil
      staged.steps.append(try stage(change, rewriting: action, staged, in: root))
    }
  }

  /// `rewriting` says what is done to the text; nil where it stays.
  private func stage(
    _ change: MovePlan.Rewrite, rewriting: String?, _ plan: SealedMovePlan, in root: Int32
  ) throws(NoteStoreError) -> SealedMovePlan.Step {
    let path = change.before
    let action = rewriting ?? "move"
    let note = try work.paths.open(NoteID(path), to: action)
    let (id, facts, raw) = (note.id, note.file.facts, note.file.raw)
    try onBehalf(of: path, to: action, Posix.checkAccess(id.fileName, in: root, W_OK))
    if rewriting != nil { try check(note, holds: change.old, path) }
    // Where it only moves, another number for a shared path is no reason to write that down.
    let final = change.after == path ? note.record.path : change.after
    let folder = work.folder
    return try sealing(path, to: action) { () throws(SealedFault) in
      let text: SealedText =
        rewriting == nil ? .sealed(note.file.stream()) : .source(change.new)
      var staged = try folder.stage(
        text, at: final,
        modified: rewriting == nil ? facts.modified : folder.clock.now, in: root,
        after: (facts, raw))
      try asking(staged.file.take(plan.fileName(plan.steps.count)))
      return SealedMovePlan.Step(
        id: id, old: SealedFacts(facts), inode: try staged.facts().inode, before: path,
        after: change.after)
    }
  }

  private func check(
    _ note: borrowing OpenedNote, holds old: [UInt8], _ path: NotePath
  ) throws(NoteStoreError) {
    let text = try sealing(path, to: "read", note.file.text(limit: SealedWork.largestNote))
    if text != old { throw .changedOutside(path) }
  }

  /// A disk that fills up half way would have to be helped by taking everything back.
  func checkSpace(_ plan: MovePlan, in root: Int32) throws(NoteStoreError) {
    let sizes = moves.compactMap { (try? work.paths.find($0.from.path))?.record.facts.size }
    let needed =
      sizes.reduce(1 << 16, +) + plan.rewrites.reduce(0) { $0 + $1.new.count + 1024 }
    let free = try onBehalf(of: plan.path, to: "move", Posix.freeBytes(root))
    if free < UInt64(needed) { throw .noSpace(plan.path) }
  }
}
