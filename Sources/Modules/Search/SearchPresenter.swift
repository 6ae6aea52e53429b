import Entities
import Services
import Viper

/// Asks with each letter that is typed, and makes rows of what is found.
@MainActor
final class SearchPresenter {
  weak var view: (any SearchView)? { didSet { view?.show(state) } }

  private let interactor: any SearchInteracting
  private let wireframe: any SearchWireframe
  private let clock: any WallClock
  private let memory: SearchMemory
  private var route: RouteHandle?
  private var state = SearchState()
  private var rows = SearchRows()
  private var hasMore = false
  /// How many notes were asked for last.
  private var limit = 0
  /// The note that is selected, by its place.
  private var selected = 0
  /// The note that stays selected when the answer to the same question comes again.
  private var keeping: NoteID?
  private var isAsking = false

  init(
    interactor: any SearchInteracting, wireframe: any SearchWireframe, clock: any WallClock,
    memory: SearchMemory
  ) {
    self.interactor = interactor
    self.wireframe = wireframe
    self.clock = clock
    self.memory = memory
    interactor.output = self
  }

  /// A screenful: each note takes two rows, most often.
  private var screenful: Int { max(8, (view?.visibleRows ?? 0) / 2 + 1) }

  private func ask(for count: Int, keeping note: NoteID? = nil) {
    state.problem = nil
    if memory.query.allSatisfy(\.isWhitespace) { return clear() }
    state.isIdle = false
    keeping = note
    limit = count
    isAsking = true
    interactor.search(memory.query, limit: count, withExcerpts: true)
  }

  private func clear() {
    interactor.cancel()
    isAsking = false
    state.isIdle = true
    show(SearchRows(), hasMore: false)
  }

  private func show(_ rows: SearchRows, hasMore: Bool) {
    self.rows = rows
    self.hasMore = hasMore
    let count = rows.findings.count
    selected = keeping.flatMap { note in rows.findings.firstIndex { $0.id == note } } ?? 0
    state.rowCount = rows.count
    state.counts =
      state.isIdle ? "" : hasMore ? "\(count)+ notes" : count == 1 ? "1 note" : "\(count) notes"
    select(selected)
    view?.reloadRows()
    view?.show(state)
  }

  private func select(_ finding: Int) {
    let count = rows.findings.count
    selected = max(0, min(finding, count - 1))
    state.selected = count == 0 ? nil : rows.rows(of: selected)
    // The next ones come before the last of these is reached.
    if hasMore, !isAsking, selected + screenful >= count {
      ask(for: count * 2, keeping: rows.findings[selected].id)
    }
  }
}

extension SearchPresenter: SearchEventHandler {
  func handle(_ command: SearchCommand) {
    state.message = ""
    switch command {
    case .type(let text):
      memory.query = text
      state.query = text
      ask(for: screenful)
    case .move(let count): select(selected + count)
    case .first: select(0)
    case .last: select(rows.findings.count - 1)
    case .select(let row): select(rows.finding(atRow: row) ?? selected)
    case .open: open()
    case .replace: wireframe.openReplace(ReplaceStart(query: memory.query, clock: clock))
    case .close:
      if let error = route?.close() {
        state.message = error.message
        state.isWarning = true
      }
    }
    view?.show(state)
  }

  private func open() {
    guard rows.findings.indices.contains(selected) else { return }
    let finding = rows.findings[selected]
    wireframe.open(finding.id, atLine: finding.line)
  }
}

extension SearchPresenter: SearchDataSource {
  func row(at index: Int) -> SearchRow { rows.row(at: index, clock: clock) }
}

extension SearchPresenter: SearchInteractorOutput {
  func searchFound(_ findings: [SearchFinding], hasMore: Bool) {
    isAsking = false
    show(SearchRows(findings), hasMore: hasMore)
  }

  /// What was found before stays in sight: most often a query is only half typed.
  func searchCannotRead(_ typed: String, position: Int, reason: String) {
    isAsking = false
    state.problem = SearchProblem(text: reason, position: position)
    view?.show(state)
  }

  func searchFailed(_ message: String) {
    isAsking = false
    state.message = message
    state.isWarning = true
    show(SearchRows(), hasMore: false)
  }
}

extension SearchPresenter: SearchInput {
  func notesChanged() {
    if state.isIdle { return }
    ask(
      for: max(limit, screenful),
      keeping: rows.findings.isEmpty ? nil : rows.findings[selected].id)
  }

  func search(_ query: String) {
    memory.query = query
    state.query = query
    state.edition += 1
    ask(for: screenful)
    view?.show(state)
  }
}

extension SearchPresenter: LifeCycle {
  func moduleIsReady(_ route: RouteHandle) {
    self.route = route
    if memory.query.isEmpty { interactor.prepare() }
    search(memory.query)
  }

  func moduleWasRemoved() {
    interactor.end()
  }
}
