import Entities
import FileStore
import Files
import Glibc
package import Services

/// Several texts are changed as a move of no note: all new files are written before the first takes
/// its place.
extension SealedMoves: NoteRewriting {
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

  private func carryOut(_ changes: RewriteWork) throws(NoteStoreError) -> RewriteReceipt {
    guard let first = changes.notes.first?.path else { return RewriteReceipt(changes: []) }
    let journal = try openJournal(for: first)
    _ = try recover(journal)
    let planner = SealedMovePlanner([], work)
    let root = try work.folder.openRoot(for: first, to: "rewrite")
    try planner.check(in: root.raw)
    var rewrites: [SealedMovePlanner.Rewrite] = []
    let receipt = try changes.each { (note) throws(NoteStoreError) in
      try work.text(of: note, to: "rewrite").bytes
    } _: { (note, old, new) in
      rewrites.append(
        .init(note: note.path, texts: .init(note: note.path, old: old, new: new)))
    }
    if rewrites.isEmpty { return receipt }
    try planner.checkSpace(rewrites, in: root.raw)
    try carryOut(planner, rewrites, for: first, in: root.raw, journal)
    return receipt
  }
}
