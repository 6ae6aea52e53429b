import Entities
import Services
import UseCases
import Viper

/// A change that the person asked for.
enum AgendaChange: Sendable {
  case toggle(AgendaItem)
  case reschedule(AgendaItem, to: Day?, AgendaReply)
  case add(String, due: Day?, AgendaReply)
  case undo

  /// Reports the result to the form, if the change came from one.
  var reply: AgendaReply? {
    switch self {
    case .reschedule(_, _, let reply), .add(_, _, let reply): reply
    case .toggle, .undo: nil
    }
  }

  /// Returns the same change for a task that has moved to another day.
  func following(_ task: TaskRecord, as moved: TaskRecord) -> AgendaChange {
    func now(_ item: AgendaItem) -> AgendaItem {
      guard item.record.isSame(as: task) else { return item }
      var item = item
      item.record = moved
      (item.facts.due, item.facts.scheduled) = (moved.facts.due, moved.facts.scheduled)
      return item
    }
    return switch self {
    case .toggle(let item): .toggle(now(item))
    case .reschedule(let item, let day, let reply): .reschedule(now(item), to: day, reply)
    case .add, .undo: self
    }
  }
}

/// A finished change, with what undo needs.
enum AgendaDone: Sendable {
  case changed(TaskRecord, RewriteReceipt)
  /// A task moved to another day.
  case moved(TaskRecord, to: TaskRecord, RewriteReceipt)
  case added(String, TaskReceipt)
}

extension AgendaInteractor {
  func toggle(_ task: AgendaItem) {
    var shown = task.facts
    shown.mark = rules.status(after: shown.mark).mark
    // The task stays in its row and shows its new status immediately.
    tasks.keep(task.record, as: shown)
    output?.tasksChanged()
    queue(.toggle(task))
  }

  /// Changes the task's day; nil removes it.
  func reschedule(_ task: AgendaItem, to day: Day?, reply: @escaping AgendaReply) {
    queue(.reschedule(task, to: day, reply))
  }

  func add(_ words: String, due: Day?, reply: @escaping AgendaReply) {
    queue(.add(words, due: due, reply))
  }

  /// Undoes the last change.
  func undo() { queue(.undo) }

  private func queue(_ change: AgendaChange) {
    waiting.append(change)
    writeNext()
  }

  /// Writes one change at a time, because a change may move the lines of the next.
  private func writeNext() {
    guard !isWriting, !waiting.isEmpty else { return }
    let change = waiting.removeFirst()
    var last: AgendaDone?
    if case .undo = change {
      last = done.popLast()
      if last == nil {
        output?.nothingToUndo()
        return writeNext()
      }
    }
    isWriting = true
    let (writer, undone) = (AgendaWriter(cases: cases), last)
    scope.run(
      { try await writer.carryOut(change, undoing: undone) },
      then: { [weak self] result in self?.wrote(change, result) })
  }

  private func wrote(_ change: AgendaChange, _ result: Result<AgendaResult, any Error>) {
    isWriting = false
    switch result {
    case .success(let result):
      if let step = result.step { done.append(step) }
      if let undone = result.undone { tasks.forget(undone) }
      output?.did(result.outcome, changing: result.notes)
      if let (task, moved) = result.moved {
        waiting = waiting.map { $0.following(task, as: moved) }
        output?.moved(item(moved))
      }
      change.reply?(nil)
    case .failure(let error):
      // Show the task as it was: nothing was changed.
      if case .toggle(let task) = change { tasks.forget(task.record) }
      let message = (error as? NoteStoreError)?.message ?? AgendaWords.notChanged
      output?.failed(message)
      change.reply?(message)
    }
    fetch()
    writeNext()
  }
}

/// The result of a change.
struct AgendaResult: Sendable {
  var outcome: AgendaOutcome
  var notes: [NoteID]
  var step: AgendaDone?
  /// The task that undo restored.
  var undone: TaskRecord?
  /// The task whose day changed, before and after.
  var moved: (from: TaskRecord, to: TaskRecord)?
}

/// Writes changes off the main actor.
struct AgendaWriter: Sendable {
  let cases: TaskCases

  func carryOut(
    _ change: AgendaChange, undoing last: AgendaDone?
  ) async throws -> AgendaResult {
    switch change {
    case .toggle(let item): return try await toggle(item)
    case .reschedule(let item, let day, _):
      let receipt = try await cases.change(item.now, .reschedule(day))
      let moved = await found(item.now, after: receipt)
      return AgendaResult(
        outcome: .rescheduled(item.words, to: day), notes: receipt.notes,
        step: .moved(item.record, to: moved, receipt), moved: (item.record, moved))
    case .add(let words, let due, _):
      let receipt = try await cases.add(words, due: due)
      return AgendaResult(
        outcome: .added(words, due: due, to: receipt.note), notes: [receipt.note],
        step: .added(words, receipt))
    case .undo: return try await undo(last)
    }
  }

  private func toggle(_ item: AgendaItem) async throws -> AgendaResult {
    let status = cases.rules.status(after: item.facts.mark)
    let receipt = try await cases.change(item.now, .toggle)
    let outcome: AgendaOutcome =
      switch status.type {
      case .done: .done(item.words)
      case .todo where !item.isOpen: .reopened(item.words)
      default: .marked(item.words, as: status.name)
      }
    return AgendaResult(
      outcome: outcome, notes: receipt.notes, step: .changed(item.record, receipt))
  }

  private func undo(_ last: AgendaDone?) async throws -> AgendaResult {
    switch last {
    case .changed(let task, let receipt):
      return AgendaResult(
        outcome: .tookBack(task.facts.words), notes: try await cases.undo(receipt), undone: task)
    case .moved(let task, let moved, let receipt):
      return AgendaResult(
        outcome: .tookBack(task.facts.words), notes: try await cases.undo(receipt), undone: task,
        moved: (moved, task))
    case .added(let words, let added):
      return AgendaResult(outcome: .removedAdded(words), notes: try await cases.undo(added))
    case nil: throw CancellationError()
    }
  }

  /// Returns the task as its note has it after its day changed.
  private func found(_ task: TaskRecord, after receipt: RewriteReceipt) async -> TaskRecord {
    let line = receipt.changes.first?.pieces.first?.line ?? task.line
    let now = try? await cases.tasks(in: task.note, titled: task.title)
    guard var moved = now?.first(where: { $0.line == line }) else { return task }
    moved.isBlocked = task.isBlocked
    return moved
  }
}

extension AgendaItem {
  /// The record with the facts that are shown, which are those of the note.
  fileprivate var now: TaskRecord {
    var now = record
    now.facts = facts
    return now
  }
}
