import Entities
import Viper

/// Counts the vault's notes for the screen.
@MainActor
final class StatsInteractor {
  /// Weak: the presenter holds its interactor.
  weak var output: (any StatsInteractorOutput)?
  private let cases: StatsCases
  private let scope: WorkScope

  init(cases: StatsCases, work: Work) {
    self.cases = cases
    scope = work.scope()
  }

  func count() {
    scope.run({ [cases] in try await cases.figures() }) { [weak self] result in
      self?.tell(result) { $0.counted($1) }
    }
  }

  /// Finds the notes of a day; reports them by `dayWasRead`.
  func read(_ day: Day) {
    scope.run({ [cases] in try await cases.notes(on: day) }) { [weak self] result in
      self?.tell(result) { $0.dayWasRead(day, $1) }
    }
  }

  private func tell<Value>(
    _ result: Result<Value, any Error>, as tell: (any StatsInteractorOutput, Value) -> Void
  ) {
    guard let output else { return }
    switch result {
    case .success(let value): tell(output, value)
    case .failure(let error): output.failed(error.explanation)
    }
  }

  func stop() { scope.end() }
}

extension StatsInteractor: VaultListener {
  func notesChangedOutside(_ notes: Set<NoteID>) { count() }
}
