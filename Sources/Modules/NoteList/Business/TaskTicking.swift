import Entities
import Services
import UseCases

/// Ticks open tasks of a note from the list.
@MainActor
final class TaskTicking {
  private let cases: TaskCases
  private let runner: NoteChangeRunner
  /// The tasks of the last requested note.
  private var found: [TaskRecord] = []

  init(_ cases: TaskCases, _ runner: NoteChangeRunner) {
    (self.cases, self.runner) = (cases, runner)
  }

  /// Finds the open tasks of a note; reports them by `tasksWereFound`.
  func find(of id: NoteID) {
    let title = runner.rows.titles(of: .these([id]))[id] ?? id.path.stem.text
    runner.scope.run { [cases] in
      try await cases.open(in: id, titled: title)
    } done: { [weak self] (tasks: [TaskRecord]) in
      self?.found = tasks
      self?.runner.scope.screen?.tasksWereFound(tasks.map(\.facts.words), inNoteTitled: title)
    }
  }

  /// Ticks one of the tasks found.
  func tick(_ number: Int) {
    guard found.indices.contains(number) else { return }
    let (task, cases) = (found[number], cases)
    let status = cases.rules.status(after: task.facts.mark).name
    found = []
    runner.scope.run {
      try await cases.change(task, .toggle)
    } done: { [weak self] (receipt: RewriteReceipt) in
      self?.runner.pushUndo { [weak self] in self?.openAgain(receipt) }
      self?.runner.end(.ticked(task.facts.words, in: task.note, status: status), at: [task.note])
    }
  }

  private func openAgain(_ receipt: RewriteReceipt) {
    let cases = cases
    runner.undo {
      [weak self] in
      self?.openAgain(receipt)
    } by: {
      try await cases.undo(receipt)
    } then: { [weak self] notes in
      self?.runner.end(.reopened(in: notes), at: notes)
    }
  }
}
