import Entities
import FileStore
import Files
import Glibc
import Services

/// Checks everything that a move changes, and writes the new temporary files.
struct SealedMovePlanner {
  let work: SealedWork
  let moves: [NoteMove]
  private let targets: [NotePath: NotePath]

  init(_ moves: [NoteMove], _ work: SealedWork) {
    self.work = work
    self.moves = moves.filter { $0.from != $0.to }
    targets = self.moves.targets
  }

  /// Throws unless the new names are free.
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

  /// Reads files again that could not be read before. A file that stays unreadable may be any note,
  /// full of links, so it stops the move. One that this person may not read does not.
  func settle(in root: Int32) throws(NoteStoreError) {
    for id in work.paths.asking({ $0.unsettled }) {
      work.paths.look(at: id, in: root)
      guard let fault = work.paths.asking({ $0.record(of: id)?.fault }), !fault.isLasting else {
        continue
      }
      if case .system(let error) = fault, error.isPermissionError { continue }
      throw fault.noteError(id.placeholder, "find the links in")
    }
  }

  /// Returns all names that links may refer to.
  func names() -> VaultNames {
    let found = work.paths.asking { table -> (notes: [NotePath], others: [NotePath]) in
      var found: (notes: [NotePath], others: [NotePath]) = ([], [])
      table.forEach { path, record in
        // A note that is unreadable only for now counts as a note: it may be full of links.
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

  /// Reads the notes whose text may change. It changes nothing yet.
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
        guard error.isGoneOrUnreadable, targets[path] == nil else { throw error }
      }
    }
    return plan
  }

  /// Writes the new files, durable on return.
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

  /// `rewriting` names the change to the text; nil if it stays the same.
  private func stage(
    _ change: MovePlan.Rewrite, rewriting: String?, _ plan: SealedMovePlan, in root: Int32
  ) throws(NoteStoreError) -> SealedMovePlan.Step {
    let path = change.before
    let action = rewriting ?? "move"
    let note = try work.paths.open(NoteID(path), to: action)
    let (id, facts, raw) = (note.id, note.file.facts, note.file.raw)
    try onBehalf(of: path, to: action, Posix.checkAccess(id.fileName, in: root, W_OK))
    if rewriting != nil { try check(note, holds: change.old, path) }
    // A note that only appears with a number, since two share a path, keeps its stored path.
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

  /// Checks the free space: on a full disk, a half-finished move would have to be reverted.
  func checkSpace(_ plan: MovePlan, in root: Int32) throws(NoteStoreError) {
    let sizes = moves.compactMap { (try? work.paths.find($0.from.path))?.record.facts.size }
    let needed =
      sizes.reduce(1 << 16, +) + plan.rewrites.reduce(0) { $0 + $1.new.count + 1024 }
    let free = try onBehalf(of: plan.path, to: "move", Posix.freeBytes(root))
    if free < UInt64(needed) { throw .noSpace(plan.path) }
  }
}
