import TextEngine

/// Operators and their targets.
extension VimMachine {
  mutating func operate(_ name: VimOperator, _ invocation: Invocation) throws(VimFailure) {
    if invocation.register.map({ !VimRegisters.isName($0) }) ?? false { throw .quiet }
    if isVisual { return try operateOnSelection(name, invocation) }
    keys.pendingOperator = name
    keys.cursorBefore = cursor
    change.begin(invocation, in: self)
    let region = try regionOf(invocation, for: name)
    if name.isYank { change.recording = nil } else { change.keep() }
    try work(name, on: region)
    if !isInserting { change.finish() }
  }

  // MARK: - Regions

  mutating func regionOf(
    _ invocation: Invocation, for name: VimOperator
  ) throws(VimFailure) -> VimRegion {
    let from = cursor
    let move = try target(of: invocation, for: name)
    keys.lastShape = move.shape
    if move.isJump { markJump() }
    var region = VimRegion(start: move.start ?? from, end: move.end, shape: move.shape)
    region.register = invocation.register
    region.isInclusive = move.isInclusive || move.shape == .lines
    if region.end < region.start { swap(&region.start, &region.end) }
    if case .motion(let id) = invocation.target, case .motion(let motion)? = VimMeaning(id) {
      region.usesFirstRegister = motion.usesFirstRegister
    }
    if let shape = invocation.shape { force(shape, on: &region, move) }
    if region.shape != .block { cursor = region.start }
    if !move.isExact { adjustEnd(of: &region) }
    return region
  }

  private mutating func target(
    of invocation: Invocation, for name: VimOperator
  ) throws(VimFailure) -> VimMove {
    switch invocation.target {
    case .motion(let id):
      guard case .motion(let motion)? = VimMeaning(id) else { throw .quiet }
      return try move(motion, count: invocation.count, argument: invocation.argument)
    case .object(let id):
      if id == VimCommand.matchNext.id || id == VimCommand.matchPrevious.id {
        return try selectMatch(
          isForward: id == VimCommand.matchNext.id, count: invocation.count ?? 1)
      }
      guard case .object(let object, let around)? = VimMeaning(id) else { throw .quiet }
      return try select(object, count: invocation.count, around: around)
    case .lines, nil: return try wholeLines(invocation.count ?? 1, for: name)
    }
  }

  /// Returns the target of a doubled operator: `count` lines from here.
  private mutating func wholeLines(
    _ count: Int, for name: VimOperator
  ) throws(VimFailure) -> VimMove {
    if count > 1, cursor.line == text.lastLine { throw .quiet }
    let last = min(text.lastLine, cursor.line + count - 1)
    if name == .surround { return textOfLines(last) }
    let bytes = text.line(last)
    let column = name.isYank ? min(cursor.column, bytes.count) : firstText(bytes)
    return VimMove(end: VimPosition(line: last, column: column), shape: .lines)
  }

  private mutating func force(
    _ shape: Invocation.Shape, on region: inout VimRegion, _ move: VimMove
  ) {
    region.isForced = true
    switch shape {
    case .characters:
      region.isInclusive = region.shape == .lines ? false : !region.isInclusive
      region.shape = .characters
    case .lines: region.shape = .lines
    case .block:
      // Without a move there is a character to yank, but none to delete.
      if region.start == region.end, !move.isInclusive, move.shape == .characters,
        keys.pendingOperator?.isYank != true
      {
        region.isInclusive = false
        return
      }
      // As if selected: both the cursor's position and the motion's end are included.
      region.shape = .block
      region.isInclusive = true
      let toEnd = move.wanted == .end
      setCells(of: &region, toEnd: toEnd)
    }
  }

  /// Sets the cells of a block between its corners.
  func setCells(of region: inout VimRegion, toEnd: Bool) {
    let one = cells(of: region.start)
    let other = cells(of: region.end)
    let first = min(one.lowerBound, other.lowerBound)
    region.cells = first...(toEnd ? Int.max : max(one.upperBound, other.upperBound))
  }

  private func cells(of position: VimPosition) -> ClosedRange<Int> {
    let line = text.line(position.line)
    let first = VimChars.cell(line, at: position.column, tab: options.tabStop)
    if position.column >= line.count { return first...first }
    let width = VimChars.width(line, at: position.column, cell: first, tab: options.tabStop)
    return first...first + width - 1
  }

  /// Adjusts a region that ends before the first character of a line: it ends with the line before;
  /// if only blanks precede its start, it becomes whole lines.
  private func adjustEnd(of region: inout VimRegion) {
    guard region.shape == .characters, !region.isInclusive, region.end.column == 0,
      region.lineCount > 1
    else { return }
    region.isAdjusted = true
    region.end.line -= 1
    let before = text.line(region.start.line)
    if before.prefix(while: isBlank).count >= region.start.column {
      region.shape = .lines
    } else {
      let line = text.line(region.end.line)
      region.end.column = line.count
      if !line.isEmpty {
        region.end.column = VimChars.last(line)
        region.isInclusive = true
      }
    }
  }

  // MARK: - Running operators

  mutating func work(_ name: VimOperator, on region: VimRegion) throws(VimFailure) {
    switch name {
    case .delete: delete(region)
    case .yank: yank(region)
    case .yankTrimmed: yank(region, trims: true)
    case .change: try changeRegion(region)
    case .indent, .outdent:
      let amount = (region.isVisual ? region.count : 1) * (name == .indent ? 1 : -1)
      // The cursor after undo.
      cursor = region.start
      if amount > text.key.mostRepeated / max(1, options.shiftWidth) / region.lines.count {
        throw VimFailure(message: "E1240: Resulting text too long")
      }
      if region.shape == .block {
        shiftBlock(region, by: amount)
      } else {
        shiftLines(region.lines, by: amount)
        setChanged(
          from: VimPosition(line: region.start.line, column: 0),
          to: VimPosition(line: region.end.line, column: max(0, text.length(region.end.line) - 1)))
        goToLine(region.start.line)
      }
    case .lower, .upper, .toggleCase, .rot13: changeCase(region, by: name)
    case .join, .joinPlainly:
      let last = max(region.end.line, region.start.line + 1)
      if last > text.lastLine { throw .quiet }
      cursor = region.start
      joinLines(region.start.line...last, plainly: name == .joinPlainly)
    case .format, .formatStaying: try format(region, staying: name == .formatStaying)
    case .comment: try comment(region.lines)
    case .surround: try surround(region)
    case .filter: askForFilter(region)
    case .reindent: reindent(region)
    }
  }
}

extension VimOperator {
  var isYank: Bool { self == .yank || self == .yankTrimmed }
}

extension VimMotion {
  /// Whether text deleted by this motion goes to the registers of lines, however short it is.
  fileprivate var usesFirstRegister: Bool {
    switch self {
    case .percent, .sentence, .sentenceBack, .mark, .paragraph, .paragraphBack, .searchForward,
      .searchBack, .searchAgain, .searchAgainBack, .searchWord, .searchWordBack, .searchPart,
      .searchPartBack:
      true
    default: false
    }
  }
}
