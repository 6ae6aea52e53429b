import Entities
import Files
import Glibc
package import Services

/// Several texts are changed as a move of no note: written down whole before the first is touched.
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
}
