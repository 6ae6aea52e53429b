import Terminal

/// How the window is shared between folders, notes and preview.
struct ListPanes: Equatable {
  /// From so many columns on folders and notes stand side by side.
  static let roomForFolders = 80

  /// Nil where the folders are not to be seen.
  var folders: Rect?
  /// The line between folders and notes.
  var divider: Rect?
  /// Nil where the folders take all the room.
  var list: Rect?
  /// Notes and preview, where both have room.
  var split: Split?

  init(_ size: Size, state: NoteListState) {
    var rest = Rect(size)
    if state.showsFolders, size.columns < Self.roomForFolders {
      if state.isInFolders {
        folders = rest
        return
      }
    } else if state.showsFolders {
      let width = min(32, size.columns / 4)
      folders = Rect(row: 0, column: 0, rows: size.rows, columns: width)
      divider = Rect(row: 0, column: width, rows: size.rows, columns: 1)
      rest = Rect(
        row: 0, column: width + 1, rows: size.rows, columns: size.columns - width - 1)
    }
    split = state.showsPreview ? Split(rest, share: state.share) : nil
    list = split?.first ?? rest
  }

  @MainActor
  func drawDividers(on canvas: Canvas) {
    if let divider {
      for row in divider.row..<divider.endRow {
        canvas.fill(row: row, column: divider.column, width: 1, with: "│", canvas.theme[.border])
      }
    }
    split?.drawDivider(on: canvas)
  }
}
