import Entities
import UseCases
import VaultSettings
import Viper

/// Searches with each typed letter, and turns results into rows.
@MainActor
final class SearchPresenter: ListPresenter {
  weak var view: (any SearchView)? { didSet { view?.show(state) } }

  let interactor: SearchInteractor
  let wireframe: any SearchWireframe
  private let clock: any WallClock
  private let dateForm: @MainActor () -> DateForm
  private let memory: SearchMemory
  var route: RouteHandle?
  private weak var preview: (any SearchRequiredPreview)?
  var state = SearchState()
  private var rows = SearchRows()
  private var hasMore = false
  /// The most notes requested last.
  private var limit = 0
  /// The index of the selected stop, or of the selected saved search.
  var selected = 0
  /// The line to keep selected when the same search runs again.
  private var keeping: Position?
  private var isAsking = false
  private var hasAppeared = false
  var forgotten: SavedSearch?

  /// A line of a note, which stays valid when the results change.
  private struct Position {
    var note: NoteID
    var line: Int
  }

  init(
    interactor: SearchInteractor, wireframe: any SearchWireframe, clock: any WallClock,
    dateForm: @escaping @MainActor () -> DateForm, memory: SearchMemory
  ) {
    self.interactor = interactor
    self.wireframe = wireframe
    self.clock = clock
    self.dateForm = dateForm
    self.memory = memory
    interactor.output = self
  }

  /// The count of notes that fill the screen: most take two rows.
  private var screenful: Int { max(8, visibleRows / 2 + 1) }

  private func ask(for count: Int, keeping position: Position? = nil) {
    state.problem = nil
    if memory.query.allSatisfy(\.isWhitespace) { return clear() }
    state.isIdle = false
    if state.showsSaved {
      // Clear the rows of saved searches now; the results come later.
      state.showsSaved = false
      state.rowCount = 0
      state.selectedRows = nil
    }
    keeping = position
    limit = count
    isAsking = true
    interactor.search(memory.query, limit: count, withExcerpts: true)
  }

  private func clear() {
    interactor.cancel()
    isAsking = false
    state.isIdle = true
    rows = SearchRows()
    hasMore = false
    state.counts = ""
    preview?.preview(nil, atLine: nil)
    showSaved()
    interactor.loadSaved()
  }

  private func show(_ rows: SearchRows, hasMore: Bool) {
    self.rows = rows
    self.hasMore = hasMore
    let count = rows.noteCount
    state.rowCount = rows.count
    state.counts = hasMore ? "\(count)+ notes" : counted(count, "note")
    select(keeping.flatMap { rows.stop(of: $0.note, line: $0.line) } ?? 0)
    view?.reloadRows()
    view?.show(state)
  }

  private var position: Position? {
    guard rows.stops.indices.contains(selected) else { return nil }
    let stop = rows.stops[selected]
    return Position(note: rows.note(of: selected), line: stop.line)
  }

  private func select(_ stop: Int) {
    selected = max(0, min(stop, rows.stops.count - 1))
    guard rows.stops.indices.contains(selected) else {
      state.selectedRows = nil
      preview?.preview(nil, atLine: nil)
      return
    }
    let stop = rows.stops[selected]
    state.selectedRows = stop.rows
    preview?.preview(rows.note(of: selected), atLine: rows.line(of: selected))
    // Fetch more notes before the selection reaches the last one.
    let count = rows.noteCount
    if hasMore, !isAsking, stop.finding + screenful >= count {
      ask(for: count * 2, keeping: position)
    }
  }
}

extension SearchPresenter: ListPresenting {
  func handle(_ command: SearchCommand) {
    state.message = Message()
    switch command {
    case .type(let text):
      memory.query = text
      state.query = text
      ask(for: screenful)
    case .replace: wireframe.openReplace(ReplaceStart(query: memory.query, clock: clock))
    case .save: saveQuery()
    case .restore: restore()
    case .close: close()
    default: if state.isIdle { handleSaved(command) } else { handleFound(command) }
    }
    view?.show(state)
  }

  private func handleFound(_ command: SearchCommand) {
    switch command {
    case .move(let move): select(move.row(from: selected, of: rows.stops.count, visible: 1))
    case .moveNote(let count): select(rows.stop(selected, movedByNotes: count))
    case .select(let row): select(rows.stop(atRow: row) ?? selected)
    case .open:
      guard rows.stops.indices.contains(selected) else { return }
      wireframe.open(rows.note(of: selected), atLine: rows.line(of: selected))
    default: break
    }
  }

  func row(at index: Int) -> SearchRow {
    if state.showsSaved {
      return SearchRow(
        kind: .saved, pieces: [.init(text: saved[index].name)], detail: saved[index].query)
    }
    return rows.row(at: index, dateForm: dateForm(), clock: clock)
  }
}

extension SearchPresenter: SearchInteractorOutput {
  func searchFound(_ rows: SearchRows, hasMore: Bool) {
    isAsking = false
    show(rows, hasMore: hasMore)
  }

  /// Keeps the previous results, because most unreadable queries are only half typed.
  func searchCannotRead(_ typed: String, position: Int, reason: String) {
    isAsking = false
    state.problem = SearchProblem(text: reason, position: position)
    view?.show(state)
  }

  func searchFailed(_ message: String) {
    isAsking = false
    showMessage(message, isWarning: true)
    show(SearchRows(), hasMore: false)
  }
}

extension SearchPresenter: VaultListener {
  package func notesChangedOutside(_ notes: Set<NoteID>) { askAgain() }

  private func askAgain() {
    if !state.isIdle { ask(for: max(limit, screenful), keeping: position) }
  }

  func search(_ query: String, isProposed: Bool = false) {
    memory.query = query
    state.query = query
    state.isProposed = isProposed
    state.edition += 1
    ask(for: screenful)
    view?.show(state)
  }
}

extension SearchPresenter: LifeCycle {
  func moduleIsReady(_ route: RouteHandle) {
    self.route = route
    preview = wireframe.embedPreview(in: route)
    if memory.query.isEmpty { interactor.prepare() } else { interactor.loadSaved() }
    search(memory.query, isProposed: true)
  }

  /// Searches again, because an editor above may have changed notes.
  func moduleDidAppear() {
    if hasAppeared { askAgain() }
    hasAppeared = true
  }

  func moduleWasRemoved() {
    interactor.end()
  }
}

extension SearchPresenter: OwnSubjectReporting {
  package var ownSubject: OwnSubject {
    guard let position else { return OwnSubject() }
    return OwnSubject(position.note, line: rows.line(of: selected))
  }
}
