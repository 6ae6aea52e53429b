import Entities
import Viper

/// Turns commands into use cases, and changes into rows.
@MainActor
final class ReplacePresenter: ListPresenter {
  weak var view: (any ReplaceView)? { didSet { view?.show(state) } }

  private let interactor: ReplaceInteractor
  private let didChange: @MainActor ([NoteID]) -> Void
  private let start: ReplaceStart
  var route: RouteHandle?
  var state = ReplaceState()
  private var rows = ReplaceRows()
  private var selected: ReplaceRows.Match?
  /// Whether notes are being written. Nothing else begins meanwhile.
  private var isWriting = false

  init(
    interactor: ReplaceInteractor, start: ReplaceStart,
    didChange: @escaping @MainActor ([NoteID]) -> Void
  ) {
    self.interactor = interactor
    self.didChange = didChange
    self.start = start
    state.wanted = start.wanted
    state.isExpression = start.isExpression
    state.scope = start.scopeText
    state.edition = 1
    state.focus = start.wanted.isEmpty ? .wanted : .new
    interactor.output = self
  }

  /// Drops the results, which are out of date.
  private func forget() {
    interactor.cancel()
    state.progress = ""
    state.hasFound = false
    show(ReplaceRows())
  }

  private func show(_ rows: ReplaceRows) {
    self.rows = rows
    select(rows.first)
    view?.reloadRows()
  }

  private func select(_ match: ReplaceRows.Match?) {
    selected = match
    state.selectedRows = match.map(rows.rows(of:))
    state.rowCount = rows.count
    state.counts =
      rows.count == 0
      ? "" : ReplaceWords.counts(rows.wantedCount, of: rows.matchCount, in: rows.noteCount)
  }

  private func find() {
    guard !state.wanted.isEmpty else {
      return showMessage(ReplaceWords.nothingWanted, isWarning: true)
    }
    var wanted = start
    (wanted.wanted, wanted.isExpression) = (state.wanted, state.isExpression)
    state.hasFound = false
    state.progress = ReplaceWords.looking
    show(ReplaceRows())
    interactor.find(wanted, by: state.new, isWholeWord: state.isWholeWord)
  }

  private func replace() {
    if rows.wantedCount == 0 {
      return showMessage(ReplaceWords.allLeftOut, isWarning: true)
    }
    isWriting = true
    state.progress = ReplaceWords.writing(rows.wanted.count)
    interactor.replace(rows)
  }
}

extension ReplacePresenter: ListPresenting {
  func handle(_ command: ReplaceCommand) {
    if isWriting { return }
    state.message = Message()
    switch command {
    case .typeWanted(let text):
      state.wanted = text
      forget()
    case .typeNew(let text):
      state.new = text
      forget()
    case .nextField: focus(by: 1)
    case .previousField: focus(by: -1)
    case .toggleWholeWord:
      state.isWholeWord.toggle()
      forget()
    case .toggleExpression:
      state.isExpression.toggle()
      forget()
    case .accept: if rows.count > 0 { replace() } else { find() }
    case .move(.toStart): select(rows.first)
    case .move(.toEnd): select(rows.last)
    case .move(.lines(let count)), .move(.pages(let count)), .move(.halfPages(let count)):
      select(selected.map { rows.match($0, movedBy: count) })
    case .select(let row): if let match = rows.match(atRow: row) { select(match) }
    case .toggle: toggle { rows, match in rows.toggle(match) }
    case .toggleNote: toggle { rows, match in rows.toggleNote(match.note) }
    case .undo: undo()
    case .close: stopOrClose()
    }
    view?.show(state)
  }

  private func focus(by step: Int) {
    let all: [ReplaceState.Focus] =
      rows.count > 0 ? [.wanted, .new, .list] : [.wanted, .new]
    let index = all.firstIndex(of: state.focus) ?? 0
    state.focus = all[(index + step + all.count) % all.count]
  }

  private func toggle(_ change: (inout ReplaceRows, ReplaceRows.Match) -> Void) {
    guard let selected else { return }
    change(&rows, selected)
    select(selected)
    view?.reloadRows()
  }

  private func undo() {
    guard interactor.canUndo else { return showMessage(SharedWords.nothingToUndo) }
    isWriting = true
    state.progress = ReplaceWords.takingBack
    interactor.undo()
  }

  /// Stops the search, else drops its results, else closes the screen.
  private func stopOrClose() {
    if !state.progress.isEmpty {
      forget()
      return showMessage(ReplaceWords.stopped)
    }
    if state.focus == .list, rows.count > 0 {
      forget()
      state.focus = .new
      return
    }
    close()
  }

  func row(at index: Int) -> ReplaceRow { rows.row(at: index) }
}

extension ReplacePresenter: ReplaceInteractorOutput {
  func looked(at notes: Int, of count: Int) {
    if state.progress.isEmpty || isWriting { return }
    state.progress = ReplaceWords.looking(at: notes, of: count)
    view?.show(state)
  }

  func changesWereFound(_ rows: ReplaceRows) {
    state.progress = ""
    state.hasFound = true
    show(rows)
    if rows.count > 0 { state.focus = .list }
    view?.show(state)
  }

  func findingFailed(_ message: String) {
    state.progress = ""
    showMessage(message, isWarning: true)
  }

  func replaced(_ matches: Int, in notes: [NoteID]) {
    ended(notes)
    showMessage(ReplaceWords.replaced(matches, in: notes.count))
  }

  func tookBack(_ notes: [NoteID]) {
    ended(notes)
    showMessage(ReplaceWords.takenBack(in: notes.count))
  }

  private func ended(_ notes: [NoteID]) {
    isWriting = false
    forget()
    // Keep the focus out of the fields, where `u` would be typed instead of undoing.
    state.focus = .list
    didChange(notes)
  }

  func replacingFailed(_ message: String) {
    isWriting = false
    state.progress = ""
    showMessage(message, isWarning: true)
  }
}

extension ReplacePresenter: LifeCycle {
  func moduleIsReady(_ route: RouteHandle) {
    self.route = route
    view?.show(state)
  }

  func moduleWasRemoved() { interactor.end() }

  var hasUnfinishedWork: Bool { !state.progress.isEmpty }
}
