import TextEngine

/// Keys of normal and visual mode.
extension VimMachine {
  var isVisual: Bool { if case .visual = mode { true } else { false } }
  var visualShape: VimShape? { if case .visual(let shape) = mode { shape } else { nil } }

  mutating func command(_ key: String) throws(VimFailure) {
    if let literal = keys.literal { return try literalKey(key, literal) }
    if let waiting = keys.signs { return try signKey(key, waiting) }
    if keys.interpreter.awaitsCharacter, key == "C-v" || key == "C-q" || key == "C-k" {
      keys.literal = VimLiteral(isDigraph: key == "C-k")
      return
    }
    if key == "C-e" || key == "C-y", let command = keys.interpreter.awaitingCommand,
      command == VimCommand.replaceOne.id || command == VimCommand.replaceOneCell.id
    {
      return try press(key == "C-e" ? VimKeyMarks.below : VimKeyMarks.above)
    }
    if keys.interpreter.awaitsCharacter, key == "Esc" {
      keys.interpreter.cancel()
      throw .quiet
    }
    let playsNext = keys.interpreter.awaitingCommand == VimCommand.play.id
    if key == "=", keys.interpreter.awaitsRegister || playsNext { return openPrompt("=") }
    if isVisual, try selectModeKey(key) { return }
    if key == "q", macro.recording != nil, !keys.interpreter.isWaiting { return endRecording() }
    try press(key)
  }

  /// Passes a character entered by its code to the command that waits for it.
  private mutating func literalKey(_ key: String, _ literal: VimLiteral) throws(VimFailure) {
    var literal = literal
    switch literal.press(key) {
    case .more: keys.literal = literal
    case .done(let character, let rest):
      keys.literal = nil
      if character.isEmpty { throw .quiet }
      try press(character)
      if let rest { queue([rest]) }
    }
  }

  mutating func press(_ key: String) throws(VimFailure) {
    let expected: KeyRules.ModeID = isVisual ? "visual" : "normal"
    if keys.interpreter.mode != expected, !keys.interpreter.isWaiting {
      keys.interpreter.enter(expected)
    }
    switch keys.interpreter.press(key) {
    case .pending: return
    case .unbound:
      if let oneCommand = insert.oneCommand { endOneCommand(oneCommand) }
      throw VimUnsupported.failure(keys.interpreter.unbound)
    case .run(let invocation): try perform(invocation)
    }
  }

  /// Runs a command, after asking for the line if it needs one.
  private mutating func perform(_ invocation: Invocation) throws(VimFailure) {
    if let sign = promptSign(of: invocation) {
      return askForPattern(sign, invocation)
    }
    try finish(invocation)
  }

  /// Runs a command that has everything it needs.
  mutating func finish(
    _ invocation: Invocation, pressed: [String]? = nil, signs: VimDelimiterNames? = nil
  ) throws(VimFailure) {
    let pressed = pressed ?? keys.interpreter.commandKeys
    if signs == nil, let waiting = VimDelimiterKeys(invocation, pressed: pressed) {
      keys.signs = waiting
      return
    }
    keys.signNames = signs ?? VimDelimiterNames()
    change.pressed = pressed
    let (oneCommand, waiting) = (insert.oneCommand, keys.queue.count)
    var failure: VimFailure?
    do throws(VimFailure) { try act(on: invocation) } catch { failure = error }
    // `.` also repeats a command that failed.
    if failure != nil, !isInserting { change.finish() }
    keys.pendingOperator = nil
    keys.cursorBefore = nil
    dropNoOpJump()
    // The command that `.` or a macro plays is the one.
    let isPlayed = keys.queue.count > waiting
    if let oneCommand, !isVisual || failure != nil, mode != .prompt, mode != .confirm, !isPlayed {
      endOneCommand(oneCommand)
    }
    endVisualCommand()
    if mode == .normal { endStep() }
    if let failure { throw failure }
  }

  private mutating func act(on invocation: Invocation) throws(VimFailure) {
    let isWindowCommand = VimWindows.isWindowCommand(invocation.command)
    try refuseAfterWindow(isWindowCommand: isWindowCommand)
    if isWindowCommand { return try runWindowKeys(invocation) }
    if let absent = VimUnsupported.keys(of: invocation.command) { return try refuse(absent) }
    guard let meaning = VimMeaning(invocation.command) else {
      // A command of the editor.
      effects.append(.run(invocation))
      return
    }
    switch meaning {
    case .motion(let motion):
      keys.lastShape = .characters
      let move = try move(motion, count: invocation.count, argument: invocation.argument)
      keys.lastShape = move.shape
      try go(move, by: motion)
    case .object(let object, let around):
      try extend(over: try select(object, count: invocation.count, around: around))
    case .operator(let name): try operate(name, invocation)
    case .command(let command): try run(command, invocation)
    }
  }

  /// Moves the cursor, or the end of the selection.
  mutating func go(_ move: VimMove, by motion: VimMotion? = nil) throws(VimFailure) {
    if move.isJump { markJump() }
    cursor = move.end
    // Between `C-o` and further typing, these two do not move past a line of one character.
    if motion == .lineStart || motion == .lineFirst { insert.endLine = nil }
    if let wanted = move.wanted {
      self.wanted = wanted
      goToWantedEnd()
    } else {
      rest()
      want()
    }
  }

  /// Moves to the wanted line end of `$` and vertical moves, on a character.
  private mutating func goToWantedEnd() {
    if wanted == .end {
      let line = text.line(cursor.line)
      cursor.column = isVisual ? line.count : VimChars.last(line)
    }
  }

  /// Selects an object in visual mode.
  mutating func extend(over move: VimMove) throws(VimFailure) {
    if let start = move.start { visual.start = start }
    cursor = move.end
    if case .visual = mode { mode = .visual(move.shape) }
    want()
  }

  // MARK: - Marks

  /// Records the start of a jump.
  mutating func markJump() {
    marks.jumpBefore = marks.positions["'"] ?? VimPosition(line: 0, column: 0)
    marks.positions["'"] = cursor
    marks.jumps.append(cursor)
    if marks.jumps.count > 100 { marks.jumps.removeFirst() }
    marks.jumpIndex = marks.jumps.count
  }

  /// Restores the earlier mark after a jump that led nowhere.
  private mutating func dropNoOpJump() {
    if let before = marks.jumpBefore, marks.positions["'"] == cursor {
      marks.positions["'"] = before
    }
    marks.jumpBefore = nil
  }

  /// Records the last change for `` `. `` and `g;`.
  mutating func markChanged(_ position: VimPosition) {
    marks.positions["."] = position
    if let last = marks.changes.last, last.line == position.line,
      abs(last.column - position.column) < 79
    {
      marks.changes[marks.changes.count - 1] = position
    } else {
      marks.changes.append(position)
      if marks.changes.count > 100 { marks.changes.removeFirst() }
    }
    marks.changeIndex = marks.changes.count
  }

  mutating func setChanged(from start: VimPosition, to end: VimPosition) {
    marks.positions["["] = start
    marks.positions["]"] = end
  }

  /// Records a change and sets the marks at its ends.
  mutating func noteChange(from start: VimPosition, to end: VimPosition) {
    setChanged(from: start, to: end)
    markChanged(start)
  }

  mutating func noteChange(lines first: Int, through last: Int, column: Int = 0) {
    noteChange(from: VimPosition(line: first), to: VimPosition(line: last, column: column))
  }

  /// Records a change from the start of the first line to the last byte of the last one.
  mutating func noteChange(toEndOf lines: ClosedRange<Int>) {
    let last = max(0, text.length(lines.upperBound) - 1)
    noteChange(lines: lines.lowerBound, through: lines.upperBound, column: last)
  }

  /// Moves to a block's left side, in the line of the cursor.
  mutating func goToLeftSide(of block: VimRegion) {
    cursor.column = VimChars.column(
      text.line(cursor.line), ofCell: block.cells.lowerBound, tab: options.tabStop)
  }
}
