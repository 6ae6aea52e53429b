import TextEngine
import Viper

/// Wrapping, line numbers, zen mode, scrolling and folding.
extension EditorScene {
  func begin(_ options: EditorOptions) {
    self.options = options
    if state.isPeek { self.options.showsNumbers = false }
    let old = page.layout
    page.layout = TextLayout(
      columns: old.columns, wraps: options.wraps, tabWidth: options.tabWidth ?? old.tabWidth)
  }

  func toggleWrap() {
    let old = page.layout
    page.layout = TextLayout(columns: old.columns, wraps: !old.wraps, tabWidth: old.tabWidth)
    showMessage(page.layout.wraps ? EditorWords.wraps : EditorWords.scrollsSideways)
    fitRoom()
  }

  func toggleNumbers() { change { $0.showsNumbers.toggle() } }

  /// Changes how this text is shown.
  func change(_ body: (inout EditorOptions) -> Void) {
    body(&options)
    interactor.perform(.adopt(options))
    page.rowsAround = options.rowsAround
    fitRoom()
  }

  /// Shows the text alone, centered, or all again.
  func toggleZen() {
    state.isZen.toggle()
    fitRoom()
    if state.isZen { showMessage(EditorWords.isZen) }
  }

  /// False outside of zen mode.
  func leaveZen() -> Bool {
    guard state.isZen else { return false }
    toggleZen()
    return true
  }

  /// Drops the selection and all cursors but one. False if there was only one cursor.
  func dropSelections() -> Bool {
    if state.isPeek || selections.isOneCursor { return false }
    let main = selections.main
    select(Selections(Selection(at: main.head, goal: main.goal)))
    return true
  }

  // MARK: - Scrolling

  /// Scrolls, and moves the cursor along so that it stays in sight. A peek only scrolls.
  func scroll(by rows: Int) {
    layOutRows()
    let (text, page, main) = (text, page, selections.main)
    page.scroll(by: rows, in: text)
    let around = page.marginRows
    let atTop = page.top == .zero ? 0 : around
    let isVisible = page.cell(of: main.head, in: text).map {
      $0.row >= atTop && $0.row < page.height - around
    }
    if !state.isPeek, isVisible != true {
      let goal = main.goal ?? page.rows(of: text).column(of: main.head)
      let isAbove = main.head < page.place(atRow: atTop, column: 0, in: text)
      let row = isAbove ? atTop : page.height - 1 - around
      let offset = page.place(atRow: row, column: goal.value - page.left, in: text)
      interactor.perform(.select(Selections(Selection(at: offset, goal: goal))))
    }
    updateRows()
  }

  func goToMiddleRow() {
    layOutRows()
    select(page.place(atRow: min(visible.rows.count, page.height) / 2, column: 0, in: text))
  }

  /// Puts the cursor's row at the top (0), in the middle (1) or at the bottom of the view.
  func align(_ part: Int) {
    let rows = max(1, page.height)
    page.keep(
      selections.main.head, atRow: part == 0 ? 0 : part == 1 ? rows / 2 : rows - 1, in: text)
    updateRows()
  }

  /// Shows an offset with the lines behind it: not in the last row.
  func bringUp(_ offset: ByteOffset) {
    let (text, page) = (text, page)
    let isInSight = page.cell(of: offset, in: text).map { $0.row < page.height } ?? false
    if !isInSight { page.keep(offset, atRow: page.height / 4, in: text) }
  }

  // MARK: - Folding

  func toggleFold() {
    guard snapshot.isLoaded else { return showState() }
    let (text, head) = (text, selections.main.head)
    if page.folds.show(at: text.content(at: head).upperBound, in: text) { return showRows() }
    guard let lines = page.foldable(at: text.line(at: head), in: text) else {
      return showMessage(EditorWords.nothingToFold)
    }
    page.folds.hide(lines, in: text)
    let line = text.content(of: lines.lowerBound - 1)
    moveOutOfFolds { _ in line.upperBound }
  }

  func openFold() {
    let text = text
    if page.folds.show(at: text.content(at: selections.main.head).upperBound, in: text) {
      showRows()
    }
  }

  func closeFold() {
    if !page.hides(text.content(at: selections.main.head).upperBound) { toggleFold() }
  }

  func foldAll() {
    let text = text
    let lines = page.allFoldable(in: text)
    guard !lines.isEmpty else { return showMessage(EditorWords.noHeadingToFold) }
    for range in lines { page.folds.hide(range, in: text) }
    moveOutOfFolds { [page] in page.folds.hidden(at: $0)?.lowerBound ?? $0 }
  }

  func unfoldAll() {
    page.folds.showAll()
    showRows()
  }

  /// Moves cursors out of folded text.
  private func moveOutOfFolds(to shown: (ByteOffset) -> ByteOffset) {
    select(
      selections.map { [page] selection in
        page.hides(selection.head) ? Selection(at: shown(selection.head)) : selection
      })
  }
}
