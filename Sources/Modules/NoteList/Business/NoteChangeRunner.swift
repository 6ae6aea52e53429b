import Entities
import Services

/// Runs changes to notes for all parts: batches, their end, and undo.
@MainActor
final class NoteChangeRunner {
  let rows: NoteListRows
  let scope: NoteListScope
  /// The steps to undo, the last at the end.
  private var undos: [@MainActor () -> Void] = []
  /// Work on many notes that a person may stop.
  private var longWork: LongWork?

  init(_ rows: NoteListRows, _ scope: NoteListScope) {
    self.rows = rows
    self.scope = scope
  }

  // MARK: - Undo

  private var hasUndone = false

  /// Whether work of the last undo is still running.
  var isUndoing: Bool { hasUndone && !scope.isIdle }

  /// Adds a step to undo.
  func pushUndo(_ undo: @escaping @MainActor () -> Void) { undos.append(undo) }

  func undo() {
    guard let undo = undos.popLast() else {
      hasUndone = false
      scope.screen?.nothingToUndo()
      return
    }
    hasUndone = true
    undo()
  }

  /// Undoes a step. If it fails, reports that, and the step can be undone again.
  func undo<Value: Sendable>(
    again: @escaping @MainActor () -> Void,
    by useCase: @escaping @Sendable @concurrent () async throws -> Value,
    then deliver: @escaping @MainActor (Value) -> Void
  ) {
    scope.run(
      useCase,
      then: { [weak self] result in
        switch result {
        case .success(let value): deliver(value)
        case .failure(let failure):
          self?.pushUndo(again)
          self?.scope.output?.failed(failure)
        }
      })
  }

  // MARK: - Batches

  fileprivate enum Step<Value: Sendable>: Sendable {
    case at(Int, of: Int)
    case ended(DoneToEach<Value>)
  }

  /// Changes notes one by one and reports progress. The first failure or a stop ends the batch;
  /// what was done until then is delivered.
  func withEach<Value: Sendable>(
    _ useCase: @escaping @Sendable (@escaping NoteListCases.Progress) async -> DoneToEach<Value>,
    then deliver: @escaping @MainActor (DoneToEach<Value>) -> Void
  ) {
    let work = LongWork()
    longWork = work
    scope.follow {
      work.start(useCase)
    } each: { [weak self] (step: Step<Value>) in
      switch step {
      case .at(let number, let all): self?.scope.screen?.workProgressed(notes: number, of: all)
      case .ended(let done):
        if self?.longWork === work { self?.longWork = nil }
        if let failure = done.failure { self?.unmarkGone(failure) }
        self?.scope.screen?.workEnded()
        deliver(done)
      }
    }
  }

  /// Unmarks a note that another program removed, so that the others can be tried again.
  func unmarkGone(_ failure: NoteListFailure) {
    if case .store(.notFound(let path)) = failure { rows.marks.take(away: [NoteID(path)]) }
  }

  /// Refreshes the notes, then reports the outcome, if any, and the failure.
  func end(_ outcome: NoteListOutcome?, at notes: [NoteID], _ failure: NoteListFailure? = nil) {
    rows.refresh(notes) { [weak self] in
      if let outcome { self?.scope.output?.did(outcome) }
      if let failure, !failure.isStop { self?.scope.output?.failed(failure) }
    }
  }

  /// Stops the running work; returns false if there is none.
  func stopWork() -> Bool {
    guard let longWork else { return false }
    longWork.end()
    return true
  }
}

/// Work on many notes that can be stopped between two of them.
@MainActor
private final class LongWork {
  private var isOver = false
  private var task: Task<Void, Never>?

  func start<Value: Sendable>(
    _ useCase: @escaping @Sendable (@escaping NoteListCases.Progress) async -> DoneToEach<Value>
  ) -> AsyncStream<NoteChangeRunner.Step<Value>> {
    let (steps, sending) = AsyncStream<NoteChangeRunner.Step<Value>>.makeStream()
    if isOver {
      sending.yield(.ended(.stopped))
      sending.finish()
      return steps
    }
    let task = Task { @concurrent in
      sending.yield(.ended(await useCase { sending.yield(.at($0, of: $1)) }))
      sending.finish()
    }
    sending.onTermination = { _ in task.cancel() }
    self.task = task
    return steps
  }

  func end() {
    isOver = true
    task?.cancel()
  }
}
