import Entities
import Services
import TextEngine
import UseCases

/// Changes of the text that are done at once.
extension EditorInteractor {
  func perform(_ change: EditorChange) -> EditorOutcome {
    switch change {
    case .run(let invocation): return run(invocation)
    case .change(let change, let isOwnStep):
      if isOwnStep { closeStep() }
      defer { if isOwnStep { closeStep() } }
      return take(change)
    case .select(let selections): session.selections = selections
    case .jump(let selections):
      closeStep()
      session.selections = selections
    case .undo: return EditorOutcome(isDone: document.perform(document.history.undo()))
    case .redo: return EditorOutcome(isDone: document.perform(document.history.redo()))
    case .beginStep:
      closeStep()
      (session.isOneStep, session.openStep) = (true, nil)
    case .endStep:
      session.isOneStep = false
      closeStep()
    case .copy(let text):
      session.registers.add(Copied(pieces: [text], areLines: false))
    case .insert(let moment):
      closeStep()
      defer { closeStep() }
      return run(Invocation(.insert, argument: words(for: moment)))
    case .adopt(let options): session.options = options
    case .storeDraft:
      let problem = unsaved.storeNow()
      return EditorOutcome(isDone: problem == nil, problem: problem)
    case .complete(let names): session.machine?.complete(with: names)
    }
    return EditorOutcome()
  }

  /// The next change begins a step of its own in the history.
  private func closeStep() { document.history.closeStep() }

  private func run(_ invocation: Invocation) -> EditorOutcome {
    var outcome = EditorOutcome(isDone: false)
    if let change = change(by: invocation) { outcome = take(change) }
    // The machine follows the new selection.
    if case .some = session.machine, let remark = lookAtSelections() { outcome.problem = remark }
    return outcome
  }

  private func take(_ change: TextChange) -> EditorOutcome {
    if change.edit != nil, let reason = snapshot.readOnlyReason {
      return EditorOutcome(isDone: false, problem: reason)
    }
    guard perform(change) else { return EditorOutcome(isDone: false) }
    return EditorOutcome(
      hasEdit: change.edit != nil, problem: change.problem, copied: change.copied)
  }

  /// Returns the day or the time in the format of the settings.
  private func words(for moment: EditorMoment) -> String {
    let clock = services.clock
    let now = clock.civil(clock.now)
    let offset = Int((CivilCalendar.moment(now).seconds - clock.now.seconds) / 60)
    let format = moment == .day ? services.writing.dateFormat : services.writing.timeFormat
    return format.text(of: now, offset: offset)
  }

  /// The input of the engine's commands.
  var context: EditContext {
    let (text, page) = (session.text, session.page)
    var context = EditContext(
      text: text, selections: session.selections, format: session.format,
      rows: page.moves(in: text), registers: session.registers, toggledTask: toggledTask,
      isCode: { page.highlighter.isCode(at: $0, in: text) },
      codeComment: { page.highlighter.codeComment(at: $0, in: text) })
    context.continuesLists = session.options.continuesLists
    context.paragraph = { page.highlighter.paragraph(at: $0, in: text) }
    context.textWidth = services.writing.textWidth
    context.wrapsTyping = services.writing.wrapsTyping
    context.quotes = services.writing.quotes
    return context
  }

  /// Returns the change that a command of the engine makes; nil for none. A move by pages scrolls the page
  /// too.
  func change(by invocation: Invocation) -> TextChange? {
    let change = EditCommands.run(invocation, in: context)
    session.registers.note(invocation, change)
    if let rows = session.page.rowsScrolled(by: invocation) {
      session.page.scroll(by: rows, in: text)
    }
    return change
  }

  /// Applies a change with its selections. Returns false while nothing can be edited.
  @discardableResult
  func perform(_ change: TextChange) -> Bool {
    if let edit = change.edit {
      let before = session.selections
      guard document.apply(edit, as: change.kind, from: before, to: change.selections) else {
        return false
      }
    }
    session.selections = change.selections
    return true
  }

  /// Ticks tasks as other screens do: with a date if the line has dates, and a recurring task gets its
  /// next one. Nil without tasks.
  private var toggledTask: TaskToggling? {
    guard let tasks = services.tasks else { return nil }
    return { line in
      do throws(NoteTextProblem) {
        return .success(try tasks.ticked(line))
      } catch {
        return .failure(TaskRefusal(error.message))
      }
    }
  }
}
