import Terminal
import TextEngine

/// The mouse: clicks and drags on the text, and dividers between panes.
extension EditorScreen {
  func handle(_ mouse: MouseEvent) -> Bool {
    let area = panes(in: surface.size).text
    let cell = EditorCell(row: mouse.at.row - area.row, column: mouse.at.column - area.column)
    keys.cancel()
    if drag(by: mouse) { return true }
    switch mouse.action {
    case .press:
      if !surface.hasFocus { presenter.handle(.touch) }
      guard !state.isPeek, cell.row >= 0, cell.row < area.rows - state.barRows else {
        return false
      }
      presenter.handle(
        .press(
          cell, selects: mouse.modifiers.contains(.shift),
          adds: mouse.modifiers.contains(.control) || mouse.modifiers.contains(.meta)))
    case .drag:
      if state.isPeek { return false }
      presenter.handle(.drag(cell))
    case .release: return false
    case .wheelUp: presenter.handle(.scroll(-3))
    case .wheelDown: presenter.handle(.scroll(3))
    }
    return true
  }

  /// Moves a divider with the mouse.
  private func drag(by mouse: MouseEvent) -> Bool {
    let panes = panes(in: surface.size)
    switch mouse.action {
    case .press: dragged = panes.divider(at: mouse.at)
    case .drag:
      if let dragged, let split = panes.split(at: dragged) {
        presenter.handle(.divide(dragged, split.share(withDividerAt: mouse.at)))
      }
    case .release where dragged != nil:
      dragged = nil
      return true
    default: return false
    }
    return dragged != nil
  }

  func share(of divider: EditorDivider, ofWidths: Bool, movedBy cells: Int) -> Int? {
    guard let split = panes(in: surface.size).split(at: divider),
      ofWidths == (split.direction == .beside)
    else { return nil }
    return split.share(withDividerMovedBy: cells)
  }
}
