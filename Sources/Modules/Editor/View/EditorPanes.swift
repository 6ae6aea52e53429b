import Terminal

/// The areas of the editor's window: the text, a head line with its name if there are two panes, the
/// preview and the other note.
@MainActor
struct EditorPanes {
  /// The text and its bar.
  let text: Rect
  let head: Rect?
  let preview: Split?
  /// The other note; nil if it is not in this window or not visible.
  let beside: Rect?
  private let divider: Split?

  /// A narrower window shows one of two notes: the one with the focus.
  private static let narrowest = 60
  /// A lower window has no head line.
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
