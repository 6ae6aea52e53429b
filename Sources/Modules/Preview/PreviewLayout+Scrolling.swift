import Markdown

/// The way from one row to another: only the units on it are laid out.
extension PreviewLayout {
  func rowCount(_ place: UnitIndex) -> Int { max(1, rows(of: place).count) }

  /// The position so many rows on, or back, within the text.
  func advance(_ position: PreviewPosition, by rows: Int) -> PreviewPosition {
    var position = position
    var rest = rows
    while rest > 0 {
      let below = rowCount(position.place) - 1 - position.row
      guard rest > below, let next = note.index(after: position.place) else {
        position.row += min(rest, max(0, below))
        return position
      }
      rest -= below + 1
      position = PreviewPosition(place: next)
    }
    while rest < 0 {
      guard -rest > position.row, let before = note.index(before: position.place) else {
        position.row = max(0, position.row + rest)
        return position
      }
      rest += position.row + 1
      position = PreviewPosition(place: before, row: rowCount(before) - 1)
    }
    return position
  }

  /// The first row in sight after scrolling by so many rows.
  func scrolled(from top: PreviewPosition, by rows: Int) -> PreviewPosition {
    if top.row < rowCount(top.place) {
      let position = advance(top, by: rows)
      if hasPage(below: max(top, position).place) { return position }
    }
    // From what is visible: a larger window may have moved the last page up.
    let end = lastTop
    var position = min(top, end)
    position.row = min(position.row, rowCount(position.place) - 1)
    return min(advance(position, by: rows), end)
  }

  /// Whether a window's rows follow a unit, as each has one at least. The end of a long note is not
  /// read for that.
  private func hasPage(below place: UnitIndex) -> Bool {
    var place = place
    for _ in 0..<height {
      guard let next = note.index(after: place) else { return false }
      place = next
    }
    return true
  }

  /// The first row in sight when the last one is.
  var lastTop: PreviewPosition {
    let last = note.last
    let end = PreviewPosition(place: last, row: rowCount(last) - 1)
    return advance(end, by: 1 - max(1, height))
  }

  /// The last row in sight.
  func bottom(from top: PreviewPosition) -> PreviewPosition {
    advance(top, by: max(0, height - 1))
  }

  /// The row that has a byte of a line, or the last one before it.
  func position(ofLine line: Int, byte: Int = 0) -> PreviewPosition {
    let place = note.index(ofLine: line)
    // A heading comes without the empty row above it.
    let unit = note.unit(at: place)
    if unit.headingLevel > 0 { return PreviewPosition(place: place, row: unit.emptyRows) }
    let first = note.parts[place.part].firstLine
    let row = rows(of: place).lastIndex { (first + $0.line, $0.byte) <= (line, byte) }
    return PreviewPosition(place: place, row: row ?? 0)
  }

  /// Where a position is now, if the text is the same and shows others, or other answers.
  func moved(_ position: PreviewPosition, from earlier: PreviewLayout?) -> PreviewPosition {
    guard let earlier, earlier.text == text else { return position }
    var moved = position
    moved.place = note.index(like: position.place, of: earlier.note)
    return moved
  }

  /// A position of another version of the text, or the nearest that there is.
  func nearest(to position: PreviewPosition) -> PreviewPosition {
    var kept = position
    kept.place.part = min(kept.place.part, note.parts.count - 1)
    let count = note.parts[kept.place.part].units.count
    guard count > 0 else { return PreviewPosition(place: note.first) }
    if kept.place.unit >= count {
      kept = PreviewPosition(place: .init(part: kept.place.part, unit: count - 1))
    }
    if note.isHidden(kept.place) {
      kept = PreviewPosition(place: note.index(before: kept.place) ?? note.first)
    }
    return kept
  }
}
