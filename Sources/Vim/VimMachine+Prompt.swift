import TextEngine

/// The command line below the text: `:`, `/`, `?`, `=` for a formula, `<` for a tag, and `!` for a
/// filter, which is refused once the line is complete.
extension VimMachine {
  func promptSign(of invocation: Invocation) -> Character? {
    func sign(_ id: CommandID) -> Character? {
      guard case .motion(let motion)? = VimMeaning(id) else { return nil }
      switch motion {
      case .searchForward: return "/"
      case .searchBack: return "?"
      case .byCommand: return ":"
      default: return nil
      }
    }
    if !invocation.argument.isEmpty { return nil }
    if let sign = sign(invocation.command) { return sign }
    if case .motion(let id)? = invocation.target { return sign(id) }
    return nil
  }

  mutating func askForPattern(_ sign: Character, _ invocation: Invocation) {
    openPrompt(sign)
    prompt.waiting = invocation
    prompt.pressed = keys.interpreter.commandKeys
  }

  mutating func openPrompt(_ sign: Character) {
    let history = prompt.history
    prompt = VimPromptState()
    prompt.history = history
    prompt.sign = sign
    prompt.mode = mode
    mode = .prompt
  }

  mutating func openCommandLine(_ count: Int?) throws(VimFailure) {
    // A command line applies to the whole text and runs once; a macro runs it with its other keys.
    if text.key.isSecondaryCursor, keys.queue.isEmpty { throw .quiet }
    let wasVisual = isVisual
    if wasVisual {
      var start = min(visual.start, cursor)
      if visualShape == .lines { start.column = 0 }
      leaveVisual()
      cursor = start
      rest()
      want()
    }
    openPrompt(":")
    if wasVisual { beginPrompt(with: "'<,'>") }
    if let count { beginPrompt(with: count > 1 ? ".,.+\(count - 1)" : ".") }
  }

  private mutating func beginPrompt(with text: String) {
    prompt.text = Array(text.utf8)
    prompt.cursor = prompt.text.count
  }

  /// Handles `:` after an operator: its text reaches from here to where the command leads.
  mutating func moveByCommand(_ argument: String) throws(VimFailure) -> VimMove {
    let (from, waiting) = (cursor, keys.pendingOperator)
    keys.pendingOperator = nil
    // A NUL means an empty line.
    let line = argument == "\u{0}" ? "" : argument
    if !line.isEmpty {
      registers.named[":"] = VimRegister(lines: [Array(line.utf8)], shape: .characters)
    }
    try runEx(line)
    keys.pendingOperator = waiting
    rest()
    guard mode == .normal, from.line <= text.lastLine, from.column <= text.length(from.line) else {
      throw .quiet
    }
    return VimMove(end: cursor)
  }

  mutating func leavePrompt() {
    mode = prompt.mode
    prompt.text = []
    prompt.cursor = 0
    prompt.waiting = nil
    prompt.signs = nil
  }

  mutating func promptKey(_ key: String) throws(VimFailure) {
    prompt.pressed.append(key)
    if var literal = prompt.literal {
      switch literal.press(key) {
      case .more: prompt.literal = literal
      case .done(let character, let rest):
        prompt.literal = nil
        insertInPrompt(Array(character.utf8))
        if let rest { queue([rest]) }
      }
      return
    }
    if prompt.awaitsRegister { return try registerKey(key) }
    switch key {
    case "Enter", "C-j", "C-m": try acceptPrompt()
    case ">" where prompt.sign == "<": try acceptPrompt()
    case "Esc", "C-c", "C-[":
      let waited = prompt.waiting
      if prompt.sign == ":" || waited == nil { remember() }
      endCollecting()
      leavePrompt()
      change.recording = change.isKept ? change.recording : nil
      keys.pendingOperator = nil
      if let mode = insert.oneCommand { endOneCommand(mode) }
    case "Backspace", "C-h":
      if prompt.text.isEmpty {
        leavePrompt()
        if let mode = insert.oneCommand { endOneCommand(mode) }
        return
      }
      guard prompt.cursor > 0 else { return }
      let start = VimChars.previous(prompt.text, prompt.cursor)
      prompt.text.removeSubrange(start..<prompt.cursor)
      prompt.cursor = start
    case "Del":
      guard prompt.cursor < prompt.text.count else { return }
      prompt.text.removeSubrange(
        prompt.cursor..<VimChars.next(prompt.text, prompt.cursor))
    case "C-w": deleteWordInPrompt()
    case "C-u":
      prompt.text.removeFirst(prompt.cursor)
      prompt.cursor = 0
    case "Left": prompt.cursor = VimChars.previous(prompt.text, prompt.cursor)
    case "Right": prompt.cursor = VimChars.next(prompt.text, prompt.cursor)
    case "Home", "C-b": prompt.cursor = 0
    case "End", "C-e": prompt.cursor = prompt.text.count
    case "Up", "C-p": walkHistory(-1)
    case "Down", "C-n": walkHistory(1)
    case "C-r": prompt.awaitsRegister = true
    case "C-v", "C-q": prompt.literal = VimLiteral(isDigraph: false)
    case "C-k": prompt.literal = VimLiteral(isDigraph: true)
    case "Tab": completePrompt()
    default:
      if let typed = VimKey.text(key) { insertInPrompt(Array(typed.utf8)) }
    }
  }

  private mutating func insertInPrompt(_ bytes: [UInt8]) {
    prompt.text.insert(contentsOf: bytes, at: prompt.cursor)
    prompt.cursor += bytes.count
    prompt.historyIndex = nil
  }

  private mutating func deleteWordInPrompt() {
    let index = VimWords.start(prompt.text, before: prompt.cursor)
    prompt.text.removeSubrange(index..<prompt.cursor)
    prompt.cursor = index
  }

  private mutating func registerKey(_ key: String) throws(VimFailure) {
    prompt.awaitsRegister = false
    let line = text.line(cursor.line)
    switch key {
    case "C-w": insertInPrompt(VimWords.word(line, at: cursor.column).map { Array(line[$0]) } ?? [])
    case "C-l": insertInPrompt(line)
    case "C-r": prompt.awaitsRegister = true
    default:
      guard let name = VimKey.text(key)?.first, let content = content(of: name) else {
        throw .quiet
      }
      insertInPrompt(content.text.map { $0 == 0x0a ? 0x0d : $0 })
    }
  }

  // MARK: - History and completion

  private mutating func remember() {
    let line = String(decoding: prompt.text, as: UTF8.self)
    if line.isEmpty { return }
    var all = prompt.history[prompt.sign] ?? []
    all.removeAll { $0 == line }
    all.append(line)
    prompt.history[prompt.sign] = all.suffix(200)
  }

  private mutating func walkHistory(_ step: Int) {
    let all = prompt.history[prompt.sign] ?? []
    if all.isEmpty { return }
    let index = (prompt.historyIndex ?? all.count) + step
    guard index >= 0, index <= all.count else { return }
    prompt.text = index == all.count ? [] : Array(all[index].utf8)
    prompt.cursor = prompt.text.count
    prompt.historyIndex = index
  }

  private mutating func completePrompt() {
    guard prompt.sign == ":" else { return }
    let begun = String(decoding: prompt.text[..<prompt.cursor], as: UTF8.self)
    let found = VimExCommand.completions(of: begun)
    guard let first = found.first else { return }
    prompt.text.replaceSubrange(..<prompt.cursor, with: Array(first.utf8))
    prompt.cursor = first.utf8.count
    if found.count > 1 { effects.append(.say(found.joined(separator: "  "))) }
  }

  // MARK: - Accepting a line

  private mutating func acceptPrompt() throws(VimFailure) {
    let line = String(decoding: prompt.text, as: UTF8.self)
    let (sign, waiting, pressed) = (prompt.sign, prompt.waiting, prompt.pressed)
    let signs = prompt.signs
    remember()
    leavePrompt()
    switch sign {
    case "/", "?",
      ":" where waiting != nil:
      guard var invocation = waiting else { return }
      // An empty line means the last pattern; a NUL tells the command that the line was asked for.
      invocation.argument = line.isEmpty ? "\u{0}" : line
      try finish(invocation, pressed: pressed)
    case "=" where isInserting: typeResult(of: line)
    case "=": throw VimUnsupported.failure(["\"", "="])
    case "!": throw VimUnsupported.failure([VimUnsupported.filter])
    case "<":
      guard let signs else { return }
      try finish(signs, tag: line, pressed: pressed)
    default: try acceptCommand(line)
    }
  }

  private mutating func acceptCommand(_ line: String) throws(VimFailure) {
    let oneCommand = insert.oneCommand
    var failure: VimFailure?
    do throws(VimFailure) {
      if ex.isCollecting {
        collect(line)
      } else {
        ex.hasPlayed = false
        try runEx(line)
        if !line.isEmpty, !ex.hasPlayed {
          registers.named[":"] = VimRegister(lines: [Array(line.utf8)], shape: .characters)
        }
      }
    } catch {
      failure = error
      if !line.isEmpty, !ex.hasDroppedCommands, !ex.hasPlayed {
        registers.named[":"] = VimRegister(lines: [Array(line.utf8)], shape: .characters)
      }
    }
    rest()
    if let oneCommand, mode != .confirm {
      if ex.stopsTyping { endInsertion() } else { endOneCommand(oneCommand) }
    }
    ex.stopsTyping = false
    if ex.isCollecting, failure == nil {
      openPrompt(":")
    } else if mode == .normal {
      endStep()
    }
    if let failure { throw failure }
  }

  /// Handles `C-r =`: types the value of a formula.
  private mutating func typeResult(of line: String) {
    let scene = VimFormula.Scene(
      groups: [], line: cursor.line + 1, column: cursor.column + 1, lastLine: text.lineCount)
    guard let result = try? VimFormula(source: line).value(in: scene) else {
      effects.append(.warn("Invalid expression: \(line)"))
      return
    }
    let lines = result.bytes.split(separator: 0x0a, omittingEmptySubsequences: false)
    insertTyped(VimRegister(lines: lines.map { Array($0) }, shape: .characters))
  }
}
