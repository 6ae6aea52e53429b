import Cells
import Lists
import Terminal
import Viper

/// Draws the list: rows, the filter, and the slot of the preview.
@MainActor
final class NoteListScreen: Screen {
  let surface = Surface()
  private let presenter: any NoteListPresenting
  private var state = NoteListState()
  private var list = ListWidget()
  private var drawn = DrawnRows<ShownLine>()
  private var painter: NotePainter
  /// Increases when the rows may have changed, so that they are drawn again.
  private var edition = 0
  private var filterField: TextField?
  private var folderPane = FolderPane()
  private var isDividing = false

  init(presenter: any NoteListPresenting) {
    self.presenter = presenter
    painter = NotePainter(of: presenter)
    presenter.view = self
  }

  var keyTable: KeyTable {
    if state.isFiltering { return NoteListKeymap.filterTable }
    if state.isInFolders { return NoteListKeymap.foldersTable }
    return NoteListKeymap.listTable.filtered(!state.filter.isEmpty)
  }

  var chrome: Chrome {
    Chrome(
      title: title,
      state: counts, message: state.message,
      hints: presenter.isReadOnly
        ? keyTable.hints.filter { !NoteListKeymap.changing.contains($0.key) } : keyTable.hints)
  }

  var awaitsRows: Bool { presenter.isUndoing }

  /// The folder that limits the notes, and the filter.
  private var title: String {
    let filter = state.filter.isEmpty || state.isFiltering ? "" : "/\(state.filter)"
    let folder = state.folder.isEmpty ? "" : "\(state.folder)/"
    return [folder, filter].filter { !$0.isEmpty }.joined(separator: " ")
  }

  private var counts: String {
    if !state.work.isEmpty { return state.work }
    let loading =
      !state.progress.isEmpty ? " \(state.progress)" : state.isLoading ? " reading…" : ""
    let isPart = !state.filter.isEmpty || !state.folder.isEmpty
    let shown =
      isPart
      ? SharedWords.part(state.rowCount, of: state.total)
      : counted(state.total, "note")
    let marked = state.marked > 0 ? NoteListWords.markedCount(state.marked) : ""
    let order = state.order.isEmpty ? "" : " \(state.order)"
    return marked + shown + order + loading
  }

  // MARK: - Layout

  var slots: [String] { [NoteListSlot.preview] }

  private func panes(in size: Size) -> ListPanes { ListPanes(size, state: state) }

  func frame(ofSlot slot: String, in size: Size) -> Rect? {
    slot == NoteListSlot.preview ? panes(in: size).split?.second : nil
  }

  func ownFrame(in size: Size) -> Rect { panes(in: size).list ?? Rect(size) }

  /// Returns the area of the rows, without the folders, the preview and the line of a filter being
  /// typed. Nil if the folders take all the room.
  private func rowsFrame(in size: Size) -> Rect? {
    guard var rect = panes(in: size).list else { return nil }
    if hasFilterLine {
      rect.row += 1
      rect.rows -= 1
    }
    return rect
  }

  private var hasFilterLine: Bool { state.isFiltering }

  // MARK: - Drawing

  func draw(on canvas: Canvas) {
    let panes = panes(in: canvas.size)
    if canvas.isFresh { panes.drawDividers(on: canvas) }
    if let folders = panes.folders {
      folderPane.draw(on: canvas.part(folders), state) { presenter.folder(at: $0) }
    }
    guard let rows = rowsFrame(in: canvas.size) else { return }
    if let filterField, hasFilterLine {
      let line = canvas.part(Rect(row: 0, column: rows.column, rows: 1, columns: rows.columns))
      line.text("/", row: 0, column: 0, canvas.theme[.key])
      filterField.draw(on: line, row: 0, column: 1, width: rows.columns - 2)
    }
    let area = canvas.part(rows)
    if state.rowCount == 0 { return drawEmpty(on: area) }
    list.reveal(
      state.selected, count: state.rowCount, height: rows.rows,
      hasHeading: { heading(at: $0, in: rows) != nil })
    painter.begin()
    let isBesidePreview = panes.split?.direction == .beside
    list.draw(on: area, count: state.rowCount, drawn: &drawn) { index in
      heading(at: index, in: rows).map { .heading($0) }
    } row: { index in
      .note(index: index, edition: edition, isSelected: index == state.selected)
    } draw: { shown, line in
      painter.draw(shown, besidePreview: isBesidePreview, on: line)
    }
  }

  private func heading(at index: Int, in rows: Rect) -> String? {
    rows.rows < ListWidget.roomForHeadings ? nil : presenter.heading(at: index)
  }

  private func drawEmpty(on canvas: Canvas) {
    for (row, words) in emptyWords.enumerated() {
      canvas.shortened(
        words, row: row, column: 2, canvas.theme[.muted], limit: canvas.size.columns - 3)
    }
  }

  /// The reason that there are no notes, and what to do about it.
  private var emptyWords: [String] {
    if state.isLoading { return NoteListWords.readingFolder }
    if !state.filter.isEmpty { return NoteListWords.nothingHas(state.filter) }
    if !state.folder.isEmpty { return NoteListWords.isEmpty(folder: state.folder) }
    return NoteListWords.noNotes
  }

  // MARK: - Input

  var cursor: Point? {
    guard hasFilterLine, let filterField, let window = surface.window,
      let rows = rowsFrame(in: window.frame.size)
    else { return nil }
    return Point(
      row: 0, column: filterField.cursorColumn(from: rows.column + 1, width: rows.columns - 2))
  }

  func handle(_ event: InputEvent) -> Bool {
    if case .mouse(let mouse) = event { return handle(mouse) }
    if state.isFiltering { return handleWhileFiltering(event) }
    // With nothing to undo, the key goes to the shell, once the message was shown.
    if case .key("C-z") = event, presenter.leavesUndoToShell { return false }
    let keymap = state.isInFolders ? NoteListKeymap.folders : NoteListKeymap.list
    guard case .key(let key) = event, let command = keymap.command(for: key) else { return false }
    presenter.handle(command)
    return true
  }

  private func handleWhileFiltering(_ event: InputEvent) -> Bool {
    if case .key(let key) = event, let command = NoteListKeymap.filter.command(for: key) {
      presenter.handle(command)
      return true
    }
    guard var field = filterField else { return false }
    let before = field.text
    guard field.handle(event) else { return false }
    filterField = field
    surface.needsUpdate()
    if field.text != before { presenter.handle(.filter(field.text)) }
    return true
  }

  private func handle(_ mouse: MouseEvent) -> Bool {
    let panes = panes(in: surface.size)
    if let split = panes.split, divide(split, by: mouse) { return true }
    let folders = panes.folders
    if let folders, folders.contains(mouse.at) { return handle(mouse, on: folders) }
    guard let rows = rowsFrame(in: surface.size) else { return false }
    if mouse.action == .press, hasFilterLine, mouse.at.row == rows.row - 1 {
      filterField?.click(at: mouse.at.column, from: rows.column + 1, width: rows.columns - 2)
      surface.needsUpdate()
      return true
    }
    let hit = list.gesture(
      mouse, in: rows, count: state.rowCount, hasHeading: { heading(at: $0, in: rows) != nil })
    switch hit {
    case .scroll(let rows): presenter.handle(.move(.lines(rows)))
    case .press(let row):
      if state.isInFolders { presenter.handle(.folders(.leave)) }
      if surface.focusedSlot == NoteListSlot.preview { presenter.handle(.focusPreview) }
      if mouse.modifiers.contains(.control) {
        presenter.handle(.markRow(row))
      } else {
        // A click on the selected row opens it: the second half of a double click.
        presenter.handle(row == state.selected ? .open : .select(row))
      }
    case nil: return false
    }
    return true
  }

  /// Moves the line between list and preview with the mouse.
  private func divide(_ split: Split, by mouse: MouseEvent) -> Bool {
    switch mouse.action {
    case .press: isDividing = split.divider.contains(mouse.at)
    case .drag where isDividing:
      presenter.handle(.divide(split.share(withDividerAt: mouse.at)))
    case .release where isDividing:
      isDividing = false
      presenter.handle(.divided)
      return true
    default: return false
    }
    return isDividing
  }

  private func handle(_ mouse: MouseEvent, on folders: Rect) -> Bool {
    switch folderPane.gesture(mouse, in: folders, count: state.folderCount) {
    case .scroll(let rows): presenter.handle(.folders(.move(.lines(rows))))
    case .press(let row): presenter.handle(.folders(.select(row)))
    case nil: return false
    }
    return true
  }
}

extension NoteListScreen: ListView {
  /// A screenful of notes; of folders while they have the keys.
  var visibleRows: Int {
    state.isInFolders ? surface.size.rows : rowsFrame(in: surface.size)?.rows ?? 1
  }

  func show(_ state: NoteListState) {
    if state.isFiltering, !self.state.isFiltering {
      filterField = TextField(state.filter, isProposed: true)
    }
    if !state.isFiltering { filterField = nil }
    if state != self.state {
      if state.filter != self.state.filter { forgetRows() }
      if needsEmptyWindow(for: state) { surface.needsDrawing() } else { surface.needsRows() }
      var moved = self.state
      moved.selected = state.selected
      if moved != state { surface.needsChrome() }
    }
    self.state = state
  }

  /// Whether more changed than rows and the scroll bar.
  private func needsEmptyWindow(for new: NoteListState) -> Bool {
    new.rowCount == 0 || state.rowCount == 0 || new.isFiltering != state.isFiltering
      || new.showsPreview != state.showsPreview || new.share != state.share
      || new.showsFolders != state.showsFolders
      || new.isInFolders != state.isInFolders
      || new.rowCount == 0 && (new.folder != state.folder || new.filter != state.filter)
      || (new.folderCount == 0) != (state.folderCount == 0)
  }

  func reloadRows() {
    forgetRows()
    surface.needsUpdate()
  }

  private func forgetRows() {
    painter.forgetTags()
    edition += 1
  }
}
