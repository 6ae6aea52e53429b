import Entities
import Services
import UseCases
import Viper

/// One thing that a person asked for.
enum AgendaChange: Sendable {
  /// `isDone`: it was before.
  case toggle(TaskRecord, isDone: Bool)
  case reschedule(TaskRecord, to: Day?, AgendaReply)
  case add(String, due: Day?, AgendaReply)
  case undo

  /// Whoever asked may want to know how it went.
  var reply: AgendaReply? {
    switch self {
    case .reschedule(_, _, let reply), .add(_, _, let reply): reply
    case .toggle, .undo: nil
    }
  }
}

/// What was done, and what taking it back needs.
enum AgendaDone: Sendable {
  case changed(TaskRecord, RewriteReceipt)
  /// To another day.
  case moved(TaskRecord, RewriteReceipt)
  case added(String, TaskReceipt)

  var words: String {
    switch self {
    case .changed(let task, _), .moved(let task, _): task.facts.words
    case .added(let words, _): words
    }
  }
}

extension AgendaInteractor {
  func toggle(_ task: AgendaItem) {
    var shown = task.record.facts
    let isDone = !task.facts.isOpen
    if !isDone { shown.mark = parts.texts.rules?.status(after: shown.mark).mark ?? "x" }
    // It stays in its row, and shows at once what becomes of it.
    tasks.keep(task.record, as: shown)
    output?.tasksChanged()
    queue(.toggle(task.record, isDone: isDone))
  }

  func reschedule(_ task: AgendaItem, to day: Day?, reply: @escaping AgendaReply) {
    queue(.reschedule(task.record, to: day, reply))
  }

  func add(_ words: String, due: Day?, reply: @escaping AgendaReply) {
    queue(.add(words, due: due, reply))
  }

  func undo() { queue(.undo) }

  private func queue(_ change: AgendaChange) {
    waiting.append(change)
    writeNext()
  }

  /// One after the other: a change may move the lines of the next.
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
    let (writer, undone) = (AgendaWriter(parts), last)
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
      output?.did(result.deed, changing: result.notes)
      if let moved = result.moved { output?.moved(AgendaItem(record: moved, facts: moved.facts)) }
      change.reply?(nil)
    case .failure(let error):
      // As it was: nothing was changed.
      if case .toggle(let task, _) = change { tasks.forget(task) }
      let message = AgendaWriter.message(error)
      output?.failed(message)
      change.reply?(message)
    }
    fetch()
    writeNext()
  }
}

/// What came of a change.
struct AgendaResult: Sendable {
  var deed: AgendaDeed
  var notes: [NoteID]
  var step: AgendaDone?
  /// The task that is as it was.
  var undone: TaskRecord?
  /// The task that has another day, as it is now.
  var moved: TaskRecord?
}

/// Carries changes out, away from the screen.
struct AgendaWriter: Sendable {
  private let tasks: any TaskIndex
  private let cases: TaskCases
  private let texts: any TaskTexts

  init(_ parts: AgendaParts) {
    (tasks, texts) = (parts.tasks, parts.texts)
    cases = TaskCases(
      tasks: parts.tasks, texts: parts.texts, writing: parts.writing, store: parts.trash,
      index: parts.index, clock: parts.clock)
  }

  enum Problem: Error {
    /// The task does not stand in its note any more.
    case isGone(TaskRecord)

    var message: String {
      switch self {
      case .isGone(let task):
        AgendaWords.isGone(task)
      }
    }
  }

  func carryOut(
    _ change: AgendaChange, undoing last: AgendaDone?
  ) async throws -> AgendaResult {
    switch change {
    case .toggle(let task, let isDone):
      let now = try await current(task, isOpen: !isDone)
      let receipt = try await cases.change(now, .toggle)
      let deed = deed(now.facts, isDone: isDone)
      let isShown = deed == .done(task.facts.words)
      return AgendaResult(
        deed: deed, notes: receipt.notes, step: .changed(task, receipt),
        undone: isShown ? nil : task)
    case .reschedule(let task, let day, _):
      let now = try await current(task, isOpen: true)
      let receipt = try await cases.change(now, .reschedule(day))
      return AgendaResult(
        deed: .rescheduled(task.facts.words, to: day), notes: receipt.notes,
        step: .moved(task, receipt), moved: await found(in: task.note, atLine: now.line))
    case .add(let words, let due, _):
      let receipt = try await cases.add(words, due: due)
      return AgendaResult(
        deed: .added(words, due: due, to: receipt.note), notes: [receipt.note],
        step: .added(words, receipt))
    case .undo: return try await undo(last)
    }
  }

  /// What ticking makes of a task.
  private func deed(_ facts: TaskFacts, isDone: Bool) -> AgendaDeed {
    let status = texts.rules?.status(after: facts.mark)
    return switch status?.type ?? (isDone ? .todo : .done) {
    case .done: .done(facts.words)
    case .todo where isDone: .reopened(facts.words)
    default: .marked(facts.words, as: status?.name ?? "")
    }
  }

  private func undo(_ last: AgendaDone?) async throws -> AgendaResult {
    switch last {
    case .changed(let task, let receipt):
      return AgendaResult(
        deed: .tookBack(task.facts.words), notes: try await cases.undo(receipt), undone: task)
    case .moved(let task, let receipt):
      return AgendaResult(
        deed: .tookBack(task.facts.words), notes: try await cases.undo(receipt), undone: task,
        moved: task)
    case .added(let words, let added):
      return AgendaResult(deed: .tookAway(words), notes: try await cases.undo(added))
    case nil: throw CancellationError()
    }
  }

  /// The task as its note has it now: its line may have moved, and the one nearest to where it was
  /// is meant.
  private func current(_ task: TaskRecord, isOpen: Bool) async throws -> TaskRecord {
    let all = await tasks.tasks(in: task.note).filter {
      $0.facts.words == task.facts.words && $0.facts.isOpen == isOpen
    }
    let same = all.filter { $0.facts.day == task.facts.day }
    let near = (same.isEmpty ? all : same).min {
      abs($0.line - task.line) < abs($1.line - task.line)
    }
    guard let near else { throw Problem.isGone(task) }
    return near
  }

  private func found(in note: NoteID, atLine line: Int) async -> TaskRecord? {
    await tasks.tasks(in: note).first { $0.line == line }
  }

  static func message(_ error: any Error) -> String {
    switch error {
    case let error as NoteStoreError: error.message
    case let problem as Problem: problem.message
    default: AgendaWords.notChanged
    }
  }
}
