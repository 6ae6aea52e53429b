import Cells
import Terminal

/// The folders as a tree, beside the notes or in their place.
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
    // The folder that is shown has a sign of its own, wherever the keys are.
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
