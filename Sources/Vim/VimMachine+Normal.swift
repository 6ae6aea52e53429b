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
    if keys.interpreter.awaitsCharacter, key == "Esc" {
      keys.interpreter.cancel()
      throw .quiet
    }
    if keys.interpreter.awaitsRegister, key == "=" {
      keys.interpreter.cancel()
      return openPrompt("=")
    }
    if key == "q", macro.recording != nil, !keys.interpreter.isWaiting { return endRecording() }
    try press(key)
  }

  /// The character that a waiting command gets by its code.
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

  private mutating func press(_ key: String) throws(VimFailure) {
    let expected: KeyRules.ModeID = isVisual ? "visual" : "normal"
    if keys.interpreter.mode != expected, !keys.interpreter.isWaiting {
      keys.interpreter.enter(expected)
    }
    switch keys.interpreter.press(key) {
    case .pending: return
    case .unbound:
      if let oneCommand = insert.oneCommand { endOneCommand(oneCommand) }
      throw VimAbsent.failure(keys.interpreter.unbound)
    case .run(let invocation): try perform(invocation)
    }
  }

  /// Does a command. One that needs a line typed waits for it first.
  private mutating func perform(_ invocation: Invocation) throws(VimFailure) {
    if let sign = promptSign(of: invocation) {
      return askForPattern(sign, invocation)
    }
    try finish(invocation)
  }

  /// The same once all that it needs is there.
  mutating func finish(
    _ invocation: Invocation, pressed: [String]? = nil, signs: VimSignNames? = nil
  ) throws(VimFailure) {
    let pressed = pressed ?? keys.interpreter.commandKeys
    if signs == nil, let waiting = VimSignKeys(invocation, pressed: pressed) {
      keys.signs = waiting
      return
    }
    keys.signNames = signs ?? VimSignNames()
    change.pressed = pressed
    let oneCommand = insert.oneCommand
    var failure: VimFailure?
    do throws(VimFailure) { try act(on: invocation) } catch { failure = error }
    // What failed as it was done is done again by `.` all the same.
    if failure != nil, !isInserting { change.finish() }
    keys.pendingOperator = nil
    keys.cursorBefore = nil
    forgetIdleJump()
    if let oneCommand, !isVisual || failure != nil, mode != .prompt, mode != .confirm {
      endOneCommand(oneCommand)
    }
    if mode == .normal { endStep() }
    if let failure { throw failure }
  }

  private mutating func act(on invocation: Invocation) throws(VimFailure) {
    if let absent = VimAbsent.keys(of: invocation.command) { return try refuse(absent) }
    guard let meaning = VimMeaning(invocation.command) else {
      // One of the editor's own.
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

  /// Moves the cursor, or the end of what is selected.
  mutating func go(_ move: VimMove, by motion: VimMotion? = nil) throws(VimFailure) {
    if move.isJump { markJump() }
    cursor = move.end
    // Between `C-o` and what is typed on these two do not go behind a line of one character.
    if motion == .lineStart || motion == .lineFirst { insert.endLine = nil }
    if let wanted = move.wanted {
      self.wanted = wanted
      goToWantedEnd()
    } else {
      rest()
      want()
    }
  }

  /// `$` and moves up and down keep what they want, and still are on a character.
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

  /// A jump begins where the cursor is.
  mutating func markJump() {
    marks.jumpBefore = marks.positions["'"] ?? VimPosition(line: 0, column: 0)
    marks.positions["'"] = cursor
    marks.jumps.append(cursor)
    if marks.jumps.count > 100 { marks.jumps.removeFirst() }
    marks.jumpIndex = marks.jumps.count
  }

  /// A jump that led nowhere else leaves the mark of the one before.
  private mutating func forgetIdleJump() {
    if let before = marks.jumpBefore, marks.positions["'"] == cursor {
      marks.positions["'"] = before
    }
    marks.jumpBefore = nil
  }

  /// Where the text was changed last, for `` `. `` and `g;`.
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

  /// Both for what was changed from its start.
  mutating func noteChange(from start: VimPosition, to end: VimPosition) {
    setChanged(from: start, to: end)
    markChanged(start)
  }

  mutating func noteChange(lines first: Int, through last: Int, column: Int = 0) {
    noteChange(from: VimPosition(line: first), to: VimPosition(line: last, column: column))
  }

  /// From the start of the first to the last byte of the last one.
  mutating func noteChange(toEndOf lines: ClosedRange<Int>) {
    let last = max(0, text.length(lines.upperBound) - 1)
    noteChange(lines: lines.lowerBound, through: lines.upperBound, column: last)
  }

  /// To a block's left side, in the line of the cursor.
  mutating func goToLeftSide(of block: VimRegion) {
    cursor.column = VimChars.column(
      text.line(cursor.line), ofCell: block.cells.lowerBound, tab: options.tabStop)
  }
}
