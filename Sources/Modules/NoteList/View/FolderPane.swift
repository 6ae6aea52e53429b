import Cells
import Terminal

/// Draws the folders as a tree, next to the notes or instead of them.
@MainActor
struct FolderPane {
  private var list = ListWidget()
  private var drawn = DrawnRows<ShownFolder>()

  private struct ShownFolder: Equatable {
    var row: FolderRow
    var isSelected: Bool
    var hasFocus: Bool
  }

  mutating func draw(
    on canvas: Canvas, _ state: NoteListState, row: (_ index: Int) -> FolderRow
  ) {
    guard state.folderCount > 0 else {
      canvas.shortened(
        "Reading folders…", row: 0, column: 2, canvas.theme[.muted], limit: canvas.size.columns - 3)
      return
    }
    list.reveal(state.selectedFolder, count: state.folderCount, height: canvas.size.rows)
    list.draw(on: canvas, count: state.folderCount, drawn: &drawn) { index in
      ShownFolder(
        row: row(index), isSelected: index == state.selectedFolder, hasFocus: state.isInFolders)
    } draw: { shown, line in
      Self.draw(shown, on: line)
    }
  }

  func gesture(_ mouse: MouseEvent, in frame: Rect, count: Int) -> ListWidget.Gesture? {
    list.gesture(mouse, in: frame, count: count)
  }

  private static func draw(_ shown: ShownFolder, on canvas: Canvas) {
    let theme = canvas.theme
    let row = shown.row
    let isHere = shown.isSelected && shown.hasFocus
    let base = isHere ? theme[.selection] : row.isShown ? theme[.strong] : theme[.text]
    if isHere { canvas.fill(row: 0, base) }
    // The shown folder has a sign of its own, whichever part has the keys.
    canvas.text(isHere ? ">" : row.isShown ? "=" : " ", row: 0, base)
    let indent = min(2 + row.depth * 2, max(2, canvas.size.columns / 2))
    let sign = row.isOpen.map { $0 ? "-" : "+" } ?? " "
    canvas.text(sign, row: 0, column: indent, isHere ? base : theme[.key])
    let width = Cells.width(of: row.count)
    let end = canvas.size.columns - width - 1
    let room = end - indent - 3
    canvas.shortened(
      row.name, row: 0, column: indent + 2, base, limit: max(1, room))
    if room > 2 { canvas.text(row.count, row: 0, column: end, isHere ? base : theme[.muted]) }
  }
}

/// The areas of folders, notes and preview in the window.
struct ListPanes: Equatable {
  /// The least width that shows folders and notes side by side.
  static let roomForFolders = 80

  /// The folders' area; nil if they are not shown.
  var folders: Rect?
  /// The line between folders and notes.
  var divider: Rect?
  /// The area of the notes; nil if the folders take all the room.
  var list: Rect?
  /// The split of notes and preview, if both have room.
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
