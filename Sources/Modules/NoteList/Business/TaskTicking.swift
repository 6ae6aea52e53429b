import Entities
import Services
import UseCases

/// The open tasks of a note are ticked from the list.
@MainActor
final class TaskTicking {
  private let cases: TaskCases
  private let deeds: NoteChangeRunner
  /// Those of the note that was asked about last.
  private var found: [TaskRecord] = []

  init(_ cases: TaskCases, _ deeds: NoteChangeRunner) { (self.cases, self.deeds) = (cases, deeds) }

  /// Looks for the open tasks of a note; `tasksWereFound` answers.
  func find(of id: NoteID) {
    let title = deeds.rows.titles(of: .these([id]))[id] ?? id.path.stem.text
    deeds.scope.run { [cases] in
      try await cases.open(in: id, titled: title)
    } done: { [weak self] (tasks: [TaskRecord]) in
      self?.found = tasks
      self?.deeds.scope.screen?.tasksWereFound(tasks.map(\.facts.words), inNoteTitled: title)
    }
  }

  /// Ticks one of them.
  func tick(_ number: Int) {
    guard found.indices.contains(number) else { return }
    let (task, cases) = (found[number], cases)
    let status = cases.rules.status(after: task.facts.mark).name
    found = []
    deeds.scope.run {
      try await cases.change(task, .toggle)
    } done: { [weak self] (receipt: RewriteReceipt) in
      self?.deeds.isUndone { [weak self] in self?.openAgain(receipt) }
      self?.deeds.end(.ticked(task.facts.words, in: task.note, status: status), at: [task.note])
    }
  }

  private func openAgain(_ receipt: RewriteReceipt) {
    let cases = cases
    deeds.undo {
      [weak self] in
      self?.openAgain(receipt)
    } by: {
      try await cases.undo(receipt)
    } then: { [weak self] notes in
      self?.deeds.end(.reopened(in: notes), at: notes)
    }
  }
}
