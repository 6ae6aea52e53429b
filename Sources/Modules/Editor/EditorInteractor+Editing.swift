import Services
import TextEngine
import UseCases

/// What commands do to the text.
extension EditorInteractor {
  /// What the engine's commands work on.
  var context: EditContext {
    let (text, page) = (session.text, session.page)
    var context = EditContext(
      text: text, selections: session.selections, format: session.format,
      rows: page.moves(in: text), registers: session.registers, toggledTask: toggledTask,
      isCode: { page.isCode(at: $0, in: text) },
      codeComment: { offset in page.readColors { $0.codeComment(at: offset, in: text) } })
    context.continuesLists = session.options.continuesLists
    context.paragraph = { offset in page.readColors { $0.paragraph(at: offset, in: text) } }
    context.textWidth = services.writing.textWidth
    context.wrapsTyping = services.writing.wrapsTyping
    context.quotes = services.writing.quotes
    return context
  }

  /// What a command of the engine does to the text: nil where that is nothing. A move by pages scrolls
  /// the page too.
  func change(by invocation: Invocation) -> TextChange? {
    let change = EditCommands.run(invocation, in: context)
    session.registers.note(invocation, change)
    if let rows = session.page.rowsScrolled(by: invocation) {
      session.page.scroll(by: rows, in: text)
    }
    return change
  }

  /// Does it, and selects what it says. False while nothing can be edited.
  @discardableResult
  func perform(_ change: TextChange) -> Bool {
    if let edit = change.edit {
      let before = session.selections
      guard apply(edit, as: change.kind, from: before, to: change.selections) else { return false }
    }
    session.selections = change.selections
    return true
  }

  @discardableResult
  func apply(
    _ edit: Edit, as kind: UndoTree.Kind, from before: Selections, to after: Selections
  ) -> Bool {
    document.apply(edit, as: kind, from: before, to: after)
  }

  /// All that is done until `endOneStep` is undone at once.
  func beginOneStep() {
    document.history.closeStep()
    session.isOneStep = true
    session.openStep = nil
  }

  func endOneStep() {
    session.isOneStep = false
    document.history.closeStep()
  }

  /// What comes next is undone on its own.
  func closeStep() { document.history.closeStep() }

  /// Takes back the last step, and selects what was selected before it. False where there is none.
  @discardableResult
  func undo() -> Bool { document.perform(document.history.undo()) }

  @discardableResult
  func redo() -> Bool { document.perform(document.history.redo()) }

  /// Back to the text that was saved last. False where that is not known any more.
  func dropChanges() -> Bool {
    guard let step = document.history.moveToSaved() else { return false }
    _ = document.perform(step)
    return true
  }

  /// Tasks are ticked as everywhere: with a date where the line has such, and a recurring one leaves
  /// its next. Nil where tasks are not known.
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
