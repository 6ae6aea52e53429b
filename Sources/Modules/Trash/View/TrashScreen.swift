import Lists
import Terminal
import Viper

/// What lies in the trash, over a window.
@MainActor
final class TrashScreen: ListScreen {
  typealias State = TrashState

  let surface = Surface()
  let presenter: any TrashPresenting
  let keymap = TrashKeymap.map
  var state = TrashState()
  var list = ListWidget()
  var finder = RowFinder()

  init(presenter: any TrashPresenting) {
    self.presenter = presenter
    presenter.view = self
  }

  var chrome: Chrome {
    Chrome(place: "Trash", state: counts, message: state.message, hints: keyTable.hints)
  }

  private var counts: String {
    if state.isLoading { return "reading…" }
    return state.rowCount == 1 ? "1 note" : "\(state.rowCount) notes"
  }

  var emptyText: String {
    state.isLoading
      ? "Reading the trash…"
      : "The trash is empty.\nWhat you delete in the list of notes lies here, and can come back."
  }

  func draw(_ row: TrashRow, as look: RowLook, on line: Canvas) {
    let columns = TrashColumns(width: line.size.columns)
    line.shortened(row.title, row: 0, column: columns.title, look.base, limit: columns.titleWidth)
    if columns.folderWidth > 0, !row.folder.isEmpty {
      line.shortened(
        "from \(row.folder)", row: 0, column: columns.folder, look.quiet,
        limit: columns.folderWidth)
    }
    if let end = columns.dateEnd {
      let width = min(row.date.count, TrashColumns.dateWidth)
      line.text(row.date, row: 0, column: end - width, look.quiet, limit: width)
    }
  }
}

/// How a row shares its width: the title, where it was and, where there is room, when it went.
struct TrashColumns: Equatable {
  static let dateWidth = 10

  let title = 2
  let titleWidth: Int
  let folder: Int
  let folderWidth: Int
  let dateEnd: Int?

  init(width: Int) {
    dateEnd = width >= 34 ? width - 1 : nil
    let room = max(0, (dateEnd.map { $0 - Self.dateWidth - 1 } ?? width - 1) - title)
    titleWidth = width >= 50 ? room * 3 / 5 - 1 : room
    folder = title + titleWidth + 1
    folderWidth = width >= 50 ? room - titleWidth - 1 : 0
  }
}
