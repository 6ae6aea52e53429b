import Terminal

extension PreviewScreen {
  func handle(_ event: InputEvent) -> Bool {
    if let isTaken = find(event) { return isTaken }
    switch event {
    case .key(let key):
      let leaves = isGuide && key == "q"
      guard let command = leaves ? .leave : PreviewKeymap.table.command(for: key) else {
        return false
      }
      if !keyTable.rows.contains(where: { $0.keys.contains(key.name) }) { return false }
      return presenter.handle(command)
    case .mouse(let mouse):
      switch mouse.action {
      case .wheelDown: return presenter.handle(.scroll(3))
      case .wheelUp: return presenter.handle(.scroll(-3))
      case .press: return press(mouse.at)
      // The holder may handle these.
      case .release, .drag: return false
      }
    case .paste, .resize, .sync, .closed:
      return false
    }
  }

  /// Handles a click: opens a link, ticks a box, or else takes the focus.
  private func press(_ point: Point) -> Bool {
    if case .outline = state.content {
      guard OutlinePanes(in: surface.size).outline.contains(point),
        let row = list.row(atLine: point.row, count: state.layout?.text.headings.count ?? 0)
      else { return presenter.handle(.touch) }
      return presenter.handle(.chooseHeading(row))
    }
    guard state.content == .text, let stop = stop(at: point) else {
      return presenter.handle(.touch)
    }
    return presenter.handle(.press(stop))
  }

  private func stop(at point: Point) -> PreviewStop? {
    guard let layout = state.layout else { return nil }
    let rows = layout.rowsInSight(from: state.top)
    let column = point.column - Rect(surface.size).insideMargins.column
    guard rows.indices.contains(point.row), column >= 0 else { return nil }
    return layout.stop(in: rows[point.row], column: column)
  }
}
