import Bytes
import TextEngine

/// Insert and replace mode: beginning, ending and typing.
extension VimMachine {
  var isReplacing: Bool { if case .replace = mode { true } else { false } }

  /// Begins to type at the cursor.
  mutating func beginInsertion(_ mode: VimMode, count: Int = 1, opensLines: Bool = false) {
    let last = insert.last
    insert = VimInsertState()
    insert.last = last
    insert.count = count
    insert.opensLines = opensLines
    insert.start = cursor
    self.mode = mode
    want()
  }

  /// Drops the state of other ways of inserting.
  mutating func endInsertion() {
    insert.oneCommand = nil
    insert.pending = nil
    insert.literal = nil
    insert.block = nil
    insert.completion = nil
    insert.asked = nil
  }

  mutating func insertKey(_ key: String) throws(VimFailure) {
    if insert.literal == nil, insert.pending == nil, expandWhileTyping(key) { return }
    if try completionKey(key) { return }
    if change.recording != nil { change.recording?.append(key) }
    if var literal = insert.literal {
      switch literal.press(key) {
      case .more: insert.literal = literal
      case .done(let character, let rest):
        insert.literal = nil
        insert.keys.append(key)
        if character.isEmpty { return }
        if insert.hasMoved {
          // After an arrow key vim records the character alone, not its code.
          insertTyped(VimRegister(lines: [Array(character.utf8)], shape: .characters))
          return queue(rest.map { [$0] } ?? [])
        }
        type(Array(character.utf8), isLiteral: true)
        if let rest {
          if change.recording?.isEmpty == false { change.recording?.removeLast() }
          insert.keys.removeLast()
          queue([rest])
        }
        return
      }
      insert.keys.append(key)
      return
    }
    if let pending = insert.pending {
      insert.pending = nil
      forgetKey(typed: false)
      return try pendingKey(pending, key)
    }
    if key == "Esc" || key == "C-c" || key == "C-[" { return try leaveInsertion(byKey: key) }
    insert.keys.append(key)
    switch key {
    case "Backspace", "C-h", "C-w", "C-u", "Del":
      // If there is nothing to delete, a macro and `.` continue.
      do throws(VimFailure) { try typingKey(key) } catch {
        if key != "Del" { forgetKey() }
        effects.append(.bell)
      }
    default: try typingKey(key)
    }
  }

  /// Removes a key that is not part of the typed text from the recordings.
  mutating func forgetKey(typed: Bool = true) {
    if typed, !insert.keys.isEmpty { insert.keys.removeLast() }
    if change.recording?.isEmpty == false { change.recording?.removeLast() }
  }

  mutating func typingKey(_ key: String) throws(VimFailure) {
    switch key {
    case "Enter", "C-j", "C-m": if !continueItem() { typeNewline() }
    case "Tab", "C-i": typeTab()
    case "Backspace", "C-h": try deleteBack(.character)
    case "C-w": try deleteBack(.word)
    case "C-u": try deleteBack(.line)
    case "Del": try deleteAhead()
    case "C-t": shiftTyped(by: 1)
    case "C-d": shiftTyped(by: -1)
    case "C-e": copyCharacter(from: 1)
    case "C-y": copyCharacter(from: -1)
    case "C-a", "C-@":
      forgetKey()
      if insert.last.isEmpty { throw VimFailure(message: "Nothing was typed yet.") }
      queue(insert.last)
      if key == "C-@" { keys.queue.insert(VimQueuedKey(name: "Esc"), at: 0) }
    case "C-r", "C-g", "C-x", "C-\\":
      forgetKey()
      insert.pending = key
    case "C-v", "C-q", "C-k":
      insert.literal = VimLiteral(isDigraph: key == "C-k")
    case "C-o": beginOneCommand()
    case "Ins": mode = isReplacing ? .insert : .replace(byCells: false)
    // Only ends an abbreviation.
    case "C-]": forgetKey()
    case "S-Up", "S-Down": try moveWhileTyping(key == "S-Up" ? "PgUp" : "PgDn")
    case "Left", "Right", "Up", "Down", "Home", "End", "C-Left", "C-Right", "S-Left", "S-Right",
      "C-Home", "C-End", "PgUp", "PgDn":
      try moveWhileTyping(key)
    default:
      guard let typed = VimKey.text(key) else {
        forgetKey()
        throw VimUnsupported.failure([key])
      }
      if typed == " " { insert.hasTypedBlank = true }
      type(Array(typed.utf8))
    }
  }

  // MARK: - Typing

  /// Begins a new insertion after an arrow key: what follows is undone and repeated on its own.
  mutating func beginAfterMoving(typed: Bool = true) {
    guard insert.hasMoved else { return }
    (insert.hasMoved, insert.hasNewline) = (false, false)
    endStep()
    insert.start = cursor
    insert.hasOnlyIndent = false
    insert.replaced = []
    let block = movedBlock
    let key = typed ? insert.keys.last : nil
    insert.keys = key.map { [$0] } ?? []
    insert.count = 1
    insert.opensLines = false
    insert.block = block
    change.restart(key)
  }

  mutating func type(_ bytes: [UInt8], isLiteral: Bool = false) {
    if bytes == [0x0d], !isLiteral { return typeNewline() }
    // A line cannot contain a line end: its code becomes a NUL, as in vim.
    let bytes = bytes == [0x0a] ? [0] : bytes
    beginAfterMoving()
    wrapTyped(before: bytes)
    let line = text.line(cursor.line)
    // The character before may have become part of the line's end: a CR before LF.
    cursor.column = min(cursor.column, line.count)
    rememberTypedLine()
    var (end, blanks) = (cursor.column, 0)
    if isReplacing {
      (end, blanks) = replaced(in: line, by: bytes)
      insert.replaced.append(
        end > cursor.column ? .text(Array(line[cursor.column..<end])) : .nothing)
    }
    let rest = [UInt8](repeating: 0x20, count: blanks) + line[end...]
    changeLine(cursor.line, line[..<cursor.column] + bytes + rest)
    insert.hasOnlyIndent = false
    cursor.column += bytes.count
    insert.hasTyped = true
  }

  mutating func rememberTypedLine() {
    if !insert.hasNewline { rememberLine(cursor.line) }
  }

  /// Returns how far typing replaces: one character, or with `gR` as many as take the same cells.
  private func replaced(in line: [UInt8], by bytes: [UInt8]) -> (end: Int, blanks: Int) {
    guard mode == .replace(byCells: true) else { return (VimChars.next(line, cursor.column), 0) }
    return replacedCells(
      in: line, count: VimChars.cell(bytes, at: bytes.count, tab: options.tabStop))
  }

  /// Returns the characters in a number of cells from the cursor, and the blanks after them.
  func replacedCells(in line: [UInt8], count: Int) -> (end: Int, blanks: Int) {
    var (end, cell) = (cursor.column, cell(of: cursor))
    let last = cell + count
    while end < line.count, cell < last {
      let width = VimChars.width(line, at: end, cell: cell, tab: options.tabStop)
      // A tab stays until all its cells are used.
      if line[end] == 0x09, cell + width > last { break }
      cell += width
      end = VimChars.next(line, end)
    }
    return (end, max(0, cell - last))
  }

  mutating func typeNewline() {
    beginAfterMoving()
    insert.hasNewline = true
    if mode == .replace(byCells: true) { return replaceLineEnd() }
    let bytes = text.line(cursor.line)
    var indent: [UInt8] = []
    var tail = Array(bytes[min(cursor.column, bytes.count)...])
    var head = Array(bytes.prefix(cursor.column))
    if options.autoIndent {
      indent = self.indent(indentWidth(Array(bytes.prefix(cursor.column))))
      if insert.hasOnlyIndent { head = [] }
      tail = Array(tail.drop(while: isBlank))
    }
    if isReplacing {
      let blanks = bytes.dropFirst(cursor.column).prefix(while: isBlank)
      insert.replaced.append(
        .lineEnd(options.autoIndent ? Array(blanks) : [], goesOnBelow: false))
      insert.replaced += indent.map { _ in .nothing }
    }
    changeLine(cursor.line, head)
    insertLines([indent + tail], at: cursor.line + 1)
    line.number = nil
    cursor = VimPosition(line: cursor.line + 1, column: indent.count)
    // Without an indent too: one that `C-t` makes is removed again if nothing follows it.
    insert.hasOnlyIndent = options.autoIndent
    want()
  }

  private mutating func typeTab() {
    insert.hasTypedBlank = false
    let soft = options.softTab
    if !options.expandsTabs, soft == 0 { return type([0x09]) }
    defer { if !options.expandsTabs { makeTabs() } }
    let step = soft > 0 ? soft : options.tabStop
    let width = step - cell(of: cursor) % step
    if mode == .replace(byCells: true) { return (0..<width).forEach { _ in type([0x20]) } }
    if isReplacing {
      type([0x20])
      return insertBlanks(width - 1)
    }
    type([UInt8](repeating: 0x20, count: width))
  }

  /// Handles `C-e` and `C-y`: types the character below or above.
  private mutating func copyCharacter(from rows: Int) {
    forgetKey()
    guard let copied = character(inLine: cursor.line + rows) else { return }
    let (value, _) = VimChars.scalar(copied, 0)
    let isPlain =
      insert.hasMoved || value >= 0x100 || Byte.isLetter(copied[0]) || Byte.isDigit(copied[0])
    insertTyped(
      VimRegister(lines: [copied], shape: .characters), behind: isPlain ? [] : ["C-v"])
  }

  /// Returns the character of a line that is above or below the cursor.
  func character(inLine number: Int) -> [UInt8]? {
    guard number >= 0, number <= text.lastLine else { return nil }
    let line = text.line(number)
    let column = VimChars.column(line, ofCell: cell(of: cursor), tab: options.tabStop)
    return column < line.count ? Array(line[column..<VimChars.next(line, column)]) : nil
  }

  /// Handles `C-t` and `C-d`.
  private mutating func shiftTyped(by steps: Int) {
    beginAfterMoving()
    var bytes = text.line(cursor.line)
    rememberTypedLine()
    if steps < 0, cursor.column > 0, let last = insert.keys.dropLast().last,
      last == "0" || last == "^", bytes[cursor.column - 1] == last.utf8.first
    {
      // `0 C-d` and `^ C-d` remove the whole indent.
      if isReplacing {
        try? deleteBack(.character)
        bytes = text.line(cursor.line)
      } else {
        bytes.remove(at: cursor.column - 1)
        cursor.column -= 1
      }
      let blanks = bytes.prefix(while: isBlank).count
      changeLine(cursor.line, Array(bytes.dropFirst(blanks)))
      cursor.column = max(0, cursor.column - blanks)
      return want()
    }
    let old = bytes.prefix(while: isBlank).count
    let step = options.step
    let width = indentWidth(bytes)
    let stops = steps > 0 ? width / step + 1 : (width + step - 1) / step - 1
    let new = indent(max(0, stops * step))
    // Within the indent, the cursor keeps its distance to the text.
    let distance = width - cell(of: cursor)
    let isInIndent = cursor.column < old
    changeLine(cursor.line, new + bytes.dropFirst(old))
    if isInIndent {
      cursor.column = VimChars.column(
        text.line(cursor.line), ofCell: max(0, stops * step - distance), tab: options.tabStop)
    } else {
      cursor.column = max(0, cursor.column + new.count - old)
    }
    if cursor.line == insert.start.line {
      insert.start.column = max(0, insert.start.column + new.count - old)
    }
    want()
  }

  // MARK: - Keys that wait for another

  mutating func pendingKey(_ pending: String, _ key: String) throws(VimFailure) {
    if pending == "C-g" {
      switch key {
      case "u": text.key.endStep()
      case "j", "Down", "C-j": try moveWhileTyping("Down", toStart: true)
      case "k", "Up", "C-k": try moveWhileTyping("Up", toStart: true)
      default: throw VimUnsupported.failure([pending, key])
      }
      return
    }
    if pending == "C-\\" {
      switch key {
      case "C-o": return beginOneCommand(keepsCursor: true)
      case "C-n", "C-g":
        if change.recording != nil { change.recording?.append("Esc") }
        return try leaveInsertion(byKey: "Esc")
      default: break
      }
    }
    if pending == "C-x" { return try controlXKey(key) }
    if pending == VimInsertState.scrolling { return scrollingKey(key) }
    if pending != "C-r" { throw VimUnsupported.failure([pending, key]) }
    if key == "C-r" || key == "C-o" || key == "C-p" {
      insert.pending = pending
      return
    }
    if key == "=" { return openPrompt("=") }
    guard let name = VimKey.text(key)?.first else { throw VimUnsupported.failure([pending, key]) }
    guard let content = content(of: name) else { throw .quiet }
    // `.` puts in what was deleted last by then.
    insertTyped(content, recorded: name == "-" ? [pending, key] : nil)
  }

  /// Types the text of a register as if by its keys, after other keys.
  /// `recorded`: the keys that `.` repeats instead.
  mutating func insertTyped(
    _ content: VimRegister, behind keys: [String] = [], recorded: [String]? = nil
  ) {
    let typed =
      recorded ?? keys + VimKey.keys(of: String(decoding: content.text, as: UTF8.self))
    beginAfterMoving(typed: false)
    insert.keys += typed
    if change.recording != nil { change.recording? += typed }
    // A long register would cost the square of the line. A key that cannot pay is undone as a whole.
    var mayGoOn: Bool { text.key.payForKey(lineLength: text.length(cursor.line)) }
    for (index, piece) in content.lines.enumerated() where mayGoOn {
      if index > 0 { typeNewline() }
      if !piece.isEmpty {
        for part in characters(piece) where mayGoOn { type(part, isLiteral: true) }
      }
    }
    if content.shape == .lines { typeNewline() }
  }

  private func characters(_ bytes: [UInt8]) -> [[UInt8]] {
    isReplacing || options.textWidth != 0 ? VimTexts.characters(bytes) : [bytes]
  }
}
