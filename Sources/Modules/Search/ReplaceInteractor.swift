import Entities
import Services
import Viper

/// Finds changes and makes them.
@MainActor
final class ReplaceInteractor {
  /// Weak: the presenter holds its interactor.
  weak var output: (any ReplaceInteractorOutput)?

  private let notes: any NoteChanges
  private let rewriting: any NoteRewriting
  private let memory: SearchMemory
  private let work: Work
  private let scope: WorkScope
  private var finding: WorkScope?

  init(
    notes: any NoteChanges, rewriting: any NoteRewriting, memory: SearchMemory, work: Work
  ) {
    self.notes = notes
    self.rewriting = rewriting
    self.memory = memory
    self.work = work
    scope = work.scope()
  }

  var canUndo: Bool { memory.rewritten != nil }

  /// Finds the changes. The query's conditions other than words limit the notes.
  func find(_ start: ReplaceStart, by new: String, isWholeWord: Bool) {
    cancel()
    var wanted = NoteReplacement(start.wanted, by: new)
    wanted.isExpression = start.isExpression
    wanted.isWholeWord = isWholeWord
    wanted.scope = start.scope
    let scope = work.scope()
    finding = scope
    let (looks, continuation) = AsyncStream.makeStream(
      of: (Int, Int).self, bufferingPolicy: .bufferingNewest(1))
    scope.observe(looks) { [weak self] look in self?.output?.looked(at: look.0, of: look.1) }
    scope.run { [notes, wanted] in
      defer { continuation.finish() }
      return try await notes.replacing(wanted) { continuation.yield(($0, $1)) }
    } then: { [weak self] result in
      guard let self else { return }
      finding = nil
      switch result {
      case .success(let changes): output?.changesWereFound(ReplaceRows(changes))
      case .failure(let error):
        output?.findingFailed(error.explanation)
      }
    }
  }

  func cancel() {
    finding?.end()
    finding = nil
  }

  func replace(_ rows: ReplaceRows) {
    let (changes, matches) = (rows.wanted, rows.wantedCount)
    rewrite {
      try await $0.rewrite(changes)
    } then: {
      $0.replaced(matches, in: $1.notes)
    }
  }

  func undo() {
    guard let receipt = memory.rewritten else { return }
    rewrite {
      try await $0.undo(receipt)
    } then: { [memory] in
      memory.rewritten = nil
      $0.tookBack($1.notes)
    }
  }

  private func rewrite(
    _ body: @escaping @Sendable (any NoteRewriting) async throws -> RewriteReceipt,
    then tell: @escaping @MainActor (any ReplaceInteractorOutput, RewriteReceipt) -> Void
  ) {
    scope.run { [rewriting] in
      try await body(rewriting)
    } then: { [weak self] result in
      guard let self, let output else { return }
      switch result {
      case .success(let receipt):
        memory.rewritten = receipt
        tell(output, receipt)
      case .failure(let error):
        output.replacingFailed(error.explanation)
      }
    }
  }

  func end() {
    cancel()
    scope.end()
  }
}
