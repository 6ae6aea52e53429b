import TextEngine

/// The ways in which a command begins to type.
enum VimTypingStart: Sendable { case insert, replace, replaceCells }

/// `:@`, `:startinsert` and the like.
extension VimMachine {
  /// Handles `:@a`: runs the lines of a register as commands. `:@:` repeats the last command line,
  /// `:@@` the last register.
  mutating func playLines(_ call: VimExCall) throws(VimFailure) {
    var name = call.argument.first ?? "@"
    if name == "@" || name == "*" && call.argument.isEmpty {
      guard let last = macro.last else {
        throw VimFailure(message: "E748: No previously used register")
      }
      name = last
    }
    guard let content = registers[Character(name.lowercased())] else {
      throw name == ":" ? VimFailure(message: "E30: No previous command line") : .quiet
    }
    macro.last = name
    if call.addresses > 0 {
      cursor.line = min(max(0, call.last - 1), text.lastLine)
      rest()
    }
    if keys.depth > 100 { throw VimFailure(message: "Commands are nested too deeply.") }
    keys.depth += 1
    defer {
      keys.depth -= 1
      ex.hasPlayed = name == ":"
    }
    for line in content.lines {
      try payForKey()
      try runEx(String(decoding: line, as: UTF8.self))
    }
  }

  /// Begins to type at the cursor, or at the line's end.
  mutating func begin(_ start: VimTypingStart, atEnd: Bool) {
    if isInserting { return }
    cursor.column = atEnd ? text.length(cursor.line) : cursor.column
    change.recording = ["i"]
    change.recordedCount = nil
    change.recordedRegister = nil
    change.recordedVisual = nil
    change.keep()
    switch start {
    case .insert: beginInsertion(.insert)
    case .replace: beginInsertion(.replace(byCells: false))
    case .replaceCells: beginInsertion(.replace(byCells: true))
    }
  }
}
