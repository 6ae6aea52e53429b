import Boards
import Entities
import Viper

/// Holds the board as last read or written, and the steps that can be undone.
@MainActor
final class BoardInteractor {
  /// Weak: the presenter holds its interactor.
  weak var output: (any BoardInteractorOutput)?

  let cases: BoardCases
  private let note: NoteID
  private let scope: WorkScope
  private var board: BoardText?
  /// The rules as of when the board was read.
  private(set) var rules = TaskRules.withoutSettings
  /// The steps that can be undone, the last at the end.
  private var done: [BoardStep] = []
  private let latest = Latest()

  /// The most steps that can be undone.
  private static let mostSteps = 50

  init(_ note: NoteID, _ cases: BoardCases, work: Work) {
    self.note = note
    self.cases = cases
    scope = work.scope()
  }

  func load() {
    let (note, cases) = (note, cases)
    scope.run(
      { try await cases.read(note) },
      then: latest.only { [weak self] result in
        guard let self else { return }
        switch result {
        case .success((let board, let title, let rules)):
          (self.board, self.rules) = (board, rules)
          output?.read(board, titled: title)
        case .failure(let error): output?.failed(error as? BoardFailure ?? .changedSince)
        }
      })
  }

  func carryOut(_ change: BoardChange) {
    guard let board else { return }
    let (note, cases, last) = (note, cases, done.last)
    write {
      try await cases.carryOut(change, to: note, asSeen: board, after: last)
    } then: { [weak self] made in
      guard let self else { return }
      done = done.suffix(Self.mostSteps - 1) + [made.step]
      self.board = made.board
      output?.did(made.step.change, leaving: made.board)
    }
  }

  func undo() {
    guard let last = done.last else {
      output?.nothingToUndo()
      return
    }
    let (note, cases) = (note, cases)
    write {
      try await cases.undo(last, in: note)
    } then: { [weak self] board in
      guard let self else { return }
      done.removeLast()
      self.board = board
      output?.tookBack(last.change, leaving: board)
    }
  }

  func stop() { scope.end() }

  private func write<Value: Sendable>(
    _ useCase: @escaping @concurrent @Sendable () async throws -> Value,
    then tell: @escaping @MainActor (Value) -> Void
  ) {
    latest.forget()
    scope.run(useCase, done: tell) { [weak self] error in
      self?.output?.refused(error as? BoardFailure ?? .changedSince)
      // The board that was read may be out of date.
      self?.load()
    }
  }
}
