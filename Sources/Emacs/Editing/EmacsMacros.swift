import TextEngine

/// Keyboard macros.
struct EmacsMacroState {
  /// The keys of complete commands since `C-x (`.
  var recording: [String]?
  /// The keys of an unfinished command.
  var pending: [String] = []
  var last: [String]?
  var depth = 0
  /// Whether a key failed during playback.
  var isFailed = false
  /// The number of times that `e` right after `C-x e` repeats the macro.
  var repeats: Int?

  var isPlaying: Bool { depth > 0 }

  /// Adds the last command to the macro.
  mutating func commitPending() {
    if recording != nil { recording?.append(contentsOf: pending) }
    pending = []
  }

  mutating func end() {
    if let recording { last = recording }
    recording = nil
    pending = []
  }

  mutating func abandon() {
    recording = nil
    pending = []
  }
}

extension EmacsMachine {
  private static let deepest = 20

  mutating func startMacro() throws(EmacsFailure) {
    if macro.isPlaying || macro.recording != nil {
      say("A macro is recorded already.")
      return
    }
    var isAdding = false
    if case .universal = argument { isAdding = true }
    macro.recording = isAdding ? macro.last ?? [] : []
    macro.pending = []
    say("Recording a macro: C-x ) ends it.")
  }

  mutating func endMacro() throws(EmacsFailure) {
    if macro.isPlaying { return }
    if macro.recording == nil { throw failure("No macro is recorded.") }
    macro.end()
    if macro.last?.isEmpty == true { macro.last = nil }
    let count = argument.map { $0.value - 1 } ?? 0
    if count > 0 { try callMacro(times: count) }
  }

  /// Handles `C-x e`: ends the recording if there is one, and plays the macro.
  mutating func endAndCallMacro() throws(EmacsFailure) {
    if macro.recording != nil {
      macro.end()
      if macro.last?.isEmpty == true { macro.last = nil }
    }
    let count = argument?.value ?? 1
    try callMacro(times: count)
    // A repeat uses the same argument.
    if argument == nil || count > 0 { macro.repeats = 1 }
  }

  /// Plays the macro `count` times; 0 means until a key fails.
  mutating func callMacro(times count: Int) throws(EmacsFailure) {
    guard let keys = macro.last else { throw failure("No macro was recorded yet.") }
    // The first key failed during the recording: there is nothing to play, but `e` may follow.
    if keys.isEmpty { return }
    if count < 0 { throw failure("A macro cannot be played \(count) times.") }
    if macro.depth >= Self.deepest { throw failure("Macros are nested too deeply.") }
    macro.depth += 1
    macro.isFailed = false
    defer { macro.depth -= 1 }
    var played = 0
    var left = count == 0 ? Int.max : count
    command.last = command.name
    while left > 0 {
      left -= 1
      for key in keys {
        handle(key)
        played += 1
        let isPaid = text.payForKey(lineLength: lineEnd(point) - lineStart(point))
        if macro.isFailed || played > options.mostMacroKeys || !isPaid {
          leaveStates()
          throw failure(macro.isFailed ? "" : "The macro was stopped after \(played) keys.")
        }
      }
      // A kill in the next round is not added to one in this round.
      command.last = ""
    }
    leaveStates()
    command.name = ""
  }

  /// Ends modes that a macro started but did not end.
  private mutating func leaveStates() {
    if search != nil { endSearch() }
    if query != nil { endQuery() }
    prompt = nil
    keys.cancel()
  }
}
