import Cells
import TextEngine

extension EditorPresenter: EditorDataSource {
  func row(at index: Int) -> EditorRow {
    visibleRows.indices.contains(index) ? makeRow(source(ofRowAt: index)) : EditorRow()
  }

  func edition(ofRowAt index: Int) -> Int {
    guard index >= 0, index < visibleRows.count else { return 0 }
    let source = source(ofRowAt: index)
    if index < editions.count, editions[index].source == source { return editions[index].number }
    while editions.count <= index { editions.append((RowSource(), 0)) }
    lastEdition += 1
    editions[index] = (source, lastEdition)
    return lastEdition
  }

  private func source(ofRowAt index: Int) -> RowSource {
    let visible = visibleRows[index]
    return RowSource(
      line: interactor.text.line(visible.place.line), row: visible.row, left: viewport.left,
      columns: layout.columns)
  }

  private func makeRow(_ source: RowSource) -> EditorRow {
    var row = EditorRow()
    if let plain = layout.plainText(
      of: source.row, in: source.line, from: source.left, columns: source.columns + 1)
    {
      if !plain.text.isEmpty {
        row.pieces = [EditorRow.Piece(column: plain.column, text: plain.text, isEscape: false)]
      }
      return row
    }
    var end = -1
    for var placed in layout.glyphs(of: source.row, in: source.line)
    where placed.glyph.kind != .tab {
      placed.column -= source.left
      if placed.column < 0 { continue }
      if placed.column > source.columns { break }
      let isEscape = placed.glyph.kind == .escape
      if placed.column == end, let last = row.pieces.indices.last,
        row.pieces[last].isEscape == isEscape
      {
        row.pieces[last].text += placed.glyph.text
      } else {
        row.pieces.append(
          EditorRow.Piece(column: placed.column, text: placed.glyph.text, isEscape: isEscape))
      }
      end = placed.column + placed.glyph.width
    }
    return row
  }

  /// Brings the cursor in sight and shows everything anew.
  func showRows() {
    // A peek has no cursor to keep in sight.
    if state.isPeek { return layOutRows() }
    let text = interactor.text
    visibleRows = viewport.rows(in: text, layout: layout)
    // Mostly the cursor is in sight already, and the rows are laid out once.
    let place = layout.place(of: cursor, in: text).row
    let isInSight =
      visibleRows.first?.place == viewport.top
      && visibleRows.contains { $0.place == place }
    if !isInSight || !layout.wraps || viewport.left != 0 {
      viewport.reveal(cursor, in: text, layout: layout)
      visibleRows = viewport.rows(in: text, layout: layout)
    }
    showState()
    view?.reloadRows()
  }

  func layOutRows() {
    visibleRows = viewport.rows(in: interactor.text, layout: layout)
    showState()
    view?.reloadRows()
  }

  func showState() {
    let text = interactor.text
    state.place = interactor.name
    state.firstLine = viewport.top.line
    state.lineCount = text.lineCount
    state.status = status
    state.cursor =
      interactor.isLoaded && !state.isPeek
      ? placeOfCursor : nil
    view?.show(state)
  }

  /// Where the cursor stands among the visible rows.
  private var placeOfCursor: EditorPlace? {
    let place = layout.place(of: cursor, in: interactor.text)
    guard place.column >= viewport.left,
      let row = visibleRows.firstIndex(where: { $0.place == place.row })
    else { return nil }
    return EditorPlace(row: row, column: place.column - viewport.left)
  }

  private var status: String {
    guard interactor.isLoaded else { return "reading…" }
    return interactor.isDirty ? "modified" : "saved"
  }
}

/// All that a visible row is made from. A line that was not edited is the same array as before,
/// and so compared at once.
struct RowSource: Equatable {
  var line: ArraySlice<UInt8> = []
  var row = LayoutRow(bytes: 0..<0)
  var left = 0
  var columns = 0
}
