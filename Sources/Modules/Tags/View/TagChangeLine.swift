import Terminal

/// A row of what a rename would change: the old words and the new ones, each by its colour and its
/// sign.
struct TagChangeLine {
  private let row: TagChangeRow

  init(_ row: TagChangeRow) { self.row = row }

  @MainActor
  func draw(on line: Canvas, isSelected: Bool) {
    let theme = line.theme
    let base = theme[isSelected ? .selection : .text]
    if isSelected { line.fill(row: 0, base) }
    line.text(isSelected ? ">" : " ", row: 0, base)
    switch row {
    case .note(let title, let count):
      let used = line.shortened(
        title, row: 0, column: 2, isSelected ? base : theme[.strong],
        limit: max(1, line.size.columns - 9))
      line.text("\(count)", row: 0, column: used + 3, isSelected ? base : theme[.muted])
    case .line(let before, let old, let new, let after):
      let width = line.size.columns - 3
      let pieces = [
        (before.end(fitting: max(1, width / 3)), theme[.muted]),
        ("-\(old)", theme[.removed]), (" ", theme[.text]), ("+\(new)", theme[.added]),
        (after, theme[.muted]),
      ]
      var column = 3
      for (text, style) in pieces where column < line.size.columns {
        column += line.shortened(
          text, row: 0, column: column, isSelected ? base : style,
          limit: line.size.columns - column)
      }
    }
  }
}
