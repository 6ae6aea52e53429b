import Bases
import Cells
import Entities
import Services
import Viper

/// Turns commands into use cases and routes, and what a view shows into rows.
@MainActor
final class TablePresenter: ListPresenter {
  weak var view: (any TableView)? { didSet { view?.show(state) } }

  private let interactor: any TableInteracting
  private let wireframe: any TableWireframe
  private var start: TableStart?
  var route: RouteHandle?
  var state = TableState()
  private var bases: [NotePath] = []
  private var base: (file: BaseFile, path: NotePath)?
  private var table: BaseTable?
  private var lines: TableLines?
  /// Followed by its path, because rows move.
  private var selectedPath: NotePath?
  /// Followed too, where a change moves it.
  private var focused: BaseColumn?
  /// What to say once a change is shown.
  private var said: String?

  init(
    interactor: any TableInteracting, wireframe: any TableWireframe, start: TableStart?
  ) {
    self.interactor = interactor
    self.wireframe = wireframe
    self.start = start
    interactor.output = self
  }

  private var shown: BaseView? {
    base.flatMap { $0.file.views.indices.contains(state.tab) ? $0.file.views[state.tab] : nil }
  }

  private var column: BaseColumn? {
    guard let table, table.columns.indices.contains(state.focus) else { return nil }
    return table.columns[state.focus].column
  }

  // MARK: - Rows

  private func showBases() {
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

  private func open(_ path: NotePath) {
    state.isLoading = true
    selectedPath = nil
    (focused, state.tab, state.focus) = (nil, 0, 0)
    interactor.open(path)
  }

  private func showView(_ number: Int) {
    guard let base, base.file.views.indices.contains(number) else { return }
    state.tab = number
    state.isLoading = true
    interactor.work(out: base.file.views[number])
  }

  private func select(_ row: Int) {
    guard let lines, row != state.selected else { return state.select(row) }
    // Rows of files alone are gone to, where there is one in that direction.
    let step = row >= (state.selected ?? 0) ? 1 : -1
    var wanted = min(max(0, row), max(0, lines.count - 1))
    while lines.row(at: wanted) == nil, (0..<lines.count).contains(wanted + step) { wanted += step }
    if lines.row(at: wanted) == nil, let selected = state.selected { wanted = selected }
    state.select(wanted)
    selectedPath = lines.row(at: wanted)?.path
  }

  private func openSelected() {
    guard let selected = state.selected else { return }
    if state.form == .bases {
      open(bases[selected])
    } else if let path = lines?.row(at: selected)?.path {
      if path.bytes.suffix(5).elementsEqual(".base".utf8) {
        open(path)
      } else if path.bytes.withUnsafeBytes(NoteFileName.isNote) {
        wireframe.open(NoteID(path))
      } else {
        showMessage(TableWords.isNoNote)
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
    case nil: change(.sort(column, isDescending: false), "Sorted by \(title).")
    case false?: change(.sort(column, isDescending: true), "Sorted by \(title), the last first.")
    case true?: change(.sort(column, isDescending: nil), "Not sorted by \(title) any more.")
    }
  }

  private func group() {
    guard let shown, let column, let table else { return }
    if shown.group?.column == column {
      change(.group(nil), "Without groups.")
    } else {
      change(.group(column), "Grouped by \(table.columns[state.focus].title).")
    }
  }

  private func widen(by cells: Int) {
    guard let column, state.form == .table else { return }
    let width = min(max(3, state.columns[state.focus].width + cells), 120)
    change(.width(column, width * Self.pixels), "\(width) cells wide.")
  }

  private func askLimit() {
    guard let shown else { return }
    wireframe.ask(.limit(shown.limit)) { [weak self] answer in
      guard let self, case .typed(let text) = answer else { return }
      let words = text.filter { !$0.isWhitespace }
      if words.isEmpty { return change(.limit(nil), "All rows are shown.") }
      guard let limit = Int(words), limit >= 0 else {
        return showMessage(TableWords.notALimit(text), isWarning: true)
      }
      change(.limit(limit), limit == 1 ? "1 row is shown." : "\(limit) rows are shown.")
    }
  }

  /// Of a cell: Obsidian's widths are in pixels.
  private static let pixels = 8
  private static let widest = 30

  private func layOutColumns() {
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
          row.cells.indices.contains(index) ? Cells.width(of: row.cells[index].text) : 0
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
      if let column { change(.move(column, isRight: isRight), "The column is moved.") }
    case .widen(let cells): widen(by: cells)
    case .hide: if let column { change(.hide(column), "The column is hidden.") }
    case .limit: askLimit()
    case .undo:
      said = TableWords.takenBack
      interactor.undo()
    case .reload:
      state.isLoading = true
      if base == nil { interactor.findBases() } else { interactor.reload() }
    case .back:
      if let base, bases.count > 1 {
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
    lines?.line(at: index) ?? .base(bases[index].text)
  }
}

extension TablePresenter: TableInteractorOutput {
  func found(_ bases: [NotePath]) {
    self.bases = bases
    state.isLoading = false
    if base != nil { return }
    if let start {
      let name = start.base.lowercased()
      let named = bases.filter { path in
        [path.text, path.name.text, path.stem.text].contains { $0.lowercased() == name }
          || path.text.lowercased() == name + ".base"
      }
      if let path = named.first(where: { $0.text.lowercased() == name }) ?? named.first {
        return open(path)
      }
      self.start = nil
      showBases()
      return showMessage(TableWords.isMissing(start.base), isWarning: true)
    }
    if bases.count == 1 { return open(bases[0]) }
    showBases()
  }

  func read(_ base: BaseFile, at path: NotePath) {
    self.base = (base, path)
    state.name = path.stem.text
    state.tabs = base.views.map(\.name)
    var number = min(state.tab, base.views.count - 1)
    if let wanted = start?.view {
      if let view = base.view(named: wanted),
        let found = base.views.firstIndex(where: { $0.line == view.line && $0.name == view.name })
      {
        number = found
      } else {
        said = TableWords.hasNoView(wanted)
      }
    }
    start = nil
    guard base.isReadable else {
      state.isLoading = false
      table = nil
      lines = nil
      state.form = .table
      state.columns = []
      state.total = 0
      showRows(0)
      return showMessage(
        TableWords.leftAlone(path.text, base.problems.first?.text ?? ""), isWarning: true)
    }
    showView(number)
  }

  func workedOut(_ table: BaseTable) {
    guard let shown else { return }
    self.table = table
    let lines = TableLines(table)
    self.lines = lines
    state.isLoading = false
    state.form = shown.type == "list" ? .list : shown.type == "cards" ? .cards : .table
    state.isForeign = !["table", "list", "cards"].contains(shown.type)
    state.total = table.groups.reduce(0) { $0 + $1.rows.count }
    layOutColumns()
    showRows(lines.count)
    let row = selectedPath.flatMap { path in
      (0..<lines.count).first { lines.row(at: $0)?.path == path }
    }
    state.select(row ?? lines.first ?? 0)
    if row == nil { selectedPath = nil }
    let words = said ?? (state.isForeign ? TableWords.foreign(shown.type) : "")
    said = nil
    showMessage(words)
  }

  func nothingToUndo() {
    said = nil
    showMessage(TableWords.nothingToUndo)
  }

  func failed(_ reason: String) {
    said = nil
    state.isLoading = false
    showMessage(reason, isWarning: true)
  }
}

extension TablePresenter: VaultListener {
  package func notesChangedOutside(_ notes: Set<NoteID>) {
    if let shown { interactor.work(out: shown) }
  }
}

extension TablePresenter: LifeCycle {
  func moduleIsReady(_ route: RouteHandle) {
    self.route = route
    interactor.findBases()
  }

  /// Again when the screen that covered it is gone: the notes may be others by then.
  func moduleWillAppear() { if base != nil { interactor.reload() } }

  func moduleWasRemoved() { interactor.stop() }
}
