import TextEngine

/// The command line below the text: `:`, `/`, `?`, `=` for an expression, which may be typed within
/// another line, and `<` for a tag.
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
    let outer = prompt
    prompt = VimPromptState()
    prompt.history = outer.history
    if mode == .prompt { prompt.outer = [outer] }
    prompt.sign = sign
    prompt.mode = mode
    mode = .prompt
    search.preview = VimPreview(from: cursor)
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
    if var outer = prompt.outer.first {
      outer.history = prompt.history
      outer.pressed += prompt.pressed
      return prompt = outer
    }
    prompt.text = []
    prompt.cursor = 0
    prompt.waiting = nil
    prompt.signs = nil
    prompt.names = nil
    ex.recordsFilter = false
    prompt.window = nil
    search.preview = nil
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
    if walkNames(key) { return }
    if try editPrompt(key) { return }
    switch key {
    case "Enter", "C-j", "C-m": try acceptPrompt()
    case ">" where prompt.sign == "<": try acceptPrompt()
    case "Esc", "C-c", "C-[":
      if !prompt.outer.isEmpty { return leavePrompt() }
      if prompt.sign == "=" { keys.interpreter.cancel() }
      remember()
      endCollecting()
      leavePrompt()
      change.recording = change.isKept ? change.recording : nil
      keys.pendingOperator = nil
      if let mode = insert.oneCommand { endOneCommand(mode) }
    case "Backspace", "C-h":
      if prompt.text.isEmpty {
        if prompt.sign == "=", prompt.outer.isEmpty { keys.interpreter.cancel() }
        leavePrompt()
        if mode == .prompt { return }
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
    case "C-r": prompt.awaitsRegister = true
    case "C-v", "C-q": prompt.literal = VimLiteral(isDigraph: false)
    case "C-k": prompt.literal = VimLiteral(isDigraph: true)
    case "Tab": completePrompt()
    case "C-g", "C-t": try stepPreview(isForward: key == "C-g")
    case "C-l": if let next = characterAfterPreview() { insertInPrompt(next) }
    default:
      guard let typed = VimKey.text(key) else {
        return effects.append(.warn(VimUnsupported.failure([key]).message))
      }
      insertInPrompt(Array(typed.utf8))
    }
  }

  mutating func insertInPrompt(_ bytes: [UInt8]) {
    let end =
      prompt.overtypes && prompt.cursor < prompt.text.count
      ? VimChars.next(prompt.text, prompt.cursor) : prompt.cursor
    prompt.text.replaceSubrange(prompt.cursor..<end, with: bytes)
    prompt.cursor += bytes.count
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
    case "C-w": insertInPrompt(wordForPrompt())
    case "C-l": insertInPrompt(line)
    case "C-r", "C-o": prompt.awaitsRegister = true
    case "C-a": insertInPrompt(Self.bigWord(in: line, at: cursor.column))
    case "=": openPrompt("=")
    default:
      guard let name = VimKey.text(key)?.first else {
        return effects.append(.warn(VimUnsupported.failure(["C-r", key]).message))
      }
      guard let content = content(of: name) else { throw .quiet }
      insertInPrompt(content.text.map { $0 == 0x0a ? 0x0d : $0 })
    }
  }

  /// The word at the cursor, or at the end of the match so far. What was typed of it is left out.
  private mutating func wordForPrompt() -> [UInt8] {
    let position = previewEnd()
    let line = text.line(position.line)
    guard let range = VimWords.word(line, at: position.column) else { return [] }
    let word = Array(line[range])
    if !options.search.searchesWhileTyping { return word }
    var typed = prompt.text[..<prompt.cursor]
    while let last = typed.indices.last, VimWords.kind(prompt.text, last) > 1 { typed.removeLast() }
    let begun = prompt.text[typed.endIndex..<prompt.cursor]
    return word.starts(with: begun) ? Array(word.dropFirst(begun.count)) : word
  }

  // MARK: - History and completion

  private mutating func remember() {
    remember(String(decoding: prompt.text, as: UTF8.self), as: prompt.sign)
  }

  private mutating func completePrompt() {
    guard prompt.sign == ":", !askForNames() else { return }
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
    let (signs, recordsFilter) = (prompt.signs, ex.recordsFilter)
    let preview = search.preview
    remember()
    leavePrompt()
    ex.recordsFilter = recordsFilter
    switch sign {
    case "/", "?",
      ":" where waiting != nil:
      guard var invocation = waiting else { return }
      search.start = preview.flatMap { $0.start == $0.origin ? nil : $0.start }
      defer { search.start = nil }
      // An empty line means the last pattern; a NUL tells the command that the line was asked for.
      invocation.argument = line.isEmpty ? "\u{0}" : line
      try finish(invocation, pressed: pressed)
    case "=": try acceptExpression(line)
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
    ex.recordsFilter = false
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

  /// Uses an expression: for the register `=` of a command, or for `C-r =` as typed text.
  private mutating func acceptExpression(_ line: String) throws(VimFailure) {
    takeExpression(line)
    if mode == .prompt {
      let content = try expressionContent()
      return insertInPrompt(content.map { $0.text.map { $0 == 0x0a ? 0x0d : $0 } } ?? [])
    }
    guard isInserting else { return try press("=") }
    if let content = try expressionContent() { insertTyped(content) }
  }
}
