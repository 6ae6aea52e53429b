package import Terminal
package import Viper

@MainActor
extension NoteRow {
  package func draw(as look: RowLook, on line: Canvas) {
    let columns = NoteColumns(width: line.size.columns)
    line.shortened(title, row: 0, column: columns.title, look.base, limit: columns.titleWidth)
    if columns.folderWidth > 0, !folder.isEmpty {
      line.shortened(
        folder, row: 0, column: columns.folder, look.quiet, limit: columns.folderWidth)
    }
    if let end = columns.dateEnd {
      let width = min(date.count, NoteColumns.dateWidth)
      line.text(date, row: 0, column: end - width, look.quiet, limit: width)
    }
  }
}

/// How a row shares its width: the title, the folder and, where there is room, the date.
struct NoteColumns: Equatable {
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
