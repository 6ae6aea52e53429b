import Entities
import Viper

/// Turns commands into use cases and routes, and what the interactor holds into rows.
@MainActor
final class NoteListPresenter {
  weak var view: (any NoteListView)?

  private let interactor: any NoteListInteracting
  private let wireframe: any NoteListWireframe
  private weak var preview: (any NoteListRequiredPreview)?
  private var state = NoteListState()
  /// Followed by name, because rows move while the list loads.
  private var selectedID: NoteID?
  /// What the preview was asked to show last.
  private var previewedID: NoteID?
  /// The filter was changed: its first match is the one that is meant.
  private var selectsFirst = false
  private var waiting: [NoteListCommand] = []
  /// The note that a question was asked about.
  private var askedAbout: NoteID?

  init(interactor: any NoteListInteracting, wireframe: any NoteListWireframe) {
    self.interactor = interactor
    self.wireframe = wireframe
    interactor.output = self
  }

  private func select(_ index: Int) {
    guard interactor.count > 0 else {
      state.selected = nil
      selectedID = nil
      return showInPreview(nil)
    }
    let index = min(max(0, index), interactor.count - 1)
    let id = interactor.note(at: index).id
    state.selected = index
    selectedID = id
    showInPreview(id)
  }

  private func showInPreview(_ id: NoteID?) {
    guard id != previewedID else { return }
    previewedID = id
    preview?.preview(id)
    guard let index = state.selected else { return }
    let beside = [index + 1, index - 1].filter { (0..<interactor.count).contains($0) }
    preview?.previewMayShowNext(beside.map { interactor.note(at: $0).id })
  }

  private func performWaiting() {
    let commands = waiting
    waiting = []
    for command in commands { handle(command) }
  }

  private func say(_ message: String, warning: Bool = false) {
    state.message = message
    state.isWarning = warning
    view?.show(state)
  }

  private var selectedItem: NoteListItem? {
    state.selected.map { interactor.note(at: $0) }
  }

  /// The selected note, unless it cannot be opened; then that is said. A note that leads outside
  /// the vault is opened where the person can be asked about that.
  private func openableNote(asks: Bool = false) -> NoteID? {
    guard let item = selectedItem else { return nil }
    if let obstacle = item.obstacle, !(asks && item.leadsOutside) {
      // "is a link to …" reads on from the title, "no permission …" does not.
      let reads = obstacle.hasPrefix("is ") ? " " : ": "
      let advice = item.leadsOutside ? "Enter asks whether to open it." : "It cannot be opened."
      say("“\(item.title)”\(reads)\(obstacle). \(advice)", warning: true)
      return nil
    }
    return item.id
  }
}

extension NoteListPresenter: NoteListEventHandler {
  /// What is meant for the rows of a filter that was just typed waits for them.
  func handle(_ command: NoteListCommand) {
    if selectsFirst, command.needsRows {
      waiting.append(command)
      return
    }
    perform(command)
  }

  private func perform(_ command: NoteListCommand) {
    state.message = ""
    switch command {
    case .move(let rows), .page(let rows): select((state.selected ?? 0) + rows)
    case .first: select(0)
    case .last: select(interactor.count - 1)
    case .select(let index): select(index)
    case .open:
      if let id = openableNote(asks: true) { wireframe.openEditor(on: id, output: self) }
    case .peek:
      if let id = openableNote() { wireframe.peek(at: id, output: self) }
    case .new: wireframe.openNewEditor(output: self)
    case .trash:
      if let item = selectedItem {
        askedAbout = item.id
        wireframe.askToTrash(noteTitled: item.title, answer: self)
      }
    case .undo: interactor.undoTrash()
    case .beginFilter: state.isFiltering = true
    case .filter(let words):
      state.filter = words
      selectsFirst = interactor.filter(by: words)
    case .keepFilter: state.isFiltering = false
    case .dropFilter:
      state.isFiltering = false
      if !state.filter.isEmpty {
        state.filter = ""
        _ = interactor.filter(by: "")
      }
    case .togglePreview:
      state.showsPreview.toggle()
      state.message =
        state.showsPreview
        ? "The preview shows where the window has room."
        : "The preview is hidden. Press p to show it."
      view?.show(state)
      wireframe.slotsMoved()
    case .focusPreview: wireframe.focusPreview()
    case .openRecovered: interactor.findUnsaved()
    case .openHistory:
      if let id = openableNote() { wireframe.openHistory(of: id) }
    case .openTrash: wireframe.openTrash()
    case .chooseVault: wireframe.openVaultChooser()
    case .reload:
      state.isLoading = true
      interactor.load()
    case .quit: wireframe.quit()
    }
    view?.show(state)
  }
}

extension NoteListPresenter: NoteListDataSource {
  func row(at index: Int) -> NoteListRow {
    let item = interactor.note(at: index)
    let words = state.filter.lowercased().split(separator: " ").map(String.init)
    return NoteListRow(
      title: MatchMarking.pieces(of: item.title, matching: words),
      snippet: MatchMarking.pieces(of: item.snippet, matching: words),
      date: item.date, isObstructed: item.obstacle != nil)
  }
}

extension NoteListPresenter: NoteListInteractorOutput {
  func notesChanged() {
    state.rowCount = interactor.count
    state.total = interactor.total
    let isFiltered = selectsFirst
    selectsFirst = false
    if isFiltered {
      select(0)
    } else if let selectedID, let index = interactor.index(of: selectedID) {
      state.selected = index
      showInPreview(selectedID)
    } else {
      select(state.selected ?? 0)
    }
    view?.reloadRows()
    view?.show(state)
    if isFiltered { performWaiting() }
  }

  func readingWentOn(notes: Int, of all: Int) {
    state.progress = "reading \(notes) of \(all)"
    view?.show(state)
  }

  func loadingEnded(problems: [String]) {
    state.isLoading = false
    state.progress = ""
    if let first = problems.first {
      let more = problems.count > 1 ? " (and \(problems.count - 1) more)" : ""
      state.message = first + more
      state.isWarning = true
    }
    view?.show(state)
  }

  func noteWasTrashed(titled title: String) {
    say("Moved “\(title)” to the trash. Press u to bring it back.")
  }

  func noteWasRestored(_ id: NoteID, titled title: String) {
    if let index = interactor.index(of: id) { select(index) }
    say("“\(title)” is back.")
  }

  func nothingToUndo() {
    say("Nothing to undo.")
  }

  func failed(_ message: String) {
    selectsFirst = false
    performWaiting()
    say(message, warning: true)
  }

  func unsavedTextWasFound(named names: [String], andDraft: Bool) {
    var shown = names.prefix(3).map { "“\($0)”" }
    if names.count > 3 { shown.append("\(names.count - 3) more") }
    if andDraft { shown.append("a new note") }
    let last = shown.removeLast()
    let list = shown.isEmpty ? last : "\(shown.joined(separator: ", ")) and \(last)"
    let them = shown.isEmpty ? "it" : "them"
    say("Unsaved text is kept of \(list). Press R to open \(them).")
  }

  func nextUnsavedIs(_ note: NoteID?) {
    if let note {
      wireframe.openEditor(on: note, output: self)
    } else {
      wireframe.openRecoveredDraft(output: self)
    }
  }

  func nothingIsUnsaved() {
    say("No unsaved text is kept.")
  }
}

extension NoteListPresenter: NoteListAnswers {
  func trashWasConfirmed() {
    guard let id = askedAbout else { return }
    askedAbout = nil
    interactor.trash(id)
  }
}

extension NoteListPresenter: NoteListRequiredEditorOutput {
  func noteListShouldRefresh(_ note: NoteID) {
    selectedID = note
    interactor.refresh(note)
    preview?.previewShouldReload(note)
  }
}

extension NoteListPresenter: NoteListInput {
  package func notesChangedOutside(_ notes: [NoteID]) {
    interactor.notesChangedOutside()
    if let previewedID, notes.contains(previewedID) { preview?.previewShouldReload(previewedID) }
  }

  package func select(_ note: NoteID) {
    if let index = interactor.index(of: note) {
      select(index)
      view?.show(state)
    } else {
      selectedID = note
    }
  }
}

extension NoteListPresenter: LifeCycle {
  package func moduleIsReady(_ route: RouteHandle) {
    preview = wireframe.embedPreview(in: route)
    view?.show(state)
    interactor.load()
  }

  package func moduleWasRemoved() {
    interactor.stop()
  }
}
