/// One column that shows which part of something long is visible.
public struct ScrollBar: Equatable, Sendable {
  package var first: Int
  package var visible: Int
  package var total: Int

  package init(first: Int, visible: Int, total: Int) {
    self.first = first
    self.visible = visible
    self.total = total
  }

  /// The lines that the thumb covers in a bar of this height; it reaches the end with the text.
  package func thumb(height: Int) -> Range<Int> {
    guard total > visible, height > 0 else { return 0..<max(0, height) }
    let length = max(1, height * visible / total)
    let end = total - visible
    let start = (height - length) * min(max(0, first), end) / end
    return start..<start + length
  }

  /// Draws it in the last column of a view that does not show all.
  @MainActor
  package func draw(atEdgeOf canvas: Canvas) {
    guard total > visible, canvas.size.columns > 1 else { return }
    draw(
      on: canvas.part(
        Rect(
          row: 0, column: canvas.size.columns - 1, rows: canvas.size.rows, columns: 1)))
  }

  /// All of it, or what is different where the thumb has covered other lines.
  @MainActor
  package func draw(on canvas: Canvas, instead drawn: Range<Int>? = nil) {
    let thumb = thumb(height: canvas.size.rows)
    let lines =
      drawn.map { min($0.lowerBound, thumb.lowerBound)..<max($0.upperBound, thumb.upperBound) }
      ?? 0..<canvas.size.rows
    let style = canvas.theme[.border]
    for line in lines {
      canvas.fill(row: line, width: 1, with: thumb.contains(line) ? "┃" : "│", style)
    }
  }
}
