import Entities
import Files
import Glibc
package import Services

/// Several texts are changed as a move of no note, or of those that get other names: written down
/// whole before the first is touched.
extension FolderMoves: NoteRewriting {
  package func rewrite(_ changes: [NoteChange]) async throws(NoteStoreError) -> RewriteReceipt {
    try carryOut(RewriteWork(changes))
  }

  package func undo(_ receipt: RewriteReceipt) async throws(NoteStoreError) -> RewriteReceipt {
    try carryOut(RewriteWork(takingBack: receipt))
  }

  package nonisolated func receipt(
    of change: NoteChange, leaving text: [UInt8]
  ) -> RewriteReceipt {
    RewriteReceipt(changes: [change], lines: [LineMarks.of(text)])
  }

  private func carryOut(_ work: RewriteWork) throws(NoteStoreError) -> RewriteReceipt {
    guard let first = work.notes.first?.path else { return RewriteReceipt(changes: []) }
    let journal = try openJournal(for: first)
    if !work.moves.isEmpty { return try carryOutMoving(work, journal) }
    var plan = MovePlan(moved: [], rewrites: [], folders: [])
    var modified = Timestamp(seconds: 0, nanoseconds: 0)
    let receipt = try work.each { (note) throws(NoteStoreError) in
      let place = try vault.place(of: note, to: "rewrite")
      let (text, facts) = try vault.stableText(in: place, of: note, to: "rewrite")
      try onBehalf(of: note.path, to: "rewrite") { () throws(SystemError) in
        try Posix.checkAccess(place.name, in: place.folder.raw, W_OK)
        try Posix.checkAccess([UInt8(ascii: ".")], in: place.folder.raw, W_OK | X_OK)
      }
      modified = facts.modified
      return text
    } _: { (note, old, new) in
      plan.rewrites.append(
        MovePlan.Rewrite(
          before: note.path, after: note.path, old: old, new: new, modified: modified))
    }
    if plan.rewrites.isEmpty { return receipt }
    try MovePlanner([], in: vault).checkSpace(plan)
    try carryOut(plan, journal)
    return receipt
  }

  private func carryOutMoving(
    _ work: RewriteWork, _ journal: borrowing MoveJournal
  ) throws(NoteStoreError) -> RewriteReceipt {
    let planner = MovePlanner(work.moves, in: vault)
    let links = try rewriter.prepare(work.moves, nil, vault, nil)
    let texts = try RewriteTexts(work, links, memory: memory) { (note) throws(NoteStoreError) in
      let place = try vault.place(of: note, to: "rewrite")
      return try vault.stableText(in: place, of: note, to: "rewrite").bytes
    }
    let plan = try planner.plan(rewriting: texts.notes(and: links.notes), by: texts.edited)
    try texts.check(plan.rewrites.map(\.before))
    try carryOut(plan, journal)
    texts.remember(
      plan.rewrites.map { ($0.before, .init(note: $0.after, old: $0.old, new: $0.new)) },
      in: &memory)
    return texts.receipt(of: plan.rewrites.map(\.after))
  }
}
