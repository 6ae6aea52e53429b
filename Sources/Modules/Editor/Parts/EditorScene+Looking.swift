import TextEngine
import Viper

/// How the text is looked at: wrapped or not, with numbers, from which line.
extension EditorScene {
  func toggleWrap() {
    let old = page.layout
    page.layout = TextLayout(columns: old.columns, wraps: !old.wraps, tabWidth: old.tabWidth)
    showMessage(page.layout.wraps ? "Long lines wrap." : "Long lines scroll sideways.")
    fitRoom()
  }

  /// How a text is looked at before the person says otherwise.
  func begin(_ options: EditorOptions) {
    self.options = options
    if state.isPeek { self.options.showsNumbers = false }
    let old = page.layout
    let layout = TextLayout(
      columns: old.columns, wraps: options.wraps, tabWidth: options.tabWidth ?? old.tabWidth)
    if layout != old { page.layout = layout }
  }

  func toggleNumbers() {
    options.showsNumbers.toggle()
    fitRoom()
  }

  /// The text alone, in the middle, and back.
  func toggleZen() {
    state.isZen.toggle()
    fitRoom()
    if state.isZen { showMessage("F11 shows the lines around the text again.") }
  }

  /// False where more than the text is shown already.
  func leaveZen() -> Bool {
    guard state.isZen else { return false }
    toggleZen()
    return true
  }

  func askForLine() {
    guard interactor.isLoaded else { return showState() }
    let line = text.line(at: selections.main.head).value + 1
    wireframe.ask(.line(now: line, of: text.lineCount)) { [weak self] reply in
      if case .typed(let line) = reply { self?.go(toLine: line) }
    }
  }

  /// `12`, or `12:5` for a place in it.
  private func go(toLine typed: String) {
    let parts = typed.split(separator: ":", omittingEmptySubsequences: false)
    guard let number = parts.first.flatMap({ Int($0.filter { $0 != " " }) }), parts.count <= 2
    else {
      return showMessage("“\(typed)” is no line. Type a number, or 12:5 for a place in a line.")
    }
    let text = text
    let line = LineNumber(min(max(number, 1), text.lineCount) - 1)
    var place = text.start(of: line)
    if parts.count == 2, let column = Int(parts[1]), column > 1 {
      place = text.place(behindCharacters: column - 1, inLineAt: place)
    }
    interactor.closeStep()
    select(place)
  }

  /// Lets go of what is selected and of all cursors but one; false where there is only that.
  func dropSelections() -> Bool {
    if state.isPeek || selections.isOneCursor { return false }
    let main = selections.main
    select(Selections(Selection(at: main.head, goal: main.goal)))
    return true
  }

  /// A peek scrolls its view; an editor takes the cursor along so that typing stays in sight.
  func scroll(by rows: Int) {
    layOutRows()
    let (text, page) = (text, page)
    page.scroll(by: rows, in: text)
    let head = selections.main.head
    if !state.isPeek, page.cell(of: head, in: text).map({ $0.row >= page.height }) ?? true {
      let rows = page.rows(of: text)
      let goal = selections.main.goal ?? rows.column(of: head)
      let row = head < page.top ? 0 : page.height - 1
      let place = page.place(atRow: row, column: goal.value - page.left, in: text)
      interactor.session.selections = Selections(Selection(at: place, goal: goal))
    }
    updateRows()
  }

  func goToMiddleRow() {
    layOutRows()
    select(page.place(atRow: min(visible.rows.count, page.height) / 2, column: 0, in: text))
  }

  /// Puts the cursor's row at the top of the view, in the middle of it or at its bottom.
  func align(_ part: Int) {
    let (text, page) = (text, page)
    let rows = max(1, page.height)
    page.keep(
      selections.main.head, atRow: part == 0 ? 0 : part == 1 ? rows / 2 : rows - 1, in: text)
    updateRows()
  }

  /// What follows a heading is what one wants to read: it is not put in the last row.
  func bringUp(_ place: ByteOffset) {
    let (text, page) = (text, page)
    let isInSight = page.cell(of: place, in: text).map { $0.row < page.height } ?? false
    if !isInSight { page.keep(place, atRow: page.height / 4, in: text) }
  }

  func sayHowToLeave() { showMessage("Esc saves and goes back. q in the list quits.") }
}
