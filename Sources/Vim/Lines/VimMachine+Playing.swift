import TextEngine

/// The ways in which a command begins to type.
enum VimTypingStart: Sendable { case insert, replace, replaceCells }

/// `:@`, `:startinsert` and the like.
extension VimMachine {
  /// Handles `:@a`: runs the lines of a register as commands. `:@:` repeats the last command line,
  /// `:@@` the last register.
  mutating func playLines(_ call: VimExCall) throws(VimFailure) {
    let more = call.argument.dropFirst()
    if !more.isEmpty { throw VimFailure(message: "E488: Trailing characters: \(more)") }
    let (name, content) = try played(call.argument.first ?? "@")
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

  /// Returns the register to play, which becomes the one of `@@`.
  mutating func played(_ typed: Character) throws(VimFailure) -> (Character, VimRegister) {
    guard let name = typed == "@" ? macro.last : Character(typed.lowercased()) else {
      throw VimFailure(message: "E748: No previously used register")
    }
    guard VimRegisters.isName(name) || name == "=" else {
      throw VimFailure(message: "E354: Invalid register name: '\(name)'")
    }
    macro.last = name
    if let content = try value(ofRegister: name), !content.text.isEmpty { return (name, content) }
    switch name {
    case ":": throw VimFailure(message: "E30: No previous command line")
    case ".": throw VimFailure(message: "E29: No inserted text yet")
    default:
      // Vim only rings the bell, and goes on with the next command.
      effects.append(.say("Register \(name) is empty."))
      throw .quiet
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
