import Services
import TextEngine
import UseCases

/// Commands on the text.
extension EditorInteractor {
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
