import Cells
package import Terminal
import Viper

/// Finding rows with `/`, or the key that a keymap has for it.
extension ListScreen {
  package var keyTable: KeyTable {
    if finder.field != nil { return FindKeys.promptTable }
    return holdsFound ? FindKeys.tableOfFound(keymap.table) : keymap.table
  }

  /// Whether found rows are still marked.
  private var holdsFound: Bool { !finder.pattern.isEmpty && keymap.finds(by: "/") }

  package var cursor: Point? { findCursor }

  package var findCursor: Point? {
    let size = surface.size
    return finder.field?.cursor(row: size.rows - 1, width: size.columns)
  }

  /// Returns the area of the list, without the search field.
  package func rowsFrame(in size: Size) -> Rect {
    var frame = listFrame(in: size)
    if finder.field != nil { frame.rows = max(0, min(frame.endRow, size.rows - 1) - frame.row) }
    return frame
  }

  // MARK: - Drawing

  package func drawFindLine(on canvas: Canvas) {
    guard let field = finder.field else { return }
    let last = canvas.size.rows - 1
    canvas.fill(row: last)
    field.draw(on: canvas, row: last)
  }

  /// Marks the matches in a row that is drawn.
  func markFound(in row: Row, isSelected: Bool, on line: Canvas) {
    guard holdsFound || finder.field != nil, !finder.pattern.isEmpty else { return }
    let text = read(row, isSelected: isSelected, columns: line.size.columns, theme: line.theme)
    for cells in finder.pattern.matches(in: text.text()).flatMap(text.cells) {
      var style = cells.style
      style.attributes.formUnion(line.theme[.match].attributes)
      line.restyle(row: 0, column: cells.column, width: cells.width, style)
    }
  }

  private func read(_ row: Row, isSelected: Bool, columns: Int, theme: Theme) -> RowText {
    let text = RowText(columns: columns)
    let line = Canvas(text, theme: theme)
    draw(row, as: RowLook(isSelected, on: line), on: line)
    return text
  }

  // MARK: - Keys

  /// Handles an event that belongs to finding; nil if it does not.
  func find(_ event: InputEvent) -> Bool? {
    if finder.field != nil { return type(toFind: event) }
    guard case .key(let key) = event else { return nil }
    if key == "Esc", holdsFound {
      take(.forget)
    } else if keymap.finds(by: key), let command = FindKeys.list.command(for: key) {
      take(command)
    } else {
      return nil
    }
    return true
  }

  private func type(toFind event: InputEvent) -> Bool? {
    switch event {
    case .key(let key):
      if let command = FindKeys.prompt.command(for: key) {
        take(command)
        return true
      }
    case .paste: break
    case .mouse, .resize, .sync, .closed: return nil
    }
    guard let change = finder.field?.take(event) else { return false }
    surface.needsDrawing()
    if case .typed(let text) = change {
      finder.pattern = RowPattern(text)
      finder.rest = nil
      if text.isEmpty {
        presenter.handle(.select(finder.start))
      } else {
        look(from: finder.start, by: 1)
      }
    }
    return true
  }

  private func take(_ command: FindCommand) {
    surface.needsDrawing()
    switch command {
    case .begin:
      let row = state.selected ?? 0
      finder.before = (row, finder.pattern)
      finder.start = row
      finder.rest = nil
      finder.field = LabeledField("", mark: "/", column: 1)
    case .next: go(by: 1)
    case .previous: go(by: -1)
    case .forget:
      finder.pattern = RowPattern("")
      presenter.showMessage("", isWarning: false)
    case .done:
      // As in vim, an empty pattern repeats the last search.
      let isAgain = finder.field?.text.isEmpty ?? true && !finder.pattern.isEmpty
      finder.field = nil
      if isAgain { go(by: 1) }
    case .back:
      finder.field = nil
      finder.pattern = finder.before.pattern
      presenter.handle(.select(finder.before.row))
    }
  }

  private func go(by step: Int) {
    if finder.pattern.isEmpty {
      return presenter.showMessage("Nothing to repeat. / finds a row.", isWarning: false)
    }
    if let rest = finder.rest, rest.step == step, rest.selected == state.selected {
      look(from: rest.row, by: step, among: rest.count)
    } else {
      let selected = state.selectedRows ?? 0..<0
      look(from: step > 0 ? selected.upperBound : selected.lowerBound - 1, by: step)
    }
    // Further typing searches from this row on.
    if finder.field != nil { finder.start = state.selected ?? 0 }
  }

  /// Selects the first matching row from here, wrapping around the ends of the list.
  private func look(from start: Int, by step: Int, among most: Int? = nil) {
    let count = state.rowCount
    let wanted = min(most ?? count, count)
    let looked = min(wanted, RowFinder.mostRows)
    let width = max(surface.size.columns, Self.roomToRead)
    finder.rest = nil
    for number in 0..<looked {
      let row = ((start + step * number) % count + count) % count
      let text = read(
        presenter.row(at: row), isSelected: false, columns: width, theme: .standard)
      guard !finder.pattern.matches(in: text.text()).isEmpty else { continue }
      presenter.handle(.select(row))
      // Skip a row that cannot be selected.
      guard state.selectedRows?.contains(row) ?? false else { continue }
      let isRound = step > 0 ? row < start : row > start
      if isRound { presenter.showMessage("Search wrapped.", isWarning: false) }
      return
    }
    if finder.field != nil { presenter.handle(.select(finder.start)) }
    guard looked < wanted else {
      return presenter.showMessage("No row has “\(finder.pattern.text)”.", isWarning: false)
    }
    finder.rest = RowFinder.Rest(
      row: start + step * looked, count: wanted - looked, step: step, selected: state.selected)
    let key = step > 0 ? "F3" : "S-F3"
    presenter.showMessage(
      "Not in \(RowFinder.mostRows) rows. \(key) looks in the others.", isWarning: false)
  }

  /// The width for reading rows, so that text that a narrow window cuts off is found too.
  private static var roomToRead: Int { 240 }
}

/// A line in memory, on which a row is drawn to read its text.
@MainActor
private final class RowText: Window {
  private struct Piece {
    var column: Int
    var text: String
    var style: Style
    /// The start in the whole text, in bytes.
    var start = 0
  }

  let frame: Rect
  private var pieces: [Piece] = []

  init(columns: Int) {
    frame = Rect(row: 0, column: 0, rows: 1, columns: columns)
  }

  /// Returns all text drawn, from left to right. Pieces that do not touch are separated by a blank.
  func text() -> String {
    pieces.sort { $0.column < $1.column }
    var (text, end) = ("", 0)
    for index in pieces.indices {
      if pieces[index].column > end { text += " " }
      pieces[index].start = text.utf8.count
      text += pieces[index].text
      end = pieces[index].column + Cells.width(of: pieces[index].text)
    }
    return text
  }

  /// Returns the cells of these bytes of the text, with their styles.
  func cells(of match: Range<Int>) -> [(column: Int, width: Int, style: Style)] {
    pieces.compactMap { piece in
      let whole = piece.start..<(piece.start + piece.text.utf8.count)
      let part = match.clamped(to: whole)
      guard !part.isEmpty else { return nil }
      let (low, high) = (part.lowerBound - piece.start, part.upperBound - piece.start)
      return (
        piece.column + Cells.width(of: piece.text, bytes: 0..<low),
        Cells.width(of: piece.text, bytes: low..<high), piece.style
      )
    }
  }

  func erase(_ style: Style) { pieces = [] }

  /// Stores drawn text, except for the first cell, which has the sign of the selected row.
  func put(_ text: String, width: Int, at point: Point, style: Style) {
    if point.column > 0 { pieces.append(Piece(column: point.column, text: text, style: style)) }
  }

  func fill(_ character: Unicode.Scalar, width: Int, at point: Point, style: Style) {}
  func restyle(width: Int, at point: Point, style: Style) {}
  func setFrame(_ frame: Rect) {}
}
