import Markdown
import Terminal

extension PreviewScreen {
  func handle(_ event: InputEvent) -> Bool {
    switch event {
    case .key(let key):
      guard let command = PreviewKeymap.table.command(for: key) else { return false }
      return presenter.handle(command)
    case .mouse(let mouse):
      switch mouse.action {
      case .wheelDown: return presenter.handle(.scroll(3))
      case .wheelUp: return presenter.handle(.scroll(-3))
      case .press: return press(mouse.at)
      // The rest is for whoever holds the preview.
      case .release, .drag: return false
      }
    case .paste, .resize, .sync, .closed:
      return false
    }
  }

  /// A link that is clicked is opened, a box ticked; a click elsewhere moves the focus here.
  private func press(_ point: Point) -> Bool {
    if case .outline = state.content {
      guard OutlinePlaces(in: surface.size).outline.contains(point),
        let row = list.row(atLine: point.row, count: laid?.text.headings.count ?? 0)
      else { return presenter.handle(.touch) }
      return presenter.handle(.chooseHeading(row))
    }
    guard state.content == .text, let stop = stop(at: point) else {
      return presenter.handle(.touch)
    }
    return presenter.handle(.press(stop))
  }

  private func stop(at point: Point) -> PreviewStop? {
    var stop: PreviewStop?
    forEachRowInSight { place, index, row, line in
      guard line == point.row else { return true }
      stop = self.stop(in: row, index, place, column: point.column)
      return false
    }
    return stop
  }

  private func stop(
    in row: RenderedRow, _ index: Int, _ place: UnitPlace, column: Int
  ) -> PreviewStop? {
    var end = 0
    for run in row.runs {
      end += run.width
      guard column < end else { continue }
      if run.link >= 0 { return PreviewStop(place: place, link: run.link) }
      guard let unit = laid?.text.note.unit(at: place), index == unit.emptyRows else { return nil }
      if run.style == .marker, unit.task != nil {
        return PreviewStop(place: place, link: PreviewStop.box)
      }
      let isFold = run.style.contains(.heading) && unit.canBeFolded
      return isFold ? PreviewStop(place: place, link: PreviewStop.fold) : nil
    }
    return nil
  }
}
