import Entities
import Viper

/// Turns matches into rows, and runs the chosen row.
@MainActor
final class PalettePresenter: ListPresenter {
  weak var view: (any PaletteView)? { didSet { view?.show(state) } }

  private let interactor: PaletteInteractor
  private let wireframe: any PaletteWireframe
  private(set) var route: RouteHandle?
  var state = PaletteState()
  /// A command that came before the search result; it applies to the first row of that.
  private var waiting: PaletteCommand? { didSet { state.awaitsRows = waiting != nil } }

  init(interactor: PaletteInteractor, wireframe: any PaletteWireframe) {
    self.interactor = interactor
    self.wireframe = wireframe
    interactor.output = self
  }

  private func accept(_ command: PaletteCommand) {
    if interactor.isSearching || (interactor.items.isEmpty && interactor.isReading) {
      waiting = command
      return
    }
    if state.selected == nil, case .missing(let name)? = interactor.items.first {
      return showMessage(PaletteWords.enterMakesNone(name))
    }
    guard let selected = state.selected, interactor.items.indices.contains(selected) else { return }
    let item = interactor.items[selected]
    if case .missing = item { return }
    // Close the palette first: the choice acts on the screen below.
    if let error = route?.close() { return showMessage(error.message, isWarning: true) }
    switch item {
    case .missing: break
    case .note(let note): wireframe.open(note.id, beside: command == .acceptBeside)
    case .action(let action): wireframe.perform(action)
    case .heading(let heading): wireframe.go(toLine: heading.line)
    case .makeNote(let title): wireframe.makeNote(titled: title)
    case .line(let line, let argument): wireframe.run(line, argument)
    }
  }

  private func makeNote() {
    guard let title = interactor.newTitle else { return showMessage(PaletteWords.noNotesHere) }
    if title.isEmpty { return showMessage(PaletteWords.nameFirst) }
    if let error = route?.close() { return showMessage(error.message, isWarning: true) }
    wireframe.makeNote(titled: title)
  }

  /// Selects a row, unless it only says something.
  private func select(_ row: Int) {
    state.select(row)
    if state.selected == 0, case .missing? = interactor.items.first { state.selected = nil }
  }
}

extension PalettePresenter: ListPresenting {
  func handle(_ command: PaletteCommand) {
    state.message = Message()
    waiting = nil
    switch command {
    case .type(let text):
      state.selected = nil
      interactor.look(for: text)
    case .move(let move): select(row(after: move))
    case .select(let index):
      select(index)
      accept(.accept)
    case .accept, .acceptBeside: accept(command)
    case .makeNote: makeNote()
    case .close: close()
    }
    view?.show(state)
  }

  private func row(of action: PaletteAction) -> PaletteRow {
    let title = action.title + (interactor.word(of: action).map { " (\($0))" } ?? "")
    return PaletteRow(
      title: title, marked: interactor.characters(of: title), detail: action.detail,
      isAction: true)
  }

  private var isOutline: Bool { interactor.sought == .headings }

  /// Makes a heading's row. Without other items, indents show the levels.
  private func row(of heading: PaletteHeading) -> PaletteRow {
    let indent = isOutline ? 2 * (heading.level - 1) : 0
    return PaletteRow(
      title: String(repeating: " ", count: indent) + heading.title,
      marked: interactor.characters(of: heading.title).map { $0 + indent },
      detail: isOutline ? "line \(heading.line)" : "heading", isAction: true)
  }

  private func row(of line: PaletteLine, _ argument: String) -> PaletteRow {
    let title = argument.isEmpty ? ":\(line.name)" : ":\(line.name) \(argument)"
    return PaletteRow(title: title, marked: [], detail: line.summary, isAction: true)
  }

  func row(at index: Int) -> PaletteRow {
    switch interactor.items[index] {
    case .note(let note):
      PaletteRow(
        title: note.names, quiet: note.otherName?.count ?? 0,
        marked: interactor.characters(of: note.names),
        detail: note.id.path.folder.text, isAction: false)
    case .action(let index): row(of: interactor.actions[index])
    case .heading(let heading):
      row(of: heading)
    case .line(let index, let argument): row(of: interactor.lines[index], argument)
    case .missing(let name):
      PaletteRow(
        title: PaletteWords.isMissing(name), marked: [], detail: "", isAction: false,
        isRemark: true)
    case .makeNote(let title):
      PaletteRow(title: PaletteWords.makeNote(title), marked: [], detail: "M-n", isAction: true)
    }
  }
}

extension PalettePresenter: PaletteInteractorOutput {
  func itemsChanged() {
    state.found = interactor.found
    state.isReading = interactor.isReading
    state.sought = interactor.sought
    state.hint = PaletteWords.prefixes(hasLines: !interactor.lines.isEmpty)
    state.selected = state.selected ?? interactor.currentRow
    showRows(interactor.items.count)
    if let selected = state.selected { select(selected) }
    view?.show(state)
    guard let waiting, !interactor.isSearching else { return }
    self.waiting = nil
    accept(waiting)
    view?.show(state)
  }

  func failed(_ message: String) { showMessage(message, isWarning: true) }
}

extension PalettePresenter: LifeCycle {
  func moduleIsReady(_ route: RouteHandle) {
    self.route = route
    itemsChanged()
    interactor.load()
  }

  func moduleWasRemoved() {
    interactor.stop()
  }
}
