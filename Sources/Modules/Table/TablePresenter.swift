import Bases
import Cells
import Entities
import Viper

/// Turns commands into use cases and routes, and a view's values into rows.
@MainActor
final class TablePresenter: ListPresenter {
  weak var view: (any TableView)? { didSet { view?.show(state) } }

  let interactor: TableInteractor
  let wireframe: any TableWireframe
  let didChange: @MainActor ([NoteID]) -> Void
  var start: TableStart?
  var route: RouteHandle?
  var state = TableState()
  var bases: [NotePath] = []
  var base: (file: BaseFile, path: NotePath)?
  var table: BaseTable?
  var lines: TableLines?
  /// The selected file, by its path because rows move.
  var selectedPath: NotePath?
  /// The base that a link led to. Going back from it closes the screen.
  var linked: NotePath?
  var marked: Set<NotePath> = [] { didSet { state.marked = marked.count } }
  /// The focused column, which stays focused when a change moves it.
  var focused: BaseColumn?
  /// The picture of the selected card.
  var picture: String?
  /// The message to show once a change is visible.
  var said: String?

  init(
    interactor: TableInteractor, wireframe: any TableWireframe, start: TableStart?,
    didChange: @escaping @MainActor ([NoteID]) -> Void
  ) {
    self.didChange = didChange
    self.interactor = interactor
    self.wireframe = wireframe
    self.start = start
    interactor.output = self
  }

  var shown: BaseView? {
    base.flatMap { $0.file.views.indices.contains(state.tab) ? $0.file.views[state.tab] : nil }
  }

  var column: BaseColumn? {
    guard let table, table.columns.indices.contains(state.focus) else { return nil }
    return table.columns[state.focus].column
  }

  // MARK: - Rows

  func showBases() {
    state.form = .bases
    state.name = ""
    state.tabs = []
    state.columns = []
    state.total = bases.count
    (base, table, lines) = (nil, nil, nil)
    showRows(bases.count)
    if let path = selectedPath, let row = bases.firstIndex(of: path) { state.select(row) }
    view?.reloadRows()
    showState()
  }

  func open(_ path: NotePath) {
    state.isLoading = true
    selectedPath = nil
    (focused, state.tab, state.focus) = (nil, 0, 0)
    (picture, state.picture) = (nil, nil)
    marked = []
    interactor.open(path)
  }

  func showView(_ number: Int) {
    guard let base, base.file.views.indices.contains(number) else { return }
    if number != state.tab { (marked, picture, state.picture) = ([], nil, nil) }
    state.tab = number
    state.isLoading = true
    let view = base.file.views[number]
    let isForeign = !["table", "list", "cards"].contains(view.type)
    said = said ?? (isForeign ? TableWords.foreign(view.type) : nil)
    interactor.evaluate(view)
  }

  func select(_ row: Int) {
    guard let lines, row != state.selected else { return state.select(row) }
    // Skip lines without a file, if there is one in that direction.
    let step = row >= (state.selected ?? 0) ? 1 : -1
    var wanted = min(max(0, row), max(0, lines.count - 1))
    while lines.row(at: wanted) == nil, (0..<lines.count).contains(wanted + step) { wanted += step }
    if lines.row(at: wanted) == nil, let selected = state.selected { wanted = selected }
    state.select(wanted)
    selectedPath = lines.row(at: wanted)?.path
    askForPicture()
  }

  /// Requests the picture of the selected card, if it is a new one.
  func askForPicture(again: Bool = false) {
    let row = state.form == .cards ? state.selected.flatMap { lines?.row(at: $0) } : nil
    guard picture != row?.picture || again else { return }
    picture = row?.picture
    guard let picture else {
      state.picture?.drawn = nil
      return
    }
    interactor.draw(picture: picture)
  }

  private func openSelected() {
    guard let selected = state.selected else { return }
    if state.form == .bases {
      open(bases[selected])
    } else if let path = lines?.row(at: selected)?.path {
      if path.isBase {
        open(path)
      } else if path.isOfNote {
        wireframe.open(NoteID(path))
      } else {
        wireframe.open(file: path)
      }
    }
  }

  // MARK: - Changes of the view

  private func change(_ change: BaseChange, _ words: String) {
    guard let shown else { return }
    said = TableWords.changed(words)
    focused = column
    interactor.change(shown, change)
  }

  private func sort() {
    guard let shown, let column, let table else { return }
    let title = table.columns[state.focus].title
    let first = shown.sort.first
    switch first?.column == column ? first?.isDescending : nil {
    case nil: change(.sort(column, isDescending: false), TableWords.sorted(by: title))
    case false?:
      change(.sort(column, isDescending: true), TableWords.sorted(by: title, isDescending: true))
    case true?: change(.sort(column, isDescending: nil), TableWords.notSorted(by: title))
    }
  }

  private func group() {
    guard let shown, let column, let table else { return }
    if shown.group?.column == column {
      change(.group(nil), TableWords.noGroups)
    } else {
      change(.group(column), TableWords.grouped(by: table.columns[state.focus].title))
    }
  }

  private func widen(by cells: Int) {
    guard let column, state.form == .table else { return }
    let width = min(max(3, state.columns[state.focus].width + cells), 120)
    change(.width(column, width * Self.pixels), TableWords.width(width))
  }

  private func askLimit() {
    guard let shown else { return }
    wireframe.ask(.limit(shown.limit)) { [weak self] answer in
      guard let self, case .typed(let text) = answer else { return }
      let words = text.filter { !$0.isWhitespace }
      if words.isEmpty { return change(.limit(nil), TableWords.allRows) }
      guard let limit = Int(words), limit >= 0 else {
        return showMessage(TableWords.notALimit(text), isWarning: true)
      }
      change(.limit(limit), TableWords.limited(to: limit))
    }
  }

  /// The width of a cell in pixels, because Obsidian stores widths in pixels.
  private static let pixels = 8
  private static let widest = 30

  func layOutColumns() {
    guard let table, let shown else { return }
    let rows = table.groups.lazy.flatMap(\.rows).prefix(200)
    state.columns = table.columns.enumerated().map { index, column in
      let sorting = shown.sort.first
      let isSorted = sorting?.column == column.column
      let sums = (table.summaries + table.groups.prefix(50).flatMap(\.summaries))
        .filter { $0.column == column.column }
        .map { Cells.width(of: "\($0.name) \($0.value.text)") }
      let needed =
        (rows.map { row in
          row.cells.indices.contains(index) ? Cells.width(of: row.cells[index].shown) : 0
        } + sums).max() ?? 0
      let own = max(Cells.width(of: column.title) + (isSorted ? 2 : 0), min(needed, Self.widest))
      return TableColumn(
        title: column.title,
        width: shown.widths[column.column].map { min(max(3, $0 / Self.pixels), 120) }
          ?? max(3, own),
        isDescending: isSorted ? sorting?.isDescending : nil)
    }
    if let focused, let index = table.columns.firstIndex(where: { $0.column == focused }) {
      state.focus = index
    }
    state.focus = min(max(0, state.focus), max(0, state.columns.count - 1))
  }
}

extension TablePresenter: ListPresenting {
  func handle(_ command: TableCommand) {
    state.message = Message()
    switch command {
    case .move(let move): select(row(after: move))
    case .select(let row): select(row)
    case .open: openSelected()
    case .focus(let step):
      state.focus = min(max(0, state.focus + step), max(0, state.columns.count - 1))
      focused = column
    case .showView(let step):
      if !state.tabs.isEmpty { showView((state.tab + step + state.tabs.count) % state.tabs.count) }
    case .sort: sort()
    case .group: group()
    case .moveColumn(let isRight):
      if let column { change(.move(column, isRight: isRight), TableWords.columnMoved) }
    case .widen(let cells): widen(by: cells)
    case .hide: if let column { change(.hide(column), TableWords.columnHidden) }
    case .limit: askLimit()
    case .edit(let asIs): edit(asIs: asIs)
    case .new: makeNote()
    case .newBase: makeBase()
    case .mark: mark()
    case .markAll: markAll()
    case .drawPictures: interactor.allowPictures()
    case .undo:
      said = TableWords.takenBack
      interactor.undo()
    case .reload:
      state.isLoading = true
      if base == nil { interactor.findBases(for: nil) } else { interactor.reload() }
    case .back:
      if !marked.isEmpty {
        markAll()
      } else if let base, bases.count > 1, base.path != linked {
        selectedPath = base.path
        showBases()
      } else {
        close()
      }
    case .close: close()
    }
    showState()
  }

  func row(at index: Int) -> TableRow {
    lines?.line(at: index, marked: marked) ?? .base(bases[index].text)
  }
}

extension TablePresenter: VaultListener {
  package func notesChangedOutside(_ notes: Set<NoteID>) {
    guard let base, let shown else { return }
    if notes.contains(NoteID(base.path)) {
      interactor.reload()
    } else {
      interactor.evaluate(shown)
    }
  }
}

extension TablePresenter: LifeCycle {
  func moduleIsReady(_ route: RouteHandle) {
    self.route = route
    interactor.findBases(for: start)
  }

  /// Reloads the base, as the notes may have changed in the screen above.
  func moduleWillAppear() { if base != nil { interactor.reload() } }

  func moduleWasRemoved() { interactor.stop() }
}
