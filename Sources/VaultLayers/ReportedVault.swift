package import Entities
package import OpenVault
import Services

/// What was done to notes through a layer that reports it.
package enum ReportedChange: Equatable, Sendable {
  case saved([NoteID])
  case made(NoteID)
  case renamed([NoteMove])
  /// A task of the note was completed.
  case taskDone(NoteID)
}

extension VaultServices {
  /// Returns services that report each change after it was made. Only with `readsTasks` are texts
  /// compared to find completed tasks.
  package func reporting(
    readsTasks: @escaping @Sendable () -> Bool,
    to report: @escaping @Sendable (ReportedChange) -> Void
  ) -> VaultServices {
    var services = self
    services.store = ReportedStore(
      store: store, texts: tasks.texts, readsTasks: readsTasks, report: report)
    services.moves = ReportedMoves(moves: moves, report: report)
    return services
  }
}

private struct ReportedStore: ForwardingStore {
  let store: any NoteStore
  let texts: any TaskTexts
  let readsTasks: @Sendable () -> Bool
  let report: @Sendable (ReportedChange) -> Void

  /// The largest text in which tasks are counted.
  private static let largest = 1 << 20

  func save(
    _ text: any ByteSource, to id: NoteID, replacing stamp: NoteStamp
  ) async throws(NoteStoreError) -> NoteStamp {
    let before = await doneCount(of: id, stamp, text.byteCount)
    let new = try await store.save(text, to: id, replacing: stamp)
    report(.saved([id]))
    if let before, doneCount(in: text.gathered) > before { report(.taskDone(id)) }
    return new
  }

  /// Nil if the tasks are not counted.
  private func doneCount(of id: NoteID, _ stamp: NoteStamp, _ count: Int) async -> Int? {
    guard readsTasks(), max(count, stamp.size) <= Self.largest,
      let old = try? await store.read(id)
    else { return nil }
    return doneCount(in: old.bytes)
  }

  private func doneCount(in text: [UInt8]) -> Int {
    texts.tasks(in: text).count { texts.rules.type(of: $0.facts) == .done }
  }

  func create(
    _ text: any ByteSource, titled title: String, in folder: NotePath
  ) async throws(NoteStoreError) -> (id: NoteID, stamp: NoteStamp) {
    let made = try await store.create(text, titled: title, in: folder)
    report(.made(made.id))
    return made
  }

  func create(_ text: any ByteSource, at id: NoteID) async throws(NoteStoreError) -> NoteStamp {
    let stamp = try await store.create(text, at: id)
    if id.path.isOfNote { report(.made(id)) }
    return stamp
  }

  func create(
    _ text: any ByteSource, titled title: String, in folder: NotePath, keptAs other: NoteID
  ) async throws(NoteStoreError) -> (id: NoteID, stamp: NoteStamp) {
    let made = try await store.create(text, titled: title, in: folder, keptAs: other)
    report(.made(made.id))
    return made
  }
}

private struct ReportedMoves: ForwardingMoves {
  let moves: any NoteMoves & NoteRewriting
  let report: @Sendable (ReportedChange) -> Void

  func move(
    _ moves: [NoteMove], linking: [NoteID]?
  ) async throws(NoteStoreError) -> MoveReceipt {
    reported(try await self.moves.move(moves, linking: linking))
  }

  func rename(
    _ note: NoteID, to title: String, linking: [NoteID]?
  ) async throws(NoteStoreError) -> MoveReceipt {
    reported(try await moves.rename(note, to: title, linking: linking))
  }

  private func reported(_ receipt: MoveReceipt) -> MoveReceipt {
    let renamed = receipt.moves.filter { $0.from != $0.to && $0.to.path.isOfNote }
    if !renamed.isEmpty { report(.renamed(renamed)) }
    return receipt
  }

  func rewrite(_ changes: [NoteChange]) async throws(NoteStoreError) -> RewriteReceipt {
    let receipt = try await moves.rewrite(changes)
    if !receipt.notes.isEmpty { report(.saved(receipt.notes)) }
    return receipt
  }

  func trial(_ trial: MoveTrial) -> any NoteMoves & NoteRewriting { moves.trial(trial) }

  func noting(
    _ note: @escaping @Sendable (DoneCommand.Step) async -> Void
  ) -> (any NoteMoves & NoteRewriting)? {
    moves.noting(note).map { ReportedMoves(moves: $0, report: report) }
  }

  func keeping(
    _ keep: @escaping @Sendable ([NoteState]) -> Void
  ) -> any NoteMoves & NoteRewriting {
    ReportedMoves(moves: moves.keeping(keep), report: report)
  }
}
