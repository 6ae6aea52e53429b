import TextEngine

/// From a key to a command.
extension EmacsMachine {
  mutating func handle(_ pressed: String) {
    if macro.recording != nil, !macro.isPlaying { macro.pending.append(pressed) }
    do throws(EmacsFailure) {
      try dispatch(pressed)
      // A macro ends where a command does.
      if !isKeyAwaited { macro.commitPending() }
    } catch {
      fail(error)
    }
  }

  private var isKeyAwaited: Bool { interpreter.isWaiting || reading != nil || isMetaNext }

  mutating func fail(_ failure: EmacsFailure) {
    interpreter.cancel()
    isMetaNext = false
    reading = nil
    nextArgument = nil
    isArgumentOpen = false
    lastCommand = thisCommand
    endsRegion = false
    isIndenting = false
    markers = []
    if failure.isQuit {
      isRegionActive = false
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
    if let reading {
      self.reading = nil
      return try finish(reading, with: key)
    }
    if query != nil { return try queryKey(key) }
    if prompt != nil { return try promptKey(key) }
    if isArgumentOpen, !interpreter.isWaiting, extendArgument(key) { return }
    if search != nil, !interpreter.isWaiting, try searchKey(key) { return }
    if try transientKey(key) { return }
    switch interpreter.press(key) {
    case .pending: return
    case .unbound:
      nextArgument = nil
      isArgumentOpen = false
      throw failure(key == "C-g" ? "Quit" : "")
    case .run(let invocation):
      guard let command = EmacsCommand.named(invocation.command) else { return }
      try run(command, extends: invocation.extends)
    }
  }

  /// `Esc f` is `M-f`. Nil for the `Esc` itself.
  private mutating func withMeta(_ pressed: String) -> String? {
    if isMetaNext {
      isMetaNext = false
      if pressed == "Esc" { return "M-Esc" }
      if pressed.hasPrefix("M-") { return pressed }
      if pressed.hasPrefix("C-"), pressed != "C-" { return "C-M-" + pressed.dropFirst(2) }
      return "M-" + pressed
    }
    if pressed == "Esc", search == nil, prompt == nil, query == nil, reading == nil {
      if interpreter.isWaiting { return pressed }
      isMetaNext = true
      return nil
    }
    return pressed
  }

  /// Keys that mean something only right after a command.
  private mutating func transientKey(_ key: String) throws(EmacsFailure) -> Bool {
    if isIndenting {
      if try indentRegionKey(key) { return true }
      isIndenting = false
      isRegionActive = false
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
      argument = nextArgument
      nextArgument = nil
      return try attempt(command.run)
    }
    try runPlain(command.id.name, command.run)
  }

  /// A command from its start to its end.
  mutating func runPlain(
    _ name: String, _ body: (inout EmacsMachine) throws -> Void
  ) throws(EmacsFailure) {
    argument = nextArgument
    nextArgument = nil
    isArgumentOpen = false
    thisCommand = name
    endsRegion = false
    beginUndoStep()
    try attempt(body)
    finishCommand()
  }

  /// Closures do not tell the type of what they throw.
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
    // What waits for a key is not done yet.
    if reading == nil { lastCommand = thisCommand }
    if endsRegion { deactivateRegion() }
    endsRegion = false
    markers = []
  }

  private mutating func beginMotion(extends: Bool) {
    if extends {
      if !isRegionActive || !isShiftRegion {
        pushMark()
        isRegionActive = true
        isShiftRegion = true
      }
    } else if isShiftRegion, isRegionActive {
      deactivateRegion()
    }
  }

  // MARK: - Arguments

  /// The argument as a number, 1 without one.
  var count: Int { argument?.value ?? 1 }

  /// A digit or sign that goes on with the argument.
  private mutating func extendArgument(_ key: String) -> Bool {
    if key.utf8.count == 1, let digit = key.first?.wholeNumberValue {
      addDigit(digit)
      return true
    }
    if key == "-" {
      if case .number = nextArgument { return false }
      negate()
      return true
    }
    if key == "C-u" {
      switch nextArgument {
      case .universal(let value):
        nextArgument = .universal(min(value * 4, EmacsArgument.most))
      case .minus: nextArgument = .universal(-4)
      // Digits that come now are typed.
      default: isArgumentOpen = false
      }
      return true
    }
    return false
  }

  mutating func addDigit(_ digit: Int) {
    switch nextArgument {
    case .number(let value):
      let most = EmacsArgument.most
      nextArgument = .number(max(-most, min(most, value * 10 + (value < 0 ? -digit : digit))))
    case .minus: if digit > 0 { nextArgument = .number(-digit) }
    default: nextArgument = .number(digit)
    }
    isArgumentOpen = true
  }

  mutating func negate() {
    switch nextArgument {
    case .number(let value): nextArgument = .number(-value)
    case .minus: nextArgument = nil
    default: nextArgument = .minus
    }
    isArgumentOpen = true
  }

  /// `C-u`, `M-5`, `M--`: they read the argument of before from `argument`.
  mutating func universalArgument() {
    nextArgument = .universal(4)
    isArgumentOpen = true
  }

  mutating func digitArgument() {
    nextArgument = argument
    if let digit = key.last?.wholeNumberValue { addDigit(digit) }
  }

  mutating func negativeArgument() {
    nextArgument = argument
    negate()
  }
}
