import Cells
import Lists
import Terminal
import Viper

/// Draws the bookmarks.
@MainActor
final class BookmarksScreen: ListScreen {
  var parts: ListParts<BookmarksState, BookmarksCommand, BookmarkRow>
  let keymap = BookmarksKeymap.map

  init(presenter: any BookmarksPresenting) {
    parts = ListParts(presenter, BookmarksState())
    presenter.view = self
  }

  var chrome: Chrome {
    let count = state.total == 1 ? "1 bookmark" : "\(state.total) bookmarks"
    return Chrome(
      title: "Bookmarks", state: state.isLoading ? SharedWords.reading : count,
      message: state.message,
      hints: keyTable.hints)
  }

  var emptyText: String {
    if state.isLoading { return SharedWords.isReading }
    return state.message.text.isEmpty
      ? BookmarksWords.none
      : state.message.text
  }

  func draw(_ row: BookmarkRow, as look: RowLook, on line: Canvas) {
    let width = line.size.columns
    let base = row.isDim ? look.quiet : look.base
    // Limit the indent of deep rows, to leave room for their names.
    let column = 1 + min(row.depth * 2, max(0, width / 3))
    if let isFolded = row.isFolded {
      line.text(isFolded ? "▸" : "▾", row: 0, column: column, look.quiet)
    }
    let start = column + 2
    // Show a problem in full and shorten the title instead.
    let needed = Cells.width(of: row.detail)
    let limit = width - start - 1 - (row.isWrong ? needed + 2 : 0)
    let shown = line.shortened(row.title, row: 0, column: start, base, limit: max(1, limit))
    let room = min(needed, width - start - shown - 3)
    guard room >= min(needed, 6) else { return }
    line.shortened(
      row.detail, row: 0, column: width - room - 1, row.isWrong ? look[.warning] : look.quiet,
      limit: room)
  }
}
