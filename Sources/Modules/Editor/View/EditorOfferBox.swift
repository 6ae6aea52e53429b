import Cells
import Terminal

/// The names to choose from, below the word that is typed, or above it where there is no room.
@MainActor
struct EditorOfferBox {
  let offer: EditorOffer
  let margin: Int

  func draw(on canvas: Canvas) {
    let size = canvas.size
    let below = size.rows - offer.cell.row - 1
    let above = offer.cell.row
    let height = min(offer.rows.count, max(below, above))
    guard height > 0, size.columns >= 4 else { return }
    let top = below >= height ? offer.cell.row + 1 : offer.cell.row - height
    let widest = offer.rows.map { Cells.width(of: $0) }.max() ?? 0
    let width = min(size.columns, widest + 3)
    let left = max(0, min(margin + offer.cell.column - 2, size.columns - width))
    // The chosen one is always among those that fit.
    let first = min(max(0, offer.chosen - height + 1), offer.rows.count - height)
    for line in 0..<height {
      let isChosen = first + line == offer.chosen
      let style = canvas.theme[isChosen ? .selection : .state]
      canvas.fill(row: top + line, column: left, width: width, style)
      // Color is never the only sign.
      canvas.text(isChosen ? "›" : " ", row: top + line, column: left, style)
      canvas.shortened(
        offer.rows[first + line], row: top + line, column: left + 2, style, limit: width - 3)
    }
  }
}
