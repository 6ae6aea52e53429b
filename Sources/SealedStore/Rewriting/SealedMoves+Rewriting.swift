import Entities
import FileStore
import Files
import Glibc
package import Services

/// Several texts are changed as a move of no note, or of those that get other names: all new files are
/// written before the first takes its place.
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
    let planner = SealedMovePlanner(changes.moves, work)
    let root = try work.folder.openRoot(for: first, to: "rewrite")
    try planner.check(in: root.raw)
    if !changes.moves.isEmpty {
      return try carryOutMoving(changes, planner, for: first, in: root.raw, journal)
    }
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

  private func carryOutMoving(
    _ changes: RewriteWork, _ planner: SealedMovePlanner, for path: NotePath, in root: Int32,
    _ journal: borrowing MoveJournal
  ) throws(NoteStoreError) -> RewriteReceipt {
    try planner.settle(in: root)
    let links = LinkRewriter.work(
      planner.moves, nil, planner.names(), nil, identified: identified)
    let texts = try RewriteTexts(changes, links, memory: memory) { (note) throws(NoteStoreError) in
      try work.text(of: note, to: "rewrite").bytes
    }
    let rewrites = try planner.rewrites(of: texts.notes(and: links.notes), by: texts.edited)
    try texts.check(rewrites.map(\.note))
    try planner.checkSpace(rewrites, in: root)
    try carryOut(planner, rewrites, for: path, in: root, journal)
    texts.remember(rewrites.map { ($0.note, $0.texts) }, in: &memory)
    return texts.receipt(of: rewrites.map(\.texts.note))
  }
}
