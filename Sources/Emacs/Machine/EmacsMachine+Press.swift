package import TextEngine

extension EmacsMachine {
  package mutating func press(_ key: String, in text: inout KeyText) -> [KeyEffect] {
    take(&text)
    defer { give(&text) }
    effects = []
    handle(key)
    defer { effects = [] }
    return effects
  }

  package var isTyping: Bool {
    !keys.isWaiting && keys.argument == nil && query == nil && prompt == nil && search == nil
      && !region.isIndenting && macro.repeats == nil && macro.recording == nil
      && !command.isRepeating && command.expansion?.isListed != true
  }

  package mutating func type(_ characters: String, in text: inout KeyText) -> Bool {
    // "Space" is also the name of a key.
    guard isTyping, characters != "Space",
      let command = EmacsCommand.named(CommandID("self-insert"))
    else { return false }
    take(&text)
    defer { give(&text) }
    effects = []
    key = characters
    do throws(EmacsFailure) {
      try run(command)
    } catch {
      fail(error)
    }
    return true
  }

  package mutating func syncSelection(with text: inout KeyText) {
    take(&text)
    give(&text)
  }

  /// Runs a command by its name, as from the palette. Does nothing if there is none.
  package mutating func perform(_ id: CommandID, in text: inout KeyText) -> [KeyEffect] {
    guard let command = EmacsCommand.named(id) else { return [] }
    take(&text)
    defer { give(&text) }
    effects = []
    do throws(EmacsFailure) {
      try run(command)
    } catch {
      fail(error)
    }
    defer { effects = [] }
    return effects
  }

  /// Ends prompts, searches and arguments, after a click or a change of view.
  package mutating func cancel(in text: inout KeyText) {
    take(&text)
    defer { give(&text) }
    if search != nil { endSearch() }
    if query != nil { endQuery() }
    forgetPending()
    command.last = ""
  }

  package mutating func follow(_ edit: Edit, from old: Rope, to new: Rope, byCursor: Bool) {
    if byCursor { recordSibling(edit) } else { recordExternalEdit(edit) }
    if let shown { self.shown = shown.mapped(through: edit) }
    point = mapped(point, edit, .right)
    region.mark = region.mark.map { mapped($0, edit, .left) }
    region.ring = region.ring.map { mapped($0, edit, .left) }
    for (name, register) in registers {
      if case .offset(let offset) = register {
        registers[name] = .offset(mapped(offset, edit, .left))
      }
    }
    search?.follow(edit)
    query?.follow(edit)
    command.expansion = nil
    if !byCursor { command.last = "" }
  }

  private func mapped(_ offset: Int, _ edit: Edit, _ bias: Bias) -> Int {
    edit.map(ByteOffset(offset), bias: bias).value
  }

  mutating func forgetPending() {
    keys.cancel()
    prompt = nil
    command.expansion = nil
    command.isRepeating = false
    region.isIndenting = false
    macro.repeats = nil
    macro.pending = []
  }

  // MARK: - The text

  private mutating func take(_ given: inout KeyText) {
    swap(&text, &given)
    let main = text.selections.main
    if !isShown(text.selections) {
      point = main.head.value
      region.isActive = !main.isEmpty
      if region.isActive { region.mark = main.anchor.value }
      rectangle.isOn = false
      command.last = ""
    }
    point = min(point, end)
    region.mark = region.mark.map { min($0, end) }
    if !undo.isBegun {
      undo.isBegun = true
      undo.first = text.history.current
    }
  }

  private func isShown(_ selections: Selections) -> Bool {
    guard let shown, shown.count == selections.count else { return false }
    return zip(shown.all, selections.all).allSatisfy {
      $0.anchor == $1.anchor && $0.head == $1.head
    }
  }

  private mutating func give(_ given: inout KeyText) {
    point = outsideCharacter(point)
    if region.isActive { region.mark = region.mark.map(outsideCharacter) }
    text.selections = selections
    shown = text.selections
    swap(&text, &given)
  }

  /// Moves an offset inside a character to its end: typed text joined the mark after it, or a
  /// search ended there.
  private func outsideCharacter(_ offset: Int) -> Int {
    let start = rope.boundary(atOrBefore: ByteOffset(offset)).value
    return start == offset ? offset : next(start)
  }

  /// The selections to show.
  private var selections: Selections {
    let head = ByteOffset(point)
    if let query, let match = query.match {
      return Selections(
        Selection(
          anchor: ByteOffset(outsideCharacter(match.lowerBound)),
          head: ByteOffset(outsideCharacter(match.upperBound))))
    }
    if let search, let other = search.state.otherEnd {
      return Selections(Selection(anchor: ByteOffset(outsideCharacter(other)), head: head))
    }
    guard region.isActive, let mark = region.mark else { return Selections(Selection(at: head)) }
    if rectangle.isOn { return rectangleSelections }
    return Selections(Selection(anchor: ByteOffset(mark), head: head))
  }

  // MARK: - Display

  package var display: KeyDisplay {
    var display = KeyDisplay()
    display.pending = pendingKeys
    if keys.reading == nil { display.awaited = keys.interpreter.awaited }
    if macro.recording != nil { display.mode = "macro" }
    if let search {
      display.mode = "search"
      display.prompt = search.display
      display.search = search.finder.map { KeyDisplay.Search(finder: $0) }
    }
    if let query {
      display.mode = "replace"
      display.prompt = query.display
      display.search = KeyDisplay.Search(finder: query.finder)
    }
    if let prompt { display.prompt = prompt.display }
    if rectangle.isOn, region.isActive { display.mode = "rectangle" }
    display.offer = command.expansion?.display
    return display
  }

  package var pendingState: String {
    let reads = query != nil ? "query " : prompt != nil ? "prompt " : search != nil ? "search " : ""
    return reads + pendingKeys
  }

  private var pendingKeys: String {
    var parts: [String] = []
    if let argument = keys.argument { parts.append(argument.shown) }
    if keys.isMetaNext { parts.append("Esc") }
    if keys.interpreter.isWaiting { parts.append(keys.interpreter.shown) }
    if let reading = keys.reading { parts.append(reading.shown) }
    return parts.joined(separator: " ")
  }

  /// Killed or copied texts, the newest first.
  package var killTexts: [Rope] { kills.all.map(\.text) }
}

extension EmacsArgument {
  fileprivate var shown: String {
    switch self {
    case .universal(let value):
      var keys = "C-u"
      var rest = value / 4
      while rest > 1 {
        keys += " C-u"
        rest /= 4
      }
      return keys
    case .minus: return "M--"
    case .number(let value): return "\(value)"
    }
  }
}

extension EmacsReading {
  fileprivate var shown: String {
    switch self {
    case .quoted, .searchCharacter: "C-q"
    case .zap: "M-z"
    case .register: "C-x r …"
    case .describedKey: "C-h k"
    }
  }
}
