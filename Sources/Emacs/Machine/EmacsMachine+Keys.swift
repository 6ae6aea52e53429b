import TextEngine

/// Finding the command for a key.
extension EmacsMachine {
  mutating func handle(_ pressed: String) {
    if macro.recording != nil, !macro.isPlaying { macro.pending.append(pressed) }
    do throws(EmacsFailure) {
      try dispatch(pressed)
      // The keys of a macro are recorded in complete commands.
      if !keys.isWaiting { macro.commitPending() }
    } catch {
      fail(error)
    }
  }

  mutating func fail(_ failure: EmacsFailure) {
    keys.cancel()
    command.last = command.name
    command.endsRegion = false
    region.isIndenting = false
    command.markers = []
    if failure.isQuit {
      region.isActive = false
      macro.abandon()
    } else {
      macro.end()
    }
    macro.isFailed = true
    if !effects.contains(.bell) { effects.append(.bell) }
    if !failure.message.isEmpty { effects.append(.say(failure.message)) }
  }

  func failure(_ message: String) -> EmacsFailure { EmacsFailure(message: message) }

  mutating func say(_ message: String) {
    if !macro.isPlaying { effects.append(.say(message)) }
  }

  mutating func ask(_ id: CommandID, _ argument: String = "", count: Int? = nil) {
    effects.append(.run(Invocation(id, count: count, argument: argument)))
  }

  mutating func dispatch(_ pressed: String) throws(EmacsFailure) {
    guard let key = withMeta(pressed) else { return }
    self.key = key
    if let reading = keys.reading {
      keys.reading = nil
      return try finish(reading, with: key)
    }
    if query != nil { return try queryKey(key) }
    if prompt != nil { return try promptKey(key) }
    if try listKey(key) { return }
    if keys.isArgumentOpen, !keys.interpreter.isWaiting, keys.extend(key) { return }
    if search != nil, !keys.interpreter.isWaiting, try searchKey(key) { return }
    if try transientKey(key) { return }
    switch keys.interpreter.press(key) {
    case .pending: return
    case .unbound:
      keys.dropArgument()
      if key == "C-g" { throw failure("Quit") }
      throw failure("“\(keys.interpreter.unbound.joined(separator: " "))” is not available.")
    case .run(let invocation):
      guard let command = EmacsCommand.named(invocation.command) else { return }
      try run(command, extends: invocation.extends)
    }
  }

  /// Reads `Esc f` as `M-f`. Nil for the `Esc` itself.
  private mutating func withMeta(_ pressed: String) -> String? {
    if keys.isMetaNext {
      keys.isMetaNext = false
      if pressed == "Esc" { return "M-Esc" }
      if pressed.hasPrefix("M-") { return pressed }
      if pressed.hasPrefix("C-"), pressed != "C-" { return "C-M-" + pressed.dropFirst(2) }
      return "M-" + pressed
    }
    if pressed == "Esc", search == nil, prompt == nil, query == nil, keys.reading == nil {
      if keys.interpreter.isWaiting { return pressed }
      keys.isMetaNext = true
      return nil
    }
    return pressed
  }

  /// Handles keys that only have a meaning right after a command.
  private mutating func transientKey(_ key: String) throws(EmacsFailure) -> Bool {
    if region.isIndenting {
      if try indentRegionKey(key) { return true }
      region.isIndenting = false
      region.isActive = false
    }
    if command.isRepeating {
      command.isRepeating = false
      if key == "z" {
        try repeatCommand()
        return true
      }
    }
    if let count = macro.repeats {
      macro.repeats = nil
      if key == "e" {
        try runPlain("kmacro-call-macro") { machine in
          try machine.callMacro(times: count)
          machine.macro.repeats = count
        }
        return true
      }
    }
    return false
  }

  // MARK: - Commands

  mutating func run(_ command: EmacsCommand, extends: Bool = false) throws(EmacsFailure) {
    if command.isMotion { beginMotion(extends: extends) }
    if command.isPrefix {
      argument = keys.argument
      keys.argument = nil
      return try attempt(command.run)
    }
    noteRepeatable(command)
    try runPlain(command.id.name, command.run)
  }

  /// Runs a command from start to end.
  mutating func runPlain(
    _ name: String, _ body: (inout EmacsMachine) throws -> Void
  ) throws(EmacsFailure) {
    argument = keys.argument
    keys.dropArgument()
    command.name = name
    command.endsRegion = false
    // A blank after a completed word may be followed by its next word.
    let keepsExpansion = name.hasPrefix("dabbrev") || name == "self-insert" && key == "Space"
    if !keepsExpansion { command.expansion = nil }
    beginUndoStep()
    try attempt(body)
    finishCommand()
  }

  /// Casts the error, because closures do not have typed throws.
  private mutating func attempt(
    _ body: (inout EmacsMachine) throws -> Void
  ) throws(EmacsFailure) {
    do {
      try body(&self)
    } catch let failure as EmacsFailure {
      throw failure
    } catch {
      throw failure("\(error)")
    }
  }

  mutating func finishCommand() {
    // A command that waits for a key is not finished yet.
    if keys.reading == nil { command.last = command.name }
    if command.endsRegion { deactivateRegion() }
    command.endsRegion = false
    command.markers = []
  }

  private mutating func beginMotion(extends: Bool) {
    if extends {
      if !region.isActive || !region.isByShift {
        pushMark()
        region.isActive = true
        region.isByShift = true
      }
    } else if region.isByShift, region.isActive {
      deactivateRegion()
    }
  }

  // MARK: - Arguments

  /// The argument as a number; 1 without an argument.
  var count: Int { argument?.value ?? 1 }

  /// Handles `C-u`. As with `M-5` and `M--`, the earlier argument is in `argument`.
  mutating func universalArgument() {
    (keys.argument, keys.isArgumentOpen) = (.universal(4), true)
  }

  mutating func digitArgument() {
    keys.argument = argument
    if let digit = key.last?.wholeNumberValue { keys.addDigit(digit) }
  }

  mutating func negativeArgument() {
    keys.argument = argument
    keys.negate()
  }
}

extension EmacsKeyState {
  /// Handles a digit or sign that continues the argument.
  mutating func extend(_ key: String) -> Bool {
    if key.utf8.count == 1, let digit = key.first?.wholeNumberValue {
      addDigit(digit)
      return true
    }
    if key == "-" {
      if case .number = argument { return false }
      negate()
      return true
    }
    if key == "C-u" {
      switch argument {
      case .universal(let value):
        argument = .universal(min(value * 4, EmacsArgument.most))
      case .minus: argument = .universal(-4)
      // Further digits are typed.
      default: isArgumentOpen = false
      }
      return true
    }
    return false
  }

  mutating func addDigit(_ digit: Int) {
    switch argument {
    case .number(let value):
      let most = EmacsArgument.most
      argument = .number(max(-most, min(most, value * 10 + (value < 0 ? -digit : digit))))
    case .minus: if digit > 0 { argument = .number(-digit) }
    default: argument = .number(digit)
    }
    isArgumentOpen = true
  }

  mutating func negate() {
    switch argument {
    case .number(let value): argument = .number(-value)
    case .minus: argument = nil
    default: argument = .minus
    }
    isArgumentOpen = true
  }
}
