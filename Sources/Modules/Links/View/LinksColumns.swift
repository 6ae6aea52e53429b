import Cells
import Terminal

/// How a link's row shares its width: the note's title and, where there is room, the line.
struct LinksColumns: Equatable {
  let title = 3
  let titleWidth: Int
  let context: Int
  let contextWidth: Int

  init(width: Int) {
    if width < 32 {
      titleWidth = max(0, width - 4)
      context = width
      contextWidth = 0
      return
    }
    titleWidth = min(36, width * 3 / 10)
    context = title + titleWidth + 1
    contextWidth = max(0, width - context - 1)
  }
}

/// The line around a link, moved so that the link is in sight.
struct LinkContext {
  private var before: String
  private let link: String
  private let after: String
  private let width: Int

  init(_ line: LinksRow.Line, width: Int) {
    (before, link, after, self.width) = (line.before, line.link, line.after, width)
    let room = width - Cells.width(of: link)
    let used = Cells.width(of: before)
    // Where the link would not fit behind it, only what stands next to the link is shown.
    if used > max(width / 2, room) { before = before.end(fitting: max(1, width / 3)) }
  }

  @MainActor
  func draw(on canvas: Canvas, quiet: Style, marked: Style) {
    var column = canvas.text(before, row: 0, quiet)
    column += canvas.shortened(link, row: 0, column: column, marked, limit: width - column)
    canvas.shortened(after, row: 0, column: column, quiet, limit: width - column)
  }
}
