/// A frame with a title in its upper edge.
package struct Box: Equatable, Sendable {
  package var title: String

  package init(title: String = "") {
    self.title = title
  }

  @MainActor
  package func draw(on canvas: Canvas) {
    let (width, height) = (canvas.size.columns, canvas.size.rows)
    guard width >= 2, height >= 2 else { return }
    let style = canvas.theme[.border]
    for row in [0, height - 1] {
      canvas.fill(row: row, column: 1, width: width - 2, with: "─", style)
    }
    for row in 1..<max(1, height - 1) {
      canvas.text("│", row: row, style)
      canvas.text("│", row: row, column: width - 1, style)
    }
    canvas.text("┌", row: 0, style)
    canvas.text("┐", row: 0, column: width - 1, style)
    canvas.text("└", row: height - 1, style)
    canvas.text("┘", row: height - 1, column: width - 1, style)
    if !title.isEmpty, width > 6 {
      canvas.text(" ", row: 0, column: 2, style)
      let drawn = canvas.shortened(
        title, row: 0, column: 3, canvas.theme[.heading], limit: width - 6)
      canvas.text(" ", row: 0, column: 3 + drawn, style)
    }
  }
}
