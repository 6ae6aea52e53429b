import Entities
import Services

/// Trashes, restores, copies and tags notes.
@MainActor
final class NoteListChanges {
  private let cases: NoteListCases
  private let runner: NoteChangeRunner

  init(_ cases: NoteListCases, _ runner: NoteChangeRunner) {
    (self.cases, self.runner) = (cases, runner)
  }

  /// Whether an undo is running, or the rows after it are still being read.
  var isUndoing: Bool { runner.isUndoing }
  /// Undoes the last change, move or tick.
  func undo() { runner.undo() }
  /// Stops work on many notes after the current one; returns false if there is none.
  func stopWork() -> Bool { runner.stopWork() }

  /// Adds what another part did to the changes that undo takes back.
  func canTakeBack(
    _ name: String, by takeBack: @escaping @Sendable () async throws -> [NoteID]
  ) {
    runner.pushUndo { [weak self] in
      self?.runner.undo {
        [weak self] in
        self?.canTakeBack(name, by: takeBack)
      } by: {
        try await takeBack()
      } then: { [weak self] notes in
        self?.runner.end(.takenBack(name, in: notes), at: notes)
      }
    }
  }

  // MARK: - The trash

  private struct Trashed: Sendable {
    var note: TrashedNote
    var title: String
  }

  /// Trashes notes one by one; the first failure ends the batch.
  func trash(_ choice: NoteChoice) {
    let (cases, chosen) = (cases, runner.rows.chosen(choice))
    let titles = runner.rows.titles(of: choice)
    runner.withEach { progress in
      await cases.trash(chosen(), progress: progress)
    } then: { [weak self] done in
      guard let self else { return }
      let trashed = done.values.map {
        Trashed(note: $0, title: titles[$0.original] ?? $0.title)
      }
      let notes = done.values.map(\.original)
      canRestore(trashed)
      runner.rows.marks.take(away: notes)
      runner.end(
        trashed.isEmpty ? nil : .trashed(titles: trashed.map(\.title)), at: notes, done.failure)
    }
  }

  private func canRestore(_ trashed: [Trashed]) {
    if !trashed.isEmpty { runner.pushUndo { [weak self] in self?.restore(trashed) } }
  }

  /// Restores notes, the last first. After a failure the rest can be tried again.
  private func restore(_ trashed: [Trashed]) {
    let cases = cases
    let lastFirst = Array(trashed.reversed())
    runner.withEach { progress in
      await cases.restore(lastFirst.map(\.note), progress: progress)
    } then: { [weak self] done in
      guard let self else { return }
      let restored = zip(done.values, lastFirst).map { RestoredNote(id: $0, title: $1.title) }
      canRestore(trashed.dropLast(restored.count))
      runner.end(restored.isEmpty ? nil : .restored(restored), at: done.values, done.failure)
    }
  }

  // MARK: - Copies

  func duplicate(_ choice: NoteChoice) {
    let (cases, chosen) = (cases, runner.rows.chosen(choice))
    runner.withEach { progress in
      await cases.copy(chosen(), progress: progress)
    } then: { [weak self] done in
      guard let self else { return }
      let copies = done.values
      canTrash(copies.map(\.id))
      if !copies.isEmpty { runner.rows.marks.drop() }
      runner.end(copies.isEmpty ? nil : .copied(copies), at: copies.map(\.id), done.failure)
    }
  }

  private func canTrash(_ copies: [NoteID]) {
    if !copies.isEmpty { runner.pushUndo { [weak self] in self?.trash(copies: copies) } }
  }

  /// Moves copies to the trash instead of deleting them, as they may have been edited since.
  private func trash(copies: [NoteID]) {
    let cases = cases
    runner.withEach { progress in
      await cases.trash(copies.reversed(), progress: progress)
    } then: { [weak self] done in
      guard let self else { return }
      let trashed = done.values
      if done.failure != nil { canTrash(copies.dropLast(trashed.count)) }
      runner.end(
        trashed.isEmpty ? nil : .copiesTrashed(titles: trashed.map(\.title)),
        at: trashed.map(\.original), done.failure)
    }
  }

  // MARK: - Tags

  /// Reads all notes first, then changes all of them in one step, or none.
  func tag(_ choice: NoteChoice, adding: [String], removing: [String]) {
    let (cases, chosen) = (cases, runner.rows.chosen(choice))
    let titles = runner.rows.titles(of: choice)
    runner.withEach { progress in
      await cases.retagging(
        chosen(), adding: adding, removing: removing, titles: titles, progress: progress)
    } then: { [weak self] planned in
      if let failure = planned.failure {
        self?.runner.scope.output?.failed(failure)
      } else {
        self?.carryOut(planned.values)
      }
    }
  }

  private func carryOut(_ planned: [NoteListCases.Retagging]) {
    let changes = planned.map(\.change).filter { !$0.pieces.isEmpty }
    let staying = planned.filter { !$0.staying.isEmpty }
    let left = staying.first.map { (tag: $0.staying[0], notes: staying.count) }
    guard !changes.isEmpty else {
      runner.scope.output?.did(.tagged([], left: left))
      return
    }
    runner.scope.run { [cases] in
      try await cases.carryOut(changes)
    } done: { [weak self] receipt in
      guard let self else { return }
      runner.pushUndo { [weak self] in self?.takeBack(receipt) }
      runner.rows.marks.drop()
      runner.end(
        .tagged(receipt.changes.map { ($0.note, $0.title) }, left: left), at: receipt.notes)
    }
  }

  private func takeBack(_ receipt: RewriteReceipt) {
    let cases = cases
    runner.undo {
      [weak self] in
      self?.takeBack(receipt)
    } by: {
      try await cases.takeBack(receipt)
    } then: { [weak self] back in
      self?.runner.end(.tagsTakenBack(in: back.notes), at: back.notes)
    }
  }
}
