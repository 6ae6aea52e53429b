import TextEngine

/// Commands of visual mode.
extension VimMachine {
  mutating func runOnSelection(
    _ command: VimCommand, _ invocation: Invocation
  ) throws(VimFailure) {
    switch command {
    case .visual: switchVisual(to: .characters)
    case .visualLines: switchVisual(to: .lines)
    case .visualBlock: switchVisual(to: .block)
    case .leaveVisual: leaveVisual()
    case .otherEnd: swapEnds()
    case .otherCorner: swapCorners()
    case .visualAgain: try selectAgain()
    case .matchNext, .matchPrevious:
      try extend(
        over: try selectMatch(isForward: command == .matchNext, count: invocation.count ?? 1))
    case .commandLine: try openCommandLine(nil)
    case .deleteLines where visualShape == .block: try operateOnSelection(.delete, invocation)
    case .yankLines where visualShape == .block: try operateOnSelection(.yank, invocation)
    case .deleteLines: try operateOnSelection(.delete, invocation, as: .lines)
    case .changeLines: try operateOnSelection(.change, invocation, as: .lines)
    case .yankLines: try operateOnSelection(.yank, invocation, as: .lines)
    case .deleteBlockToEnd, .changeBlockToEnd:
      let name: VimOperator = command == .deleteBlockToEnd ? .delete : .change
      if visualShape == .block {
        wanted = .end
        try operateOnSelection(name, invocation)
      } else {
        try operateOnSelection(name, invocation, as: .lines)
      }
    case .replaceOne: try replaceSelected(invocation)
    case .insertInBlock, .appendInBlock: try typeInBlock(command, invocation)
    case .putOver, .putOverKeeping, .putAfterAndGo: try putOver(command, invocation)
    case .add, .subtract, .addRising, .subtractRising:
      let isUp = command == .add || command == .addRising
      let rises = command == .addRising || command == .subtractRising
      try workOnSelection(invocation) { machine, region throws(VimFailure) in
        try machine.add(isUp ? region.count : -region.count, to: region, rising: rises)
      }
    case .switchSelecting, .listAgain, .countWords, .topBelow, .bottomAbove:
      try runSmall(command, invocation)
    case .setMark, .record, .play, .sayCharacter, .sayBytes, .halfPageDown, .halfPageUp,
      .wholePageDown, .wholePageUp, .scrollDown, .scrollUp, .alignTop, .alignMiddle, .alignBottom,
      .alignTopText, .alignMiddleText, .alignBottomText:
      try runElsewhere(command, invocation)
    default: throw .quiet
    }
  }

  private mutating func switchVisual(to shape: VimShape) {
    if visualShape == shape { leaveVisual() } else { mode = .visual(shape) }
  }

  private mutating func swapEnds() {
    swap(&visual.start, &cursor)
    rest()
    want()
  }

  private mutating func swapCorners() {
    guard visualShape == .block else { return swapEnds() }
    let (mine, other) = (cell(of: cursor), cell(of: visual.start))
    let tab = options.tabStop
    cursor.column = VimChars.column(text.line(cursor.line), ofCell: other, tab: tab)
    visual.start.column = VimChars.column(text.line(visual.start.line), ofCell: mine, tab: tab)
    want()
  }

  private mutating func replaceSelected(_ invocation: Invocation) throws(VimFailure) {
    try workOnSelection(invocation, onLines: true) { machine, region throws(VimFailure) in
      var region = region
      region.isInclusive = region.isInclusive || region.shape != .characters
      machine.replaceCharacters(region, with: invocation.argument)
    }
  }

  private mutating func typeInBlock(
    _ command: VimCommand, _ invocation: Invocation
  ) throws(VimFailure) {
    guard visualShape == .block else {
      // For a selection of characters or lines, typing begins at one of its ends.
      let isAppending = command == .appendInBlock
      let (last, repeated) = (lastOfLines, change.repeated)
      let toEnd = repeated?.isToEnd ?? (wanted == .end)
      try workOnSelection(invocation, as: .lines, onLines: true) { machine, region in
        machine.cursor = isAppending ? last : region.start
        if isAppending { machine.goBehindSelection(toEnd: toEnd, isRepeated: repeated != nil) }
        machine.beginInsertion(.insert)
      }
      return
    }
    let toEnd = wanted == .end
    try workOnSelection(invocation) { machine, region in
      machine.beginBlock(region, isAppending: command == .appendInBlock, toEnd: toEnd)
    }
  }

  /// The end of a selection that is taken to begin at the start of its first line: in that line it
  /// is the cursor, even if that is before the start of the selection.
  private var lastOfLines: VimPosition {
    max(cursor, VimPosition(line: visual.start.line, column: 0))
  }

  /// Moves past the last character, unless it is in the first cell of its line or `$` extended the
  /// selection to the line's end. A repeat always moves past it.
  private mutating func goBehindSelection(toEnd: Bool, isRepeated: Bool) {
    let line = text.line(cursor.line)
    cursor.column = min(cursor.column, VimChars.last(line))
    if line.isEmpty || toEnd { return }
    if isRepeated {
      cursor.column = VimChars.next(line, cursor.column)
      return
    }
    let first = cell(of: cursor)
    let width = VimChars.width(line, at: cursor.column, cell: first, tab: options.tabStop)
    if first + width > 1 { cursor.column = VimChars.next(line, cursor.column) }
  }

  private mutating func beginBlock(_ region: VimRegion, isAppending: Bool, toEnd: Bool) {
    let cell =
      toEnd && isAppending
      ? Int.max : isAppending ? region.cells.upperBound + 1 : region.cells.lowerBound
    var bytes = text.line(region.start.line)
    cursor = region.start
    var column = bytes.count
    if cell != .max {
      column = VimChars.column(bytes, ofCell: cell, tab: options.tabStop)
      let first = VimChars.cell(bytes, at: column, tab: options.tabStop)
      if column >= bytes.count, first < cell, isAppending {
        bytes += [UInt8](repeating: 0x20, count: cell - first)
        changeLine(region.start.line, bytes)
        column = bytes.count
      }
    }
    cursor.column = column
    beginInsertion(.insert)
    insert.block = VimBlockInsertion(
      lines: Array(region.lines.dropFirst()), cell: cell, column: column, pads: isAppending,
      kind: isAppending ? .append : .insert, length: bytes.count)
    insert.blockEdge.line = region.start.line
    insert.block?.shownColumn =
      isAppending
      ? VimChars.column(bytes, ofCell: region.cells.lowerBound, tab: options.tabStop) : column
  }

  /// Handles `p` on a selection: the replaced text goes to the register that was put.
  private mutating func putOver(
    _ command: VimCommand, _ invocation: Invocation
  ) throws(VimFailure) {
    let keeps = command == .putOverKeeping
    let content = try value(ofRegister: invocation.register)
    let shape = visualShape ?? .characters
    let blockEnd = max(visual.start, cursor)
    try workOnSelection(invocation, onLines: false) { machine, region throws(VimFailure) in
      var region = region
      region.register = keeps ? "_" : nil
      region.isVisual = true
      var how = Putting(count: invocation.count ?? 1, isAfter: false)
      let times = shape == .block ? region.lines.count : 1
      if let content { try machine.check(content, count: how.count * times) }
      let wasWhole = region.shape == .lines && region.lines == 0...machine.text.lastLine
      machine.delete(region)
      guard var content else { return }
      how.goesBehind = command == .putAfterAndGo
      switch shape {
      case .lines: content.shape = .lines
      case .characters: how.splits = content.shape == .lines
      case .block:
        if content.shape == .lines {
          machine.cursor = machine.clamped(blockEnd)
          how.isAfter = true
        }
      }
      let wanted = machine.marks.positions["["] ?? region.start
      if shape != .lines, shape != .block || content.shape != .lines {
        machine.rest()
        how.isAfter = machine.cursor.column < wanted.column
      } else if shape == .lines {
        how.isAfter = machine.cursor.line < region.start.line
      }
      if shape == .block, content.shape == .characters, content.lines.count == 1 {
        machine.putInBlock(content.lines[0], how, region)
      } else {
        try machine.put(content, how)
      }
      if wasWhole, machine.text.length(machine.text.lastLine) == 0 {
        machine.removeLines(machine.text.lastLine...machine.text.lastLine)
        machine.rest()
      }
      let positions = machine.marks.positions
      if let start = positions["["], let end = positions["]"] {
        machine.remember((start, end, shape, .cell(0)))
        machine.marks.positions["<"] = start
        machine.marks.positions[">"] = end
      }
    }
  }
}
