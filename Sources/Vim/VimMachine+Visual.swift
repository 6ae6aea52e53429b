import TextEngine

/// The selection and its commands.
extension VimMachine {
  mutating func beginVisual(_ shape: VimShape, count: Int?) {
    visual.start = cursor
    if let count, var extent = visual.extent {
      // Selects as much as the last visual command worked on, `count` times.
      if extent.shape != .characters || extent.lines > 1 { extent.lines *= count }
      if extent.shape == .block || extent.lines == 1 { extent.cells *= count }
      return selectExtent(extent)
    }
    mode = .visual(shape)
    keys.interpreter.enter("visual")
    guard let count, count > 1 else { return }
    let motion: VimMotion = shape == .lines ? .down : .right
    if let move = try? move(motion, count: count - 1, argument: "") { try? go(move) }
  }

  mutating func selectAgain() throws(VimFailure) {
    guard let last = visual.last, let start = marks.positions[VimMarks.visualStart],
      let end = marks.positions[VimMarks.visualEnd]
    else { throw .quiet }
    if isVisual { remember(selection) }
    visual.start = clamped(start)
    cursor = clamped(end)
    mode = .visual(last.shape)
    if last.wanted == .end { wanted = .end } else { want() }
  }

  func clamped(_ position: VimPosition) -> VimPosition {
    let line = min(position.line, text.lastLine)
    return VimPosition(line: line, column: min(position.column, text.length(line)))
  }

  private var selection: (start: VimPosition, end: VimPosition, shape: VimShape, wanted: VimColumn)
  {
    (visual.start, cursor, visualShape ?? .characters, wanted == .end ? .end : .cell(0))
  }

  /// Saves a selection for `gv`; its ends follow changes of lines as marks do.
  mutating func remember(
    _ last: (start: VimPosition, end: VimPosition, shape: VimShape, wanted: VimColumn)
  ) {
    visual.last = last
    marks.positions[VimMarks.visualStart] = last.start
    marks.positions[VimMarks.visualEnd] = last.end
  }

  /// Returns to normal mode and saves the selection for `gv` and the marks.
  mutating func leaveVisual() {
    guard let shape = visualShape else { return }
    (visual.isSelecting, visual.oneCommand) = (false, false)
    remember(selection)
    var (low, high) = (min(visual.start, cursor), max(visual.start, cursor))
    if shape == .lines {
      low.column = 0
      high.column = VimMarks.lineEnd
    }
    marks.positions["<"] = low
    marks.positions[">"] = high
    mode = .normal
    rest()
  }

  /// Returns the selection as an operator's target.
  private mutating func selectedRegion(
    _ invocation: Invocation, as forced: VimShape? = nil, onLines: Bool = false, isRepeated: Bool
  ) -> VimRegion {
    var shape = visualShape ?? .characters
    let toEnd = wanted == .end
    var region = VimRegion(
      start: min(visual.start, cursor), end: max(visual.start, cursor), shape: shape,
      isVisual: true)
    region.register = invocation.register
    region.count = invocation.count ?? 1
    if let forced { shape = forced }
    region.shape = shape
    switch shape {
    case .lines:
      // If the cursor is above the start of the selection, it stays in its column.
      if !isRepeated, cursor.line >= visual.start.line { region.start.column = 0 }
    case .block: setCells(of: &region, toEnd: toEnd)
    case .characters:
      if region.end.column >= text.length(region.end.line) {
        region.isInclusive = false
        region.end.column = text.length(region.end.line)
        // The line's end is selected too.
        if !onLines, region.end.line < text.lastLine {
          region.end = VimPosition(line: region.end.line + 1, column: 0)
        }
      }
    }
    return region
  }

  /// Returns the size of the selection for `.`.
  private func extent(_ count: Int?) -> VimExtent {
    let shape = visualShape ?? .characters
    let (low, high) = (min(visual.start, cursor), max(visual.start, cursor))
    let lines = high.line - low.line + 1
    var region = VimRegion(start: low, end: high, shape: shape)
    setCells(of: &region, toEnd: false)
    var extent = VimExtent(shape: shape, lines: lines, cells: region.cells.count, count: count)
    if shape == .characters {
      if lines > 1 {
        var end = VimRegion(start: high, end: high, shape: shape)
        setCells(of: &end, toEnd: false)
        extent.cells = end.cells.upperBound + 1
      }
      if high.column >= text.length(high.line), lines == 1, text.length(high.line) > 0 {
        extent.cells = region.cells.count
      }
    }
    extent.isToEnd = wanted == .end
    return extent
  }

  /// Selects text of a size from the cursor on.
  mutating func selectExtent(_ extent: VimExtent) {
    visual.start = cursor
    mode = .visual(extent.shape)
    let first = cell(of: cursor)
    cursor.line = min(text.lastLine, cursor.line + extent.lines - 1)
    switch extent.shape {
    case .lines: break
    case .block where extent.isToEnd: wanted = .end
    case .characters, .block:
      let isInOneLine = extent.shape == .block || extent.lines == 1
      wanted = extent.isToEnd ? .end : .cell((isInOneLine ? first : 0) + extent.cells - 1)
      goToWanted()
      // If the line is too short, its end is selected too.
      let end = VimPosition(line: cursor.line, column: text.length(cursor.line))
      if case .cell(let last) = wanted, last >= cell(of: end) { cursor = end }
    }
  }

  // MARK: - Operators

  mutating func operateOnSelection(
    _ name: VimOperator, _ invocation: Invocation, as forced: VimShape? = nil
  ) throws(VimFailure) {
    let onLines = forced == .lines || name.worksOnLines
    try workOnSelection(invocation, as: forced, onLines: onLines, isYank: name.isYank) {
      machine, region throws(VimFailure) in
      try machine.work(name, on: region)
    }
  }

  /// Leaves visual mode and works on the selected text.
  mutating func workOnSelection(
    _ invocation: Invocation, as forced: VimShape? = nil, onLines: Bool = false,
    isYank: Bool = false,
    _ work: (inout VimMachine, VimRegion) throws(VimFailure) -> Void
  ) throws(VimFailure) {
    change.begin(invocation, in: self)
    let isRepeated = change.repeated != nil
    var extent = change.repeated ?? self.extent(invocation.count)
    if let forced { extent.shape = forced }
    change.repeated = nil
    visual.extent = extent
    change.recordedVisual = extent
    change.recordedCount = nil
    var invocation = invocation
    invocation.count = invocation.count ?? extent.count
    var region = selectedRegion(
      invocation, as: forced, onLines: onLines, isRepeated: isRepeated)
    if isRepeated, region.shape == .block, !extent.isToEnd {
      // As wide as before, even if the last line is too short.
      let first = cell(of: visual.start)
      region.cells = first...first + extent.cells - 1
    }
    leaveVisual()
    cursor = region.start
    if region.shape == .block {
      // Work on a block begins at its upper left corner.
      cursor.column = VimChars.column(
        text.line(region.start.line), ofCell: region.cells.lowerBound, tab: options.tabStop)
    }
    if isYank { change.recording = nil } else { change.keep() }
    try work(&self, region)
    if !isInserting { change.finish() }
  }

  var isInserting: Bool {
    switch mode {
    case .insert, .replace: true
    default: false
    }
  }
}

extension VimOperator {
  /// Whether the end of a selected line makes no difference.
  var worksOnLines: Bool {
    switch self {
    case .indent, .outdent, .join, .joinPlainly, .format, .formatStaying, .comment, .surround,
      .filter, .reindent:
      true
    default: false
    }
  }
}
