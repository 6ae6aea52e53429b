import Cells
import Terminal
import TextEngine

/// The line for vim's `:` and `/` and emacs's questions, below the text.
struct EditorPromptLine {
  private let prompt: KeyDisplay.Prompt
  private let before: String

  init(_ prompt: KeyDisplay.Prompt) {
    self.prompt = prompt
    before =
      prompt.sign + String(decoding: Array(prompt.text.utf8).prefix(prompt.cursor), as: UTF8.self)
  }

  /// How many columns are scrolled away, so that the cursor is visible.
  private func left(in columns: Int) -> Int {
    max(0, Cells.width(of: Cells.visible(before)) + 1 - columns)
  }

  func cursor(in area: Rect) -> Point {
    let column = Cells.width(of: Cells.visible(before)) - left(in: area.columns)
    return Point(row: area.endRow - 1, column: area.column + column)
  }

  /// Draws the names that complete the line above it.
  @MainActor
  func drawOffer(on canvas: Canvas) {
    guard let offer = prompt.offer else { return }
    let begun = prompt.sign + String(decoding: prompt.text.utf8.prefix(offer.start), as: UTF8.self)
    let column = Cells.width(of: Cells.visible(begun)) - left(in: canvas.size.columns)
    let cell = EditorCell(row: canvas.size.rows, column: max(0, column))
    EditorOfferBox(
      offer: EditorOffer(rows: offer.names, chosen: offer.chosen ?? -1, cell: cell), margin: 0
    ).draw(on: canvas)
  }

  @MainActor
  func draw(on canvas: Canvas) {
    canvas.fill(row: 0)
    var text = Cells.visible(prompt.sign + prompt.text)
    var rest = left(in: canvas.size.columns)
    while rest > 0, let first = text.first {
      rest -= Cells.width(of: String(first))
      text.removeFirst()
    }
    canvas.text(text, row: 0, column: 0, canvas.theme[.text])
  }
}
