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
  /// The line between the two notes.
  let notes: Split?

  /// A narrower window shows one of two notes: the one with the focus.
  private static let narrowest = 60
  /// A lower window shows one of two notes that are stacked.
  private static let shortest = 9
  /// A lower window has no head line.
  private static let lowest = 4

  init(_ state: EditorState, in size: Size, keysAreBeside: Bool) {
    let isHolder = state.pane == .holder
    let (window, layout) = (Rect(size), state.layout)
    notes = isHolder ? Self.split(window, layout) : nil
    let parts = notes.map { layout.isSwapped ? ($0.second, $0.first) : ($0.first, $0.second) }
    beside = parts?.1 ?? (isHolder && keysAreBeside ? window : nil)
    var own = parts?.0 ?? window
    var head: Rect?
    if state.pane != .alone, size.rows >= Self.lowest {
      head = Rect(row: own.row, column: own.column, rows: 1, columns: own.columns)
      own.row += 1
      own.rows -= 1
    }
    self.head = head
    preview = state.showsPreview ? Split(own, share: state.layout.previewShare) : nil
    text = preview?.first ?? own
  }

  private static func split(_ window: Rect, _ layout: PaneLayout) -> Split? {
    layout.isStacked
      ? Split(below: window, from: shortest, share: layout.share)
      : Split(beside: window, from: narrowest, share: layout.share)
  }

  /// The note with its head line, without its preview and the other note.
  var own: Rect {
    guard let head else { return text }
    return Rect(
      row: head.row, column: text.column, rows: text.endRow - head.row, columns: text.columns)
  }

  func split(at divider: EditorDivider) -> Split? { divider == .notes ? notes : preview }

  /// The divider at a cell.
  func divider(at point: Point) -> EditorDivider? {
    [EditorDivider.notes, .preview].first { split(at: $0)?.divider.contains(point) == true }
  }

  func drawDividers(on canvas: Canvas) {
    notes?.drawDivider(on: canvas)
    preview?.drawDivider(on: canvas)
  }
}
