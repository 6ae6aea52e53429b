package import Terminal
package import Viper

/// The stored properties of a list's screen.
@MainActor
package struct ListParts<State: ListState, Command: ListCommand, Row> {
  fileprivate let surface = Surface()
  fileprivate let presenter: any ListPresenting<State, Command, Row>
  fileprivate var state: State
  fileprivate var list = ListWidget()
  fileprivate var finder = RowFinder()

  package init(_ presenter: any ListPresenting<State, Command, Row>, _ state: State) {
    (self.presenter, self.state) = (presenter, state)
  }
}

/// A screen that is a list, or has one as its main part. It draws a row; the list handles the rest:
/// selection, scrolling, wheel and clicks, and the text without rows.
@MainActor
package protocol ListScreen: Screen, ListView {
  /// Repeated here so that it is inferred from `parts`.
  override associatedtype State: ListState
  associatedtype Command: ListCommand
  associatedtype Row
  var parts: ListParts<State, Command, Row> { get set }
  /// The keys of the current state.
  var keymap: Keymap<Command> { get }

  /// The text without rows; each line of it is a paragraph.
  var emptyText: String { get }
  /// Returns the area of the rows; by default the whole window.
  func listFrame(in size: Size) -> Rect
  func draw(_ row: Row, as look: RowLook, on line: Canvas)

  /// Handles an event that is not a key of the keymap, such as text for a field.
  func type(_ event: InputEvent) -> Bool
  func handle(_ mouse: MouseEvent) -> Bool
}

extension ListScreen where State: SummarizedState {
  package var chrome: Chrome {
    Chrome(
      title: keyTable.title, state: state.summary, message: state.message, hints: keyTable.hints)
  }
}

extension ListScreen {
  package var surface: Surface { parts.surface }
  package var presenter: any ListPresenting<State, Command, Row> { parts.presenter }

  package var state: State {
    get { parts.state }
    set { parts.state = newValue }
  }

  package var list: ListWidget {
    get { parts.list }
    set { parts.list = newValue }
  }

  /// The search for rows, unused if the keymap was not made by `finding`.
  var finder: RowFinder {
    get { parts.finder }
    set { parts.finder = newValue }
  }

  package func listFrame(in size: Size) -> Rect {
    Rect(row: 0, column: 0, rows: size.rows, columns: size.columns)
  }

  package func show(_ state: State) {
    if state != self.state { surface.needsDrawing() }
    self.state = state
  }

  package func reloadRows() { surface.needsDrawing() }

  package var awaitsRows: Bool { state.awaitsRows }

  package var visibleRows: Int { rowsFrame(in: surface.size).rows }

  package func draw(on canvas: Canvas) { drawList(on: canvas) }

  package func drawList(on canvas: Canvas) {
    drawFindLine(on: canvas)
    let area = canvas.part(rowsFrame(in: canvas.size))
    guard area.size.rows > 0 else { return }
    if state.rowCount == 0 { return area.paragraphs(emptyText) }
    let height = area.size.rows
    list.reveal(
      rows: state.selectedRows, count: state.rowCount, height: height,
      hasHeading: { heading(at: $0, height: height) != nil })
    list.draw(on: area, count: state.rowCount, heading: { heading(at: $0, height: height) }) {
      index, line in
      let isSelected = state.selectedRows?.contains(index) ?? false
      let row = presenter.row(at: index)
      draw(row, as: RowLook(isSelected, on: line), on: line)
      markFound(in: row, isSelected: isSelected, on: line)
    }
  }

  private func heading(at index: Int, height: Int) -> String? {
    height < ListWidget.roomForHeadings ? nil : presenter.heading(at: index)
  }

  package func handle(_ event: InputEvent) -> Bool {
    if let isTaken = find(event) { return isTaken }
    switch event {
    case .key(let key):
      guard let command = keymap.command(for: key) else { return type(event) }
      presenter.handle(command)
      return true
    case .mouse(let mouse): return handle(mouse)
    case .paste: return type(event)
    case .resize, .sync, .closed: return false
    }
  }

  package func type(_ event: InputEvent) -> Bool { false }

  package func handle(_ mouse: MouseEvent) -> Bool { handleInList(mouse) }

  package func handleInList(_ mouse: MouseEvent) -> Bool {
    let frame = rowsFrame(in: surface.size)
    let gesture = list.gesture(
      mouse, in: frame, count: state.rowCount,
      hasHeading: { heading(at: $0, height: frame.rows) != nil })
    switch gesture {
    case .scroll(let rows): presenter.handle(.move(.lines(rows)))
    case .press(let row):
      let isAgain = state.selectedRows?.contains(row) ?? false
      presenter.handle((isAgain ? Command.activate : nil) ?? .select(row))
    case nil: return false
    }
    return true
  }
}
