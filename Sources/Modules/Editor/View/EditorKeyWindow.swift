import Terminal
import TextEngine

/// Lines that the keymap edits below the text: vim's command-line window, with a heading above.
struct EditorKeyWindow {
  private let window: KeyDisplay.Window

  init(_ window: KeyDisplay.Window) { self.window = window }

  private func line(_ row: Int) -> EditorPromptLine {
    let cursor = row == window.row ? window.cursor : 0
    return EditorPromptLine(
      KeyDisplay.Prompt(sign: "", text: window.rows[row], cursor: cursor))
  }

  func cursor(in area: Rect) -> Point {
    let rows = Rect(
      row: area.row, column: area.column,
      rows: max(1, area.rows - (window.rows.count - 1 - window.row)), columns: area.columns)
    return line(window.row).cursor(in: rows)
  }

  /// Draws the last rows if there is no room for all.
  @MainActor
  func draw(on canvas: Canvas) {
    let rows = canvas.size.rows
    let first = max(0, window.rows.count - rows)
    if rows > window.rows.count {
      canvas.fill(row: 0)
      canvas.text(EditorWords.keyWindow, row: 0, column: 0, canvas.theme[.muted])
    }
    for row in first..<window.rows.count {
      line(row).draw(on: canvas.line(rows - window.rows.count + row))
    }
  }
}
