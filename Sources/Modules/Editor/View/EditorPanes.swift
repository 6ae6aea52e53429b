import Terminal

/// The areas of an editor's window: the text, a line above it that names it where two notes are side by
/// side, its preview, and the other note.
@MainActor
struct EditorPanes {
  /// The text and its bar.
  let text: Rect
  let head: Rect?
  let preview: Split?
  /// The other note; nil where that is not in this window, or not in sight.
  let beside: Rect?
  private let divider: Split?

  /// In a narrower window one of two notes is in sight: the one with the keys.
  private static let narrowest = 60
  /// In a lower one its name is in the title line alone.
  private static let lowest = 4

  init(_ state: EditorState, in size: Size, keysAreBeside: Bool) {
    let isLeft = state.pane == .left
    divider = isLeft ? Split(beside: Rect(size), from: Self.narrowest) : nil
    beside = divider?.second ?? (isLeft && keysAreBeside ? Rect(size) : nil)
    var own = divider?.first ?? Rect(size)
    var head: Rect?
    if state.pane != .alone, size.rows >= Self.lowest {
      head = Rect(row: own.row, column: own.column, rows: 1, columns: own.columns)
      own.row += 1
      own.rows -= 1
    }
    self.head = head
    preview = state.showsPreview ? Split(own) : nil
    text = preview?.first ?? own
  }

  func drawDividers(on canvas: Canvas) {
    divider?.drawDivider(on: canvas)
    preview?.drawDivider(on: canvas)
  }
}
