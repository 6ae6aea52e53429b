import TextEngine

/// Rectangles: the columns between point and mark, over the lines between them.
struct EmacsRectangleState {
  /// `C-x Space`: the region is a rectangle.
  var isOn = false
  /// Columns of point and mark past the ends of their lines.
  var pointEdge: (offset: Int, column: Int)?
  var markEdge: (offset: Int, column: Int)?
  /// The lines that `C-x r k` killed.
  var killed: [[UInt8]]?

  mutating func turnOff() {
    isOn = false
    pointEdge = nil
    markEdge = nil
  }
}

extension EmacsMachine {
  private struct Corners {
    var lines: ClosedRange<Int>
    var columns: ClosedRange<Int>
    var start: Int
  }

  private func corners() throws(EmacsFailure) -> Corners {
    guard let mark = region.mark else { throw failure("The mark is not set.") }
    var (here, there) = (column(point), column(mark))
    if rectangle.isOn {
      if let edge = rectangle.pointEdge, edge.offset == point { here = edge.column }
      if let edge = rectangle.markEdge, edge.offset == mark { there = edge.column }
    }
    let (first, last) = (min(point, mark), max(point, mark))
    return Corners(
      lines: line(first)...line(last), columns: min(here, there)...max(here, there), start: first)
  }

  /// Runs `body` with point at the start of each line, then restores point.
  private mutating func forEachLine(
    _ lines: ClosedRange<Int>, _ body: (inout EmacsMachine) -> Void
  ) {
    let here = addMarker(point)
    for line in lines {
      point = start(ofLine: line)
      body(&self)
    }
    point = marker(here)
  }

  /// Returns the lines of the rectangle, padded to its width.
  func rectangleLines() -> [[UInt8]] {
    guard let corners = try? corners() else { return [] }
    return corners.lines.map { part(ofLineAt: start(ofLine: $0), corners.columns) }
  }

  /// Cuts the rectangle out and returns its lines.
  mutating func cutRectangle(fills: Bool) throws(EmacsFailure) -> [[UInt8]] {
    let corners = try corners()
    let (left, right) = (corners.columns.lowerBound, corners.columns.upperBound)
    var lines: [[UInt8]] = []
    forEachLine(corners.lines) { machine in
      if machine.moveToColumn(left, fills ? .filling : .cutting) < left {
        lines.append([UInt8](repeating: 0x20, count: right - left))
        return
      }
      let start = machine.point
      machine.moveToColumn(right, .filling)
      lines.append(machine.bytes(start..<machine.point))
      machine.delete(start..<machine.point)
    }
    return lines
  }

  mutating func killRectangle() throws(EmacsFailure) {
    rectangle.killed = try cutRectangle(fills: argument != nil)
  }

  mutating func copyRectangle() throws(EmacsFailure) {
    _ = try markedRange()
    rectangle.killed = rectangleLines()
    command.endsRegion = true
  }

  mutating func deleteRectangle() throws(EmacsFailure) {
    let corners = try corners()
    let fills = argument != nil
    forEachLine(corners.lines) { $0.deleteRectangleLine(corners.columns, fills: fills) }
  }

  private mutating func deleteRectangleLine(_ columns: ClosedRange<Int>, fills: Bool) {
    guard moveToColumn(columns.lowerBound, fills ? .filling : .cutting) == columns.lowerBound else {
      return
    }
    let start = point
    moveToColumn(columns.upperBound, .cutting)
    delete(start, point)
  }

  /// Handles `C-x r c`: replaces the rectangle with blanks.
  mutating func clearRectangle() throws(EmacsFailure) {
    let corners = try corners()
    let (left, right) = (corners.columns.lowerBound, corners.columns.upperBound)
    let fills = argument != nil
    forEachLine(corners.lines) { machine in
      guard machine.moveToColumn(left, fills ? .filling : .cutting) == left else { return }
      let (start, stop) = (machine.point, machine.lineEnd(machine.point))
      if !fills, machine.column(stop) <= right {
        machine.delete(start..<stop)
        return
      }
      machine.moveToColumn(right, .filling)
      let reached = machine.column(machine.point)
      machine.delete(start..<machine.point)
      machine.indentTo(reached)
    }
  }

  /// Handles `C-x r o`: inserts blanks that push the text to the right.
  mutating func openRectangle() throws(EmacsFailure) {
    let corners = try corners()
    let fills = argument != nil
    let first = lineStart(corners.start)
    let count = String(decoding: bytes(first..<corners.start), as: UTF8.self).count
    forEachLine(corners.lines) { machine in
      let left = corners.columns.lowerBound
      guard machine.moveToColumn(left, fills ? .filling : .cutting) == left else { return }
      if !fills, machine.isLineEnd(machine.point) { return }
      machine.indentTo(corners.columns.upperBound)
    }
    // Restore point by characters, not by bytes.
    point = first
    for _ in 0..<count { point = next(point) }
  }

  mutating func stringRectangle() throws(EmacsFailure) {
    _ = try markedRange()
    startPrompt(.stringRectangle, "Text for each line: ")
  }

  mutating func replaceRectangle(with string: String) throws(EmacsFailure) {
    let corners = try corners()
    var last = point
    undo.records.append(.point(point))
    forEachLine(corners.lines) { machine in
      machine.moveToColumn(corners.columns.lowerBound, .filling)
      machine.deleteRectangleLine(corners.columns, fills: false)
      machine.insert(string)
      last = machine.point
    }
    point = last
    command.endsRegion = true
  }

  /// Handles `C-x r N`: inserts numbers at the left edge.
  mutating func numberRectangle() throws(EmacsFailure) {
    let corners = try corners()
    let width = String(corners.lines.count + 1).utf8.count
    var number = 1
    let left = corners.columns.lowerBound
    forEachLine(corners.lines) { machine in
      machine.moveToColumn(left, .filling)
      let digits = String(number)
      machine.insert(
        String(repeating: " ", count: max(0, width - digits.utf8.count)) + digits + " ")
      number += 1
    }
  }

  mutating func deleteRectangleWhitespace() throws(EmacsFailure) {
    let corners = try corners()
    forEachLine(corners.lines) { machine in
      let left = corners.columns.lowerBound
      guard machine.moveToColumn(left, .cutting) == left else { return }
      machine.delete(machine.point..<machine.skipBlanks(machine.point))
    }
  }

  mutating func yankRectangle() throws(EmacsFailure) {
    guard let lines = rectangle.killed else { throw failure("No rectangle was killed yet.") }
    insertRectangle(lines)
  }

  mutating func insertRectangle(_ lines: [[UInt8]]) {
    let column = column(point)
    pushMark()
    for (index, line) in lines.enumerated() {
      if index > 0 {
        forwardLine()
        if !isLineStart(point) { insert(newline) }
        moveToColumn(column, .filling)
      }
      insert(line)
    }
  }
}

/// `C-x Space`: the region as a rectangle, in which point may go past the ends of lines.
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
    movePoint(atColumn: max(0, pointColumn + count))
  }

  mutating func moveInRectangle(lines count: Int) {
    let column = pointColumn
    forwardLine(count)
    movePoint(atColumn: column)
  }

  private mutating func movePoint(atColumn wanted: Int) {
    let column = min(wanted, Self.mostColumns)
    let reached = moveToColumn(column)
    if reached == column, !isLineEnd(point) {
      rectangle.pointEdge = nil
      return
    }
    if reached > column { point = previous(point) }
    rectangle.pointEdge = (point, column)
  }

  /// Moves point to the next corner of the rectangle.
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
    movePoint(atColumn: isRepeated ? there.column : here.column)
    region.mark = point
    rectangle.markEdge = rectangle.pointEdge
    rectangle.pointEdge = nil
    point = there.offset
    movePoint(atColumn: isRepeated ? here.column : there.column)
  }

  /// A selection for each line of the rectangle; the main one has the cursor.
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
