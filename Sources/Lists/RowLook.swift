import Cells
package import Terminal
package import Viper

/// The styles of a row, selected or not. Making one draws what all rows begin with.
@MainActor
package struct RowLook {
  package let isSelected: Bool
  package let base: Style
  /// The style for less important text.
  package let quiet: Style
  private let theme: Theme

  package init(_ isSelected: Bool, on line: Canvas, base role: Role = .text) {
    self.isSelected = isSelected
    theme = line.theme
    base = theme[isSelected ? .selection : role]
    quiet = isSelected ? base : theme[.muted]
    if isSelected { line.fill(row: 0, base) }
    line.text(isSelected ? ">" : " ", row: 0, base)
  }

  /// Returns the style of a role. A selected row has a single style.
  package subscript(role: Role) -> Style { isSelected ? base : theme[role] }
}

extension Canvas {
  /// Draws the text of a list without rows.
  @MainActor
  package func paragraphs(_ text: String) {
    let width = max(1, size.columns - 3)
    for (row, line) in WordWrap.rows(ofText: text, width: width).enumerated() where row < size.rows
    {
      self.text(line, row: row, column: 2, theme[.muted])
    }
  }
}

extension Chrome {
  package init(
    title: String, state: String = "", isOwnScreen: Bool = false, message: Message,
    hints: [Hint] = []
  ) {
    self.init(
      title: title, state: state, isOwnScreen: isOwnScreen, message: message.text,
      tone: message.isWarning ? .warning : .news, hints: hints)
  }
}

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

/// The columns of a row: the title, the folder and, if there is room, the date.
private struct NoteColumns: Equatable {
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
