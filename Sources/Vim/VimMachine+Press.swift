import Regex
package import TextEngine

/// Handling of keys: the machine takes the text, handles the key and all that follows from it, and
/// gives the text back.
extension VimMachine {
  package mutating func press(_ key: String, in text: inout KeyText) -> [KeyEffect] {
    take(&text)
    effects = []
    if macro.recording != nil { macro.keys.append(key) }
    keys.queue.insert(VimQueuedKey(name: key, isTyped: true, isMapped: true), at: 0)
    keys.steps = 0
    (keys.map, keys.mapCount) = (nil, 0)
    keys.hasLeftWindow = false
    run()
    showPrinted()
    markMatches()
    give(&text)
    return effects
  }

  package var isTyping: Bool {
    mode == .insert && insert.literal == nil && insert.pending == nil && insert.completion == nil
      && maps.isEmpty && maps.abbreviations.isEmpty && keys.queue.isEmpty
  }

  package mutating func type(_ characters: String, in text: inout KeyText) -> Bool {
    guard isTyping, !insert.hasMoved, options.textWidth == 0 else { return false }
    take(&text)
    effects = []
    // A click may have moved the cursor, which ends the insertion.
    let isTyping = mode == .insert && !insert.hasMoved
    if isTyping {
      let names = VimKey.keys(of: characters)
      if macro.recording != nil { macro.keys += names }
      if change.recording != nil { change.recording? += names }
      insert.keys += names
      type(Array(characters.utf8))
      rest()
    }
    give(&text)
    return isTyping
  }

  package mutating func syncSelection(with text: inout KeyText) {
    // In insert mode, typing continues at the cursor.
    if isInserting { return }
    take(&text)
    give(&text)
  }

  package mutating func cancel(in text: inout KeyText) {
    _ = flushPending(in: &text)
    take(&text)
    keys.interpreter.cancel()
    keys.literal = nil
    keys.signs = nil
    if mode == .prompt { leavePrompt() }
    (ex.asking, ex.swapping) = (nil, nil)
    endInsertion()
    mode = .normal
    markMatches()
    give(&text)
  }

  /// More keys than any macro needs; one that never fails ends there.
  static let mostSteps = 200_000
  private static let mostMaps = 20_000

  /// Runs the keys in the queue. A failure drops all of them.
  mutating func run() {
    while !keys.queue.isEmpty {
      keys.steps += 1
      do throws(VimFailure) {
        if keys.steps > Self.mostSteps || keys.mapCount > Self.mostMaps { throw endless }
        guard let key = try nextKey() else { break }
        if keys.steps > 1 { try payForKey() }
        try handle(key)
      } catch {
        fail(error)
      }
      rest()
    }
  }

  /// Throws where the keys that follow from the pressed one have cost too much.
  func payForKey() throws(VimFailure) {
    if !text.key.payForKey(lineLength: text.length(cursor.line)) { throw .tooLong }
  }

  private var endless: VimFailure {
    VimFailure(message: keys.map.map { "“\($0.name)” has no end." } ?? "The macro has no end.")
  }

  private mutating func fail(_ failure: VimFailure) {
    keys.queue = []
    keys.hasFailed = true
    keys.interpreter.cancel()
    keys.literal = nil
    keys.signs = nil
    keys.pendingOperator = nil
    if !change.isKept { change.recording = nil }
    effects.append(.bell)
    if !failure.message.isEmpty { effects.append(.warn(failure.message)) }
  }

  /// Puts keys before those in the queue.
  mutating func queue(_ more: [String], areMapped: Bool = false, areRepeated: Bool = false) {
    keys.queue.append(
      contentsOf: more.reversed().map {
        VimQueuedKey(name: $0, isMapped: areMapped, isRepeated: areRepeated)
      })
  }

  /// Runs keys from normal mode back to it, as `:normal` does. Throws if one fails.
  mutating func play(_ played: [String], areMapped: Bool = false) throws(VimFailure) {
    let (outer, failed) = (keys.queue, keys.hasFailed)
    if text.key.budget.isSpent { throw .tooLong }
    if keys.depth > 100 { throw VimFailure(message: "Commands are nested too deeply.") }
    keys.depth += 1
    keys.hasFailed = false
    keys.interpreter.enter("normal")
    mode = .normal
    keys.queue = []
    queue(played, areMapped: areMapped)
    run()
    if mode != .normal || keys.interpreter.isWaiting || keys.signs != nil {
      // Ends an unfinished command, as Esc does.
      keys.interpreter.cancel()
      keys.signs = nil
      if mode == .prompt { leavePrompt() }
      var rounds = 0
      while mode != .normal, rounds < 4 {
        keys.queue = [VimQueuedKey(name: "Esc")]
        run()
        rounds += 1
      }
    }
    let hasFailed = keys.hasFailed
    keys.depth -= 1
    (keys.queue, keys.hasFailed) = (outer, failed)
    if hasFailed { throw .quiet }
  }

  private mutating func handle(_ key: String) throws(VimFailure) {
    if prompt.window != nil { return try windowKey(key) }
    if key.hasPrefix(VimNotation.command) { return try runEx(ofMap: key) }
    switch mode {
    case .normal, .visual: try command(key)
    case .insert, .replace: try insertKey(key)
    case .prompt: try promptKey(key)
    case .confirm: try confirm(key)
    }
  }

  /// Runs `<Cmd>w<CR>` of a map, in any mode.
  private mutating func runEx(ofMap key: String) throws(VimFailure) {
    try runEx(String(key.dropFirst(VimNotation.command.count)))
    if mode == .normal { endStep() }
  }

  /// Limits the cursor to positions that the mode allows.
  mutating func rest() {
    cursor.line = min(max(0, cursor.line), text.lastLine)
    let line = text.line(cursor.line)
    switch mode {
    case .normal:
      if insert.oneCommand == nil { cursor.column = min(cursor.column, VimChars.last(line)) }
    case .visual, .insert, .replace, .prompt, .confirm:
      cursor.column = min(cursor.column, line.count)
    }
    if cursor.column > 0, cursor.column < line.count {
      let start = VimChars.start(line, cursor.column)
      // A typed mark joined the character before: the next key goes after both.
      if start < cursor.column {
        cursor.column = isInserting ? VimChars.next(line, start) : start
      }
    }
    if isVisual { visual.start = outsideCharacter(clamped(visual.start)) }
  }

  private func outsideCharacter(_ position: VimPosition) -> VimPosition {
    VimPosition(
      line: position.line, column: VimChars.start(text.line(position.line), position.column))
  }

  // MARK: - Taking and giving the text

  mutating func take(_ text: inout KeyText) {
    let seen = text.selections
    swap(&self.text.key, &text)
    options.screen = self.text.key.screen
    if shown.selections == nil {
      options.shiftWidth = self.text.key.format.indentWidth
      options.expandsTabs = !self.text.key.format.indentsByTab
    }
    if let step = shown.openStep { self.text.key.continueStep(step) }
    if seen == shown.selections {
      if shown.isMoved { rest() }
      shown.isMoved = false
      return
    }
    shown.isMoved = false
    // Something else moved the cursor: a click, a search, another program.
    if isInserting {
      acceptCompletion()
      stopTyping()
    }
    let selection = seen.main
    cursor = self.text.position(of: selection.head)
    if selection.isEmpty {
      if isVisual { mode = .normal }
    } else if !isInserting {
      // The selection includes the character before its end.
      mode = .visual(.characters)
      visual.start = self.text.position(of: selection.anchor)
      if selection.isBackwards {
        visual.start = before(visual.start)
      } else {
        cursor = before(cursor)
      }
    }
    rest()
    want()
  }

  private func before(_ position: VimPosition) -> VimPosition {
    if position.column > 0 {
      return VimPosition(
        line: position.line, column: VimChars.previous(text.line(position.line), position.column))
    }
    return position.line > 0
      ? VimPosition(line: position.line - 1, column: text.length(position.line - 1)) : position
  }

  mutating func give(_ text: inout KeyText) {
    shown.openStep = self.text.key.openStep
    let selections = shownSelections
    self.text.key.selections = selections
    shown.selections = selections
    shown.cursor = shownCursor
    swap(&self.text.key, &text)
  }

  private var shownCursor: ByteOffset? {
    if let match = search.preview?.match { return text.offset(of: match.start) }
    return shownShape == nil ? nil : text.offset(of: cursor)
  }

  /// The selection on the screen: including the character at its end, or whole lines, or a piece of
  /// each line.
  private var shownSelections: Selections {
    // While a search is typed, the selection reaches to the match that it would go to.
    let cursor = mode == .prompt ? search.preview?.match?.start ?? cursor : cursor
    let head = text.offset(of: self.cursor)
    guard let shape = shownShape else { return Selections(Selection(at: head)) }
    let (low, high) = (min(visual.start, cursor), max(visual.start, cursor))
    let isBackwards = cursor < visual.start
    func selection(_ start: ByteOffset, _ end: ByteOffset) -> Selection {
      isBackwards ? Selection(anchor: end, head: start) : Selection(anchor: start, head: end)
    }
    switch shape {
    case .characters:
      let line = text.line(high.line)
      let end = VimPosition(line: high.line, column: VimChars.next(line, high.column))
      let offset = text.offset(of: end)
      // The line's end, of any kind, is selected too.
      let isBehind = high.column >= line.count && offset < text.rope.end
      let last = isBehind ? text.rope.start(of: LineNumber(high.line + 1)) : offset
      return Selections(selection(text.offset(of: low), last))
    case .lines:
      let rope = text.rope
      return Selections(
        selection(rope.start(of: LineNumber(low.line)), rope.start(of: LineNumber(high.line + 1))))
    case .block:
      var region = VimRegion(start: low, end: high, shape: .block)
      setCells(of: &region, toEnd: wanted == .end)
      let lines = Array(region.lines.prefix(Self.mostShown))
      let pieces = lines.map { number in
        let part = blockPart(of: text.line(number), region)
        return selection(
          text.offset(of: VimPosition(line: number, column: part.start)),
          text.offset(of: VimPosition(line: number, column: part.end)))
      }
      let main = lines.firstIndex(of: cursor.line) ?? 0
      return Selections(pieces, main: main) ?? Selections(Selection(at: head))
    }
  }

  private var shownShape: VimShape? {
    if mode == .prompt, case .visual(let shape) = prompt.mode { return shape }
    return visualShape
  }

  /// The most lines of a block that are shown as selected.
  private static let mostShown = 2_000

  // MARK: - The cursor

  func cell(of position: VimPosition) -> Int {
    VimChars.cell(text.line(position.line), at: position.column, tab: options.tabStop)
  }

  /// Moves to the wanted column of the cursor's line.
  mutating func goToWanted() {
    let line = text.line(cursor.line)
    switch wanted {
    case .end: cursor.column = line.count
    case .cell(let cell): cursor.column = VimChars.column(line, ofCell: cell, tab: options.tabStop)
    }
    switch mode {
    case .visual:
      cursor.column = wanted == .end ? line.count : min(cursor.column, VimChars.last(line))
    case .normal: cursor.column = min(cursor.column, VimChars.last(line))
    case .insert, .replace, .prompt, .confirm: break
    }
  }

  /// Makes the cursor's column the wanted one.
  mutating func want() {
    wanted = .cell(cursorCell)
    insert.hasTyped = false
  }

  /// The cursor's cell. On a tab this is its last cell, except in insert mode and at the start of
  /// the selection.
  var cursorCell: Int {
    let (line, first) = (text.line(cursor.line), cell(of: cursor))
    guard cursor.column < line.count, line[cursor.column] == 0x09, !isInserting,
      !isVisual || cursor > visual.start
    else { return first }
    return first + VimChars.width(line, at: cursor.column, cell: first, tab: options.tabStop) - 1
  }

  /// Moves to the first text of a line.
  mutating func placeCursor(onLine number: Int) {
    cursor = VimPosition(line: min(max(0, number), text.lastLine), column: 0)
    cursor.column = firstText(text.line(cursor.line))
    want()
  }

  func firstText(_ line: [UInt8]) -> Int {
    line.firstIndex { !$0.isSpaceOrTab } ?? VimChars.last(line)
  }

  func isBlank(_ byte: UInt8) -> Bool { byte.isSpaceOrTab }
}
