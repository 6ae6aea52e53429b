import TextEngine

extension EditorPresenter: EditorEventHandler {
  func handle(_ command: EditorCommand) {
    if case .room(let columns, let rows) = command {
      room = (columns, rows)
      return fitRoom()
    }
    // What was pressed while the clipboard is asked comes after what it answers.
    if held != nil {
      held?.append(command)
      return
    }
    state.message = ""
    state.isWarning = false
    switch command {
    case .run(let invocation): run(invocation)
    case .paste(let bytes): paste(bytes)
    case .press(let place, let selects, let adds): press(place, selects: selects, adds: adds)
    case .drag(let place): drag(to: place)
    case .scroll(let rows): scroll(by: rows)
    case .bar(let command): handle(command)
    case .offer(let command): handle(command)
    case .commit: commitPeek()
    case .close: close()
    case .room: break
    }
  }

  /// Does what a key means: one of the editor's own commands, or one of the engine's.
  func run(_ invocation: Invocation) {
    if let action = EditorAction.named(invocation.command) {
      action.run(self, invocation)
      return
    }
    guard interactor.isLoaded else { return showState() }
    let change = EditCommands.run(invocation, in: context)
    registers.note(invocation, change)
    guard let change else { return showRows() }
    perform(change)
    offerWords(after: invocation)
  }

  /// What the engine's commands look at.
  var context: EditContext {
    let text = interactor.text
    let page = page
    return EditContext(
      text: text, selections: selections, format: format, rows: page.moves(in: text),
      registers: registers, isCode: { page.isCode(at: $0, in: text) })
  }

  func perform(_ change: TextChange) {
    if let edit = change.edit {
      guard interactor.apply(edit, as: change.kind, from: selections, to: change.selections)
      else { return }
      textChanged()
    }
    selections = change.selections
    if let copied = change.copied { interactor.offerToClipboard(copied.text) }
    showRows()
  }

  /// Selects, and brings it in sight.
  func select(_ selections: Selections) {
    self.selections = selections
    showRows()
  }

  func paste(_ bytes: [UInt8]) {
    guard !state.isPeek else { return }
    if let url = smartPaste(of: bytes) { return perform(url) }
    run(Invocation(.typeText, argument: ""), bytes: bytes)
  }

  func step(_ selections: Selections?, nothing: String) {
    guard let selections else { return say(nothing) }
    self.selections = selections
    textChanged()
    showRows()
  }

  /// A peek scrolls its view; an editor takes the cursor along so that typing stays in sight.
  private func scroll(by rows: Int) {
    let text = interactor.text
    page.scroll(by: rows, in: text)
    if !state.isPeek, !page.shows(selections.main.head, in: text) {
      let head = page.place(nearest: selections.main.head, in: text, fromTop: rows > 0)
      selections = Selections(Selection(at: head.place, goal: head.goal))
    }
    layOutRows()
  }
}
