import Markdown
import Viper

/// Scrolling: the rows in sight, and only the units on the way to others, are measured.
extension PreviewPresenter {
  func scroll(by rows: Int) {
    guard text != nil, view != nil else { return }
    move(to: place(after: rows))
  }

  /// What stands first after so many rows.
  private func place(after rows: Int) -> PreviewPosition {
    let top = state.top
    if top.row < rowCount(top.place) {
      let place = advance(top, by: rows)
      if hasPage(below: max(top, place).place) { return place }
    }
    // From what is visible: a larger window may have moved the last page up.
    let end = lastPosition
    var position = min(top, end)
    position.row = min(position.row, rowCount(position.place) - 1)
    return min(advance(position, by: rows), end)
  }

  /// Whether a window's rows follow on a unit, each unit having one at least: without a look at the rows.
  private func hasPage(below place: UnitPlace) -> Bool {
    guard let note = text?.note, let view else { return false }
    var place = place
    for _ in 0..<view.visibleRows {
      guard let next = note.place(after: place) else { return false }
      place = next
    }
    return true
  }

  func move(to position: PreviewPosition) {
    state.top = position
    view?.show(state)
    askForPictures()
  }

  func rowCount(_ place: UnitPlace) -> Int { max(1, view?.rows(of: place).count ?? 1) }

  /// The first visible row when the last one is visible.
  var lastPosition: PreviewPosition {
    guard let view, let text else { return PreviewPosition() }
    let last = text.note.last
    let end = PreviewPosition(place: last, row: rowCount(last) - 1)
    return advance(end, by: 1 - max(1, view.visibleRows))
  }

  /// The place so many rows on, or back, within the text. Only the units on the way are measured.
  func advance(_ position: PreviewPosition, by rows: Int) -> PreviewPosition {
    guard let note = text?.note else { return position }
    var place = position
    var rest = rows
    while rest > 0 {
      let below = rowCount(place.place) - 1 - place.row
      guard rest > below, let next = note.place(after: place.place) else {
        place.row += min(rest, max(0, below))
        return place
      }
      rest -= below + 1
      place = PreviewPosition(place: next)
    }
    while rest < 0 {
      guard -rest > place.row, let before = note.place(before: place.place) else {
        place.row = max(0, place.row + rest)
        return place
      }
      rest += place.row + 1
      place = PreviewPosition(place: before, row: rowCount(before) - 1)
    }
    return place
  }

  /// The row in which a byte of a line stands, or the last one before it.
  func position(ofLine line: Int, byte: Int = 0) -> PreviewPosition {
    guard let note = text?.note, let view else { return PreviewPosition() }
    let place = note.place(ofLine: line)
    let first = note.parts[place.part].firstLine
    let rows = view.rows(of: place)
    var row = 0
    for (index, candidate) in rows.enumerated() {
      let stands = (first + candidate.line, candidate.byte)
      if stands <= (line, byte) { row = index }
    }
    // A heading comes without the empty row above it.
    if note.unit(at: place).headingLevel > 0 { row = note.unit(at: place).emptyRows }
    return PreviewPosition(place: place, row: row)
  }

  /// The same place in another version of the text, as near as there is one.
  func kept(_ position: PreviewPosition, in note: RenderedNote) -> PreviewPosition {
    var kept = position
    kept.place.part = min(kept.place.part, note.parts.count - 1)
    let count = note.parts[kept.place.part].units.count
    guard count > 0 else { return PreviewPosition(place: note.first) }
    if kept.place.unit >= count {
      kept = PreviewPosition(place: .init(part: kept.place.part, unit: count - 1))
    }
    if note.isHidden(kept.place) {
      kept = PreviewPosition(place: note.place(before: kept.place) ?? note.first)
    }
    return kept
  }

  func go(toLine line: Int) {
    guard let text else { return }
    if let opened = text.note.showing(line: line) {
      self.text = text.with(opened)
      view?.reloadRows()
    }
    // The text has the room of the headings again before its rows are counted.
    if state.content != .text {
      state.content = .text
      view?.show(state)
    }
    state.selected = nil
    move(to: min(position(ofLine: line), lastPosition))
  }

  // MARK: - Headings

  func goToHeading(_ steps: Int) {
    guard let text, !text.headings.isEmpty else { return showMessage("This note has no headings.") }
    let place = state.top.place
    let current = text.note.line(of: place)
    let isBelow = state.top.row > text.note.unit(at: place).emptyRows
    let target =
      steps > 0
      ? text.headings.first { $0.line > current }
      : text.headings.last { $0.line < current || isBelow && $0.line == current }
    guard let target else {
      return showMessage(steps > 0 ? "No heading follows." : "No heading stands above.")
    }
    let wanted = position(ofLine: target.line)
    // The last ones may be in sight already, with no more to scroll.
    move(to: wanted)
  }

  func showOutline() {
    guard let text, !text.headings.isEmpty else { return showMessage("This note has no headings.") }
    let current = text.note.line(of: state.top.place)
    let selected = text.headings.lastIndex { $0.line <= current } ?? 0
    topBeforeOutline = state.top
    state.content = .outline(selected: selected)
    view?.show(state)
  }

  func handle(_ command: PreviewCommand, inOutline selected: Int) -> Bool {
    guard let text else { return false }
    let last = text.headings.count - 1
    // The text beside goes along.
    func select(_ index: Int) {
      let index = min(max(0, index), last)
      state.content = .outline(selected: index)
      move(to: position(ofLine: text.headings[index].line))
    }
    switch command {
    case .scroll(let rows): select(selected + rows)
    case .page(let pages): select(selected + pages * max(1, (view?.visibleRows ?? 2) - 2))
    case .walk(let steps), .heading(let steps): select(selected + steps)
    case .toStart: select(0)
    case .toEnd: select(last)
    case .open: go(toLine: text.headings[min(selected, last)].line)
    case .chooseHeading(let index): go(toLine: text.headings[min(max(0, index), last)].line)
    case .outline, .leave:
      state.content = .text
      state.top = topBeforeOutline
      view?.show(state)
    case .fill: wireframe?.fill()
    case .touch: return takeFocus()
    case .toggle, .edit, .drawPictures, .takeBack, .press, .fold: break
    }
    return true
  }
}
