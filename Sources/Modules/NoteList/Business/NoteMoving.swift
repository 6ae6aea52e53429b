import Entities
import Services

/// Renames and moves notes and updates the links to them.
@MainActor
final class NoteMoving {
  private let cases: NoteListCases
  private let arranging: NoteListArranger
  private let runner: NoteChangeRunner

  init(_ cases: NoteListCases, _ arranging: NoteListArranger, _ runner: NoteChangeRunner) {
    (self.cases, self.arranging, self.runner) = (cases, arranging, runner)
  }

  func rename(_ id: NoteID, to title: String) {
    runner.scope.run { [cases] in
      try await cases.rename(id, to: title)
    } done: { [weak self] moved in
      self?.follow(moved, as: .renamed(moved))
    }
  }

  func move(_ id: NoteID, to folder: NotePath) {
    runner.scope.run { [cases] in
      try await cases.move(id, to: folder)
    } done: { [weak self] moved in
      self?.follow(moved, as: .moved(moved))
    }
  }

  private func follow(_ moved: MovedNote, as outcome: NoteListOutcome) {
    if moved.receipt.retitled != nil || moved.from != moved.to {
      let cases = cases
      canMoveBack {
        try await cases.takeBack(moved)
      } then: { moving, back in
        moving.follow(back.receipt, as: .moveUndone(back))
      }
    }
    follow(moved.receipt, as: outcome)
  }

  /// Moves the notes in one step, or none.
  func move(_ choice: NoteChoice, to folder: NotePath) {
    if case .these(let ids) = choice, let id = ids.first, ids.count == 1 {
      return move(id, to: folder)
    }
    let (cases, chosen) = (cases, runner.rows.chosen(choice))
    runner.scope.run {
      try await cases.move(chosen(), to: folder)
    } then: { [weak self] (result: Result<MoveReceipt, NoteListFailure>) in
      guard let self else { return }
      switch result {
      case .success(let receipt):
        if !receipt.moves.isEmpty {
          canMoveBack {
            try await cases.takeBack(receipt)
          } then: { moving, back in
            moving.follow(back, as: .moveManyUndone(receipt.moves.count))
          }
        }
        runner.rows.marks.drop()
        follow(
          receipt,
          as: .movedMany(receipt.moves.count, to: folder, rewritten: receipt.rewritten.count))
      case .failure(let failure):
        runner.unmarkGone(failure)
        runner.scope.output?.failed(failure)
      }
    }
  }

  /// Moves a folder with everything in it, or an attachment, to a new path.
  func move(_ item: VaultItem, to path: NotePath) {
    let cases = cases
    runner.scope.run {
      try await cases.move(item, to: path)
    } done: { [weak self] moved in
      self?.canMoveBack {
        try await cases.takeBack(moved)
      } then: { moving, back in
        moving.follow(back.receipt, as: .movedItemBack(back))
      }
      self?.follow(moved.receipt, as: .movedItem(moved))
    }
  }

  private func canMoveBack<Back: Sendable>(
    by takeBack: @escaping @Sendable @concurrent () async throws -> Back,
    then show: @escaping @MainActor (NoteMoving, Back) -> Void
  ) {
    runner.pushUndo { [weak self] in
      self?.runner.undo {
        self?.canMoveBack(by: takeBack, then: show)
      } by: {
        try await takeBack()
      } then: { back in
        if let self { show(self, back) }
      }
    }
  }

  /// Shows the notes at their new paths and reports the outcome.
  private func follow(_ receipt: MoveReceipt, as outcome: NoteListOutcome) {
    arranging.applyMoves(receipt.moves)
    runner.end(outcome, at: receipt.notes)
  }
}
