import TextEngine

/// `C-x Space`: the region as a rectangle that point may draw past the ends of lines.
extension EmacsMachine {
  mutating func toggleRectangle() {
    if rectangle.isOn, region.isActive {
      rectangle.turnOff()
      return
    }
    rectangle.turnOff()
    rectangle.isOn = true
    if !region.isActive {
      pushMark()
      region.isActive = true
    }
  }

  private var pointColumn: Int {
    if let edge = rectangle.pointEdge, edge.offset == point { return edge.column }
    return column(point)
  }

  mutating func moveInRectangle(columns count: Int) {
    placePoint(atColumn: max(0, pointColumn + count))
  }

  mutating func moveInRectangle(lines count: Int) {
    let column = pointColumn
    forwardLine(count)
    placePoint(atColumn: column)
  }

  private mutating func placePoint(atColumn wanted: Int) {
    let column = min(wanted, Self.mostColumns)
    let reached = moveToColumn(column)
    if reached == column, !isLineEnd(point) {
      rectangle.pointEdge = nil
      return
    }
    if reached > column { point = previous(point) }
    rectangle.pointEdge = (point, column)
  }

  /// To the next corner, round the rectangle.
  mutating func exchangeRectangleCorners() {
    guard let mark = region.mark else { return }
    let here = (offset: point, column: pointColumn)
    let there = (
      offset: mark,
      column: rectangle.markEdge.flatMap { $0.offset == mark ? $0.column : nil } ?? column(mark)
    )
    let isRepeated = command.last == command.name
    if isRepeated { command.name = "exchange-point-and-mark" }
    rectangle.pointEdge = nil
    rectangle.markEdge = nil
    point = here.offset
    placePoint(atColumn: isRepeated ? there.column : here.column)
    region.mark = point
    rectangle.markEdge = rectangle.pointEdge
    rectangle.pointEdge = nil
    point = there.offset
    placePoint(atColumn: isRepeated ? here.column : there.column)
  }

  /// One selection for each of its lines; the main one has the cursor.
  var rectangleSelections: Selections {
    let whole = Selections(Selection(at: ByteOffset(point)))
    guard let mark = region.mark else { return whole }
    var machine = self
    let there =
      rectangle.markEdge.flatMap { $0.offset == mark ? $0.column : nil } ?? column(mark)
    let (here, lines) = (pointColumn, min(line(mark), line(point))...max(line(mark), line(point)))
    let selections = lines.map { line in
      machine.point = machine.start(ofLine: line)
      machine.moveToColumn(there)
      let anchor = machine.point
      machine.moveToColumn(here)
      let head = line == self.line(point) ? point : machine.point
      return Selection(anchor: ByteOffset(anchor), head: ByteOffset(head))
    }
    return Selections(selections, main: line(point) - lines.lowerBound) ?? whole
  }
}
