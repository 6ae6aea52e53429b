import TextEngine

extension EditorPresenter: EditorPresenting {
  func handle(_ command: EditorCommand) {
    if case .room(let columns, let rows) = command {
      room = (columns, rows)
      return fitRoom()
    }
    if command == .touch { return wireframe.takeFocus() }
    state.message = ""
    state.isWarning = false
    // Who moves on does not want to be taken to a part that is still looked for.
    parts.stop()
    if case .offer = command {} else if case .run = command {} else { endOffer() }
    switch command {
    case .run(let invocation): run(invocation)
    case .paste(let bytes): paste(bytes)
    case .press(let place, let selects, let adds): press(place, selects: selects, adds: adds)
    case .drag(let place): drag(to: place)
    case .scroll(let rows): scroll(by: rows)
    case .bar(let command): handle(command)
    case .offer(let command): handle(command)
    case .stopWaiting: stopWaiting()
    case .commit: commitPeek()
    case .close: close()
    case .room, .touch: break
    }
  }

  /// Does what a key means: one of the editor's own commands, or one of the engine's.
  func run(_ invocation: Invocation) {
    if state.isPeek { return }
    if let action = EditorAction.named(invocation.command) {
      if invocation.command != .complete { endOffer() }
      action.run(self, invocation)
    } else {
      runEngine(invocation)
    }
  }

  func runEngine(_ invocation: Invocation) {
    guard interactor.isLoaded else { return showState() }
    let change = EditCommands.run(invocation, in: context)
    registers.note(invocation, change)
    if let rows = page.rowsScrolled(by: invocation) {
      page.scroll(by: rows, in: interactor.text)
    }
    if let change { perform(change) } else { showRows() }
    offerNames(after: invocation)
  }

  /// What the engine's commands look at.
  var context: EditContext {
    let text = interactor.text
    let page = page
    return EditContext(
      text: text, selections: selections, format: format, rows: page.moves(in: text),
      registers: registers, toggledTask: interactor.toggledTask,
      isCode: { page.isCode(at: $0, in: text) },
      codeComment: { place in page.readColours { $0.codeComment(at: place, in: text) } })
  }

  /// Says so where the text is not to be changed.
  func mayChange() -> Bool {
    if isReadOnly { say("Read-only: the note is not changed.", warning: true) }
    return !isReadOnly
  }

  func perform(_ change: TextChange) {
    if let edit = change.edit {
      guard mayChange() else { return }
      guard interactor.apply(edit, as: change.kind, from: selections, to: change.selections)
      else { return }
      textChanged()
    }
    selections = change.selections
    if let problem = change.problem { say(problem, warning: true) }
    if let copied = change.copied {
      interactor.offerToClipboard(copied.text)
      if change.edit == nil { say(copied.report) }
    }
    showRows()
  }

  /// Selects, and brings it in sight.
  func select(_ selections: Selections) {
    self.selections = selections
    showRows()
  }

  func step(_ selections: Selections?, nothing: String) {
    guard let selections else { return say(nothing) }
    self.selections = selections
    textChanged()
    showRows()
  }

  /// A peek scrolls its view; an editor takes the cursor along so that typing stays in sight.
  private func scroll(by rows: Int) {
    layOut()
    let text = interactor.text
    page.scroll(by: rows, in: text)
    let head = selections.main.head
    if !state.isPeek, page.cell(of: head, in: text).map({ $0.row >= page.height }) ?? true {
      let rows = page.rows(of: text)
      let goal = selections.main.goal ?? rows.column(of: head)
      let row = head < page.top ? 0 : page.height - 1
      let place = page.place(atRow: row, column: goal.value - page.left, in: text)
      selections = Selections(Selection(at: place, goal: goal))
    }
    updateRows()
  }
}
