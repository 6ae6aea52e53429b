import Markdown

/// Moving from row to row. Only the units on the way are laid out.
extension PreviewLayout {
  func rowCount(_ index: UnitIndex) -> Int { max(1, rows(of: index).count) }

  /// Returns the position `rows` further down, or up, within the text.
  func advance(_ position: PreviewPosition, by rows: Int) -> PreviewPosition {
    var position = position
    var rest = rows
    while rest > 0 {
      let below = rowCount(position.index) - 1 - position.row
      guard rest > below, let next = note.index(after: position.index) else {
        position.row += min(rest, max(0, below))
        return position
      }
      rest -= below + 1
      position = PreviewPosition(index: next)
    }
    while rest < 0 {
      guard -rest > position.row, let before = note.index(before: position.index) else {
        position.row = max(0, position.row + rest)
        return position
      }
      rest += position.row + 1
      position = PreviewPosition(index: before, row: rowCount(before) - 1)
    }
    return position
  }

  /// Returns the first visible row after scrolling by `rows`.
  func scrolled(from top: PreviewPosition, by rows: Int) -> PreviewPosition {
    if top.row < rowCount(top.index) {
      let position = advance(top, by: rows)
      if hasPage(below: max(top, position).index) { return position }
    }
    // Start from the last page: a larger window may have moved it up.
    let end = lastTop
    var position = min(top, end)
    position.row = min(position.row, rowCount(position.index) - 1)
    return min(advance(position, by: rows), end)
  }

  /// Returns whether enough units follow to fill the window, as each has at least one row. This
  /// avoids reading to the end of a long note.
  private func hasPage(below index: UnitIndex) -> Bool {
    var index = index
    for _ in 0..<height {
      guard let next = note.index(after: index) else { return false }
      index = next
    }
    return true
  }

  /// The first visible row when the last row is at the bottom.
  var lastTop: PreviewPosition {
    let last = note.last
    let end = PreviewPosition(index: last, row: rowCount(last) - 1)
    return advance(end, by: 1 - max(1, height))
  }

  /// Returns the last visible row.
  func bottom(from top: PreviewPosition) -> PreviewPosition {
    advance(top, by: max(0, height - 1))
  }

  /// Returns the row with a byte of a line, or the last row before it.
  func position(ofLine line: Int, byte: Int = 0) -> PreviewPosition {
    let index = note.index(ofLine: line)
    // Skip the empty row above a heading.
    let unit = note.unit(at: index)
    if unit.headingLevel > 0 { return PreviewPosition(index: index, row: unit.emptyRows) }
    let first = note.parts[index.part].firstLine
    let row = rows(of: index).lastIndex { (first + $0.line, $0.byte) <= (line, byte) }
    return PreviewPosition(index: index, row: row ?? 0)
  }

  /// Returns the new position after the embeds or answers of the same text changed.
  func moved(_ position: PreviewPosition, from earlier: PreviewLayout?) -> PreviewPosition {
    guard let earlier, earlier.text == text else { return position }
    var moved = position
    moved.index = note.index(like: position.index, of: earlier.note)
    return moved
  }

  /// Returns the nearest position in this version of the text.
  func nearest(to position: PreviewPosition) -> PreviewPosition {
    var nearest = position
    nearest.index.part = min(nearest.index.part, note.parts.count - 1)
    let count = note.parts[nearest.index.part].units.count
    guard count > 0 else { return PreviewPosition(index: note.first) }
    if nearest.index.unit >= count {
      nearest = PreviewPosition(index: .init(part: nearest.index.part, unit: count - 1))
    }
    if note.isHidden(nearest.index) {
      nearest = PreviewPosition(index: note.index(before: nearest.index) ?? note.first)
    }
    return nearest
  }
}
