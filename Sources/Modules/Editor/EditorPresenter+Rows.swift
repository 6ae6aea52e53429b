import Cells
import TextEngine

extension EditorPresenter: EditorDataSource {
  func row(at index: Int) -> EditorRow {
    var row = EditorRow()
    guard visibleRows.indices.contains(index) else { return row }
    let visible = visibleRows[index]
    let line = interactor.text.line(visible.place.line)
    var end = -1
    for var placed in layout.glyphs(of: visible.row, in: line) where placed.glyph.kind != .tab {
      placed.column -= viewport.left
      if placed.column < 0 { continue }
      if placed.column > layout.columns { break }
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
    viewport.reveal(cursor, in: interactor.text, layout: layout)
    layOutRows()
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
      ? viewport.place(of: cursor, in: text, layout: layout).map {
        EditorPlace(row: $0.row, column: $0.column)
      }
      : nil
    view?.show(state)
  }

  private var status: String {
    guard interactor.isLoaded else { return "reading…" }
    return interactor.isDirty ? "modified" : "saved"
  }
}
