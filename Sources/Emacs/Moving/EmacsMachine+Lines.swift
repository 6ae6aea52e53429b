import TextEngine

/// Moves up and down, by lines or by rows of the screen.
extension EmacsMachine {
  mutating func moveDown(_ count: Int) throws(EmacsFailure) {
    defer { command.name = "next-line" }
    if rectangle.isOn, region.isActive { return moveInRectangle(lines: count) }
    if options.movesByRows, text.edits.isEmpty { return try moveRows(count) }
    if command.last != "next-line" { goal = column(point) }
    try moveLinesKeepingColumn(count)
  }

  private mutating func moveLinesKeepingColumn(_ count: Int) throws(EmacsFailure) {
    let target = line(point) + count
    if target < 0 {
      point = 0
      throw .startOfText
    }
    if target > lastLine {
      point = end
      throw .endOfText
    }
    point = start(ofLine: target)
    moveToColumn(goal)
  }

  private mutating func moveRows(_ count: Int) throws(EmacsFailure) {
    let keeps = command.last == "next-line"
    var wanted: Column? = keeps ? Column(goal) : nil
    for _ in 0..<abs(count) {
      let here = text.rows.bounds(ByteOffset(point))
      let moved = text.rows.move(ByteOffset(point), wanted, count > 0 ? 1 : -1)
      wanted = moved.goal
      let isStuck = text.rows.bounds(moved.offset) == here && moved.offset != ByteOffset(point)
      let isAtEnd = moved.offset == ByteOffset(point)
      if isStuck || isAtEnd {
        goal = moved.goal.value
        point = count > 0 ? end : 0
        throw count > 0 ? .endOfText : .startOfText
      }
      point = moved.offset.value
    }
    if let wanted { goal = wanted.value }
  }

  // MARK: - The screen

  /// Scrolls by a page less two rows.
  mutating func scroll(_ direction: Int) throws(EmacsFailure) {
    let page = max(1, text.rows.height - 2)
    let rows: Int
    switch argument {
    case nil: rows = direction * page
    case .minus: rows = -direction * page
    case .some(let argument): rows = direction * argument.value
    }
    if rows > 0, point == end { throw .endOfText }
    if rows < 0, point == 0 { throw .startOfText }
    if text.edits.isEmpty {
      point = text.rows.move(ByteOffset(point), nil, rows).offset.value
    } else {
      forwardLine(rows)
    }
    effects.append(.scroll(rows))
  }

  /// Scrolls the row of point to the middle, then the top, then the bottom.
  mutating func recenter() {
    let goals = [1, 0, 2]
    goalOfRecenter = command.last == "recenter" ? (goalOfRecenter + 1) % 3 : 0
    effects.append(.align(goals[goalOfRecenter]))
  }

  /// Handles `M-r`. The rows on the screen are known here only if all of the text fits.
  mutating func moveToWindowLine() {
    let height = text.rows.height
    guard argument == nil, lastLine < height else {
      return ask(EmacsKeymap.middleRow, count: argument?.value)
    }
    let target = height / 2
    point = target > lastLine ? end : start(ofLine: target)
  }

  private var goalOfRecenter: Int {
    get { goal % 3 }
    set { goal = newValue }
  }
}
