import Entities
import Services

/// The open tasks of a note are ticked from the list.
@MainActor
final class TaskTicking {
  private let store: any NoteStore
  private let texts: any TaskTexts
  /// Nil where no tasks are ticked.
  private let writing: (any TaskWriting)?
  private let clock: any WallClock
  private let deeds: NoteDeeds
  /// Those of the note that was asked about last.
  private var found: [TaskRecord] = []

  init(
    _ store: any NoteStore, _ texts: any TaskTexts, _ writing: (any TaskWriting)?,
    _ clock: any WallClock, _ deeds: NoteDeeds
  ) {
    (self.store, self.texts, self.writing) = (store, texts, writing)
    (self.clock, self.deeds) = (clock, deeds)
  }

  /// Looks for the open tasks of a note; `tasksWereFound` answers.
  func find(of id: NoteID) {
    let (store, texts) = (store, texts)
    let title = deeds.rows.titles(of: .these([id]))[id] ?? id.path.stem.text
    deeds.scope.run {
      let text = try await store.read(id)
      let rules = texts.rules
      let open = texts.tasks(in: text.bytes).filter {
        rules?.isOpen($0.facts) ?? $0.facts.isOpen
      }
      return open.map {
        TaskRecord(note: id, title: title, line: $0.line, facts: $0.facts)
      }
    } done: { [weak self] (tasks: [TaskRecord]) in
      self?.found = tasks
      self?.deeds.scope.screen?.tasksWereFound(tasks.map(\.facts.words), inNoteTitled: title)
    }
  }

  /// Ticks one of them.
  func tick(_ number: Int) {
    guard let writing, found.indices.contains(number) else { return }
    let (task, clock) = (found[number], clock)
    let status = texts.rules?.status(after: task.facts.mark).name ?? ""
    found = []
    deeds.scope.run {
      try await writing.change(task, .toggle, today: Day(clock.civil(clock.now)))
    } done: { [weak self] (receipt: RewriteReceipt) in
      self?.deeds.isUndone { [weak self] in self?.openAgain(receipt) }
      self?.deeds.end(.ticked(task.facts.words, in: task.note, status: status), at: [task.note])
    }
  }

  private func openAgain(_ receipt: RewriteReceipt) {
    guard let writing else { return }
    deeds.undo {
      [weak self] in
      self?.openAgain(receipt)
    } by: {
      try await writing.undo(receipt)
    } then: { [weak self] _ in
      self?.deeds.end(.reopened(in: receipt.notes), at: receipt.notes)
    }
  }
}
