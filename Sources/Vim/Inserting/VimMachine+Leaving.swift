import Regex
import TextEngine

/// Ways out of insert mode: its end, `C-o` for one command, and arrow keys.
extension VimMachine {
  mutating func leaveInsertion(byKey key: String) throws(VimFailure) {
    try typeAgain()
    if insert.hasOnlyIndent, !insert.hasMoved { removeUnusedIndent() }
    let hasBlock = insert.block.map { !$0.lines.isEmpty } ?? false
    finishBlock()
    insert.last = insert.hasMoved ? insert.last : insert.keys
    marks.positions["^"] = cursor
    if !insert.hasMoved { registers.named["."] = VimRegister(typed: insert.last) }
    let start = insert.blockEdge.after
    mode = .normal
    setInsertedMarks()
    if hasBlock { markChanged(VimPosition(line: insert.start.line + 1, column: 0)) }
    if let start {
      cursor = start
    } else if cursor.column > 0 {
      cursor.column = VimChars.previous(text.line(cursor.line), cursor.column)
    }
    want()
    endInsertion()
    change.finish()
    endStep()
  }

  private mutating func setInsertedMarks() {
    if insert.changed {
      marks.positions["["] = insert.start
      marks.positions["]"] = cursor
      let last = VimChars.previous(text.line(cursor.line), cursor.column)
      markChanged(VimPosition(line: cursor.line, column: last))
    }
  }

  /// Repeats the typed keys as often as the count says.
  private mutating func typeAgain() throws(VimFailure) {
    let (count, keys) = (insert.count, insert.keys)
    insert.count = 1
    if count < 2 { return }
    let isBulk = beginBulk()
    defer { if isBulk { endBulk() } }
    if keys.count > text.key.mostRepeated / count {
      return effects.append(.warn(VimFailure.tooMuchText.message))
    }
    for _ in 1..<count {
      if insert.opensLines, !openItem(below: true) { typeNewline() }
      for key in keys {
        try payForKey()
        if var literal = insert.literal {
          switch literal.press(key) {
          case .more: insert.literal = literal
          case .done(let character, _):
            insert.literal = nil
            type(Array(character.utf8), isLiteral: true)
          }
        } else if let pending = insert.pending {
          insert.pending = nil
          try pendingKey(pending, key)
        } else if key == "Del" {
          // If there is nothing to delete, the rest is still typed again.
          try? typingKey(key)
        } else {
          try typingKey(key)
        }
      }
    }
    insert.keys = keys
  }

  /// Removes an indent without text after it.
  private mutating func removeUnusedIndent() {
    let bytes = text.line(cursor.line)
    if bytes.allSatisfy(isBlank) {
      changeLine(cursor.line, [])
      cursor.column = 0
    }
    insert.hasOnlyIndent = false
  }

  // MARK: - Blocks

  /// Types the text of a block's first line in its other lines.
  private mutating func finishBlock() {
    guard let block = insert.block else { return }
    insert.block = nil
    // Text that was typed in another line is not the block's.
    if block.kind != .change, cursor.line != insert.blockEdge.line { return }
    let first = text.line(min(insert.blockEdge.line, text.lastLine))
    // The typed text is what the line has gained: an arrow key may have moved the cursor.
    let growth = first.count - block.length
    if growth <= 0 || block.column + growth > first.count { return }
    let typed = Array(first[block.column..<block.column + growth])
    for number in block.lines where number <= text.lastLine && !text.key.budget.isSpent {
      var bytes = text.line(number)
      guard let column = columnInBlock(&bytes, block) else { continue }
      changeLine(number, bytes[..<column] + typed + bytes[column...])
    }
    line.number = nil
    if block.kind != .change {
      insert.blockEdge.after = VimPosition(line: insert.blockEdge.line, column: block.shownColumn)
    }
  }

  /// Returns the column at which to type in a line; nil if the line is too short for the block.
  private func columnInBlock(_ bytes: inout [UInt8], _ block: VimBlockInsertion) -> Int? {
    if block.cell == .max { return bytes.count }
    let end = VimChars.cell(bytes, at: bytes.count, tab: options.tabStop)
    if end < block.cell {
      if block.isBehindShort { return bytes.count }
      if !block.pads { return nil }
    }
    if block.kind == .insert { return columnOfInsertion(in: &bytes, block) }
    return VimChars.start(&bytes, atCell: block.cell, tab: options.tabStop)
  }

  /// Returns the column of an insertion: before a wide character that the block cuts, after blanks.
  private func columnOfInsertion(in bytes: inout [UInt8], _ block: VimBlockInsertion) -> Int {
    let tab = options.tabStop
    let column = VimChars.column(bytes, ofCell: block.cell, tab: tab)
    let first = VimChars.cell(bytes, at: column, tab: tab)
    guard column < bytes.count, bytes[column] >= 0x80, first < block.cell else {
      return VimChars.start(&bytes, atCell: block.cell, tab: tab)
    }
    let blanks = [UInt8](repeating: UInt8(ascii: " "), count: block.cell - first)
    bytes.insert(contentsOf: blanks, at: column)
    return column + blanks.count
  }

  /// The block for text that is typed after an arrow key: at the cursor if nothing was typed before
  /// it; nil in another line.
  var movedBlock: VimBlockInsertion? {
    guard var block = insert.block else { return nil }
    if block.kind == .change { return block }
    if cursor.line != insert.blockEdge.line { return nil }
    let isToEnd = block.cell == .max
    let isBehind = block.kind == .append && !isToEnd && cursor.column > block.shownColumn
    if !block.isMoved || isBehind { return block }
    if !isToEnd { block.shownColumn = cursor.column }
    block.isBehindShort = isToEnd
    (block.pads, block.kind) = (false, .insert)
    (block.cell, block.column) = (cell(of: cursor), cursor.column)
    block.isMoved = false
    return block
  }

  // MARK: - One command, and arrow keys

  /// Runs one command; with `keepsCursor` the cursor stays past the line's end.
  mutating func beginOneCommand(keepsCursor: Bool = false) {
    if !keepsCursor { forgetKey() }
    if insert.hasTyped { want() }
    if insert.hasOnlyIndent { removeUnusedIndent() }
    stopTyping()
    finishBlock()
    if let position = insert.blockEdge.after { cursor = position }
    insert.blockEdge.after = nil
    insert.oneCommand = mode
    mode = .normal
    let line = text.line(cursor.line)
    insert.endLine = cursor.column >= line.count ? cursor.line : nil
    if insert.endLine != nil, !keepsCursor { cursor.column = VimChars.last(line) }
  }

  /// Continues insert mode after `C-o` and its command.
  mutating func endOneCommand(_ mode: VimMode) {
    insert.oneCommand = nil
    if self.mode == .normal {
      let line = text.line(cursor.line)
      let isBeyond =
        switch wanted {
        case .end: true
        case .cell(let cell): cell > cursorCell
        }
      self.mode = mode
      let isAtEnd = insert.endLine == cursor.line || isBeyond
      if isAtEnd, cursor.column < line.count, VimChars.next(line, cursor.column) == line.count {
        cursor.column = line.count
      }
      insert.hasMoved = true
      insert.start = cursor
    }
  }

  mutating func moveWhileTyping(_ key: String, toStart: Bool = false) throws(VimFailure) {
    if !toStart { forgetKey() }
    if insert.hasTyped { want() }
    let (was, hadOnlyIndent) = (cursor.line, insert.hasOnlyIndent)
    try typedMotion(key, toStart)
    if hadOnlyIndent, was <= text.lastLine, text.line(was).allSatisfy(isBlank) {
      changeLine(was, [])
      if cursor.line == was { cursor.column = 0 }
      insert.hasOnlyIndent = false
    }
    stopTyping()
  }

  /// Ends the current change; further typing is another one.
  mutating func stopTyping() {
    if insert.hasMoved { return }
    insert.hasMoved = true
    if !insert.keys.isEmpty { insert.last = insert.keys }
    if insert.changed {
      registers.named["."] = VimRegister(typed: insert.last)
      marks.positions["["] = insert.start
      marks.positions["]"] = cursor
    }
    if change.recording != nil { change.recording?.append("Esc") }
    change.finish()
    endStep()
    let hasTyped =
      insert.block.map { text.length(min(insert.blockEdge.line, text.lastLine)) > $0.length }
      ?? false
    insert.block?.isMoved = !hasTyped
    insert.count = 1
  }

  private mutating func typedMotion(_ key: String, _ toStart: Bool) throws(VimFailure) {
    let (bytes, was) = (text.line(cursor.line), cursor)
    switch key {
    case "Left":
      if cursor.column > 0 {
        cursor.column = VimChars.previous(bytes, cursor.column)
      } else {
        guard options.moving.wrappingKeys.contains("["), cursor.line > 0 else { throw .quiet }
        cursor = VimPosition(line: cursor.line - 1, column: text.length(cursor.line - 1))
      }
      want()
    case "Right":
      if cursor.column < bytes.count {
        cursor.column = VimChars.next(bytes, cursor.column)
      } else {
        guard options.moving.wrappingKeys.contains("]"), cursor.line < text.lastLine else {
          throw .quiet
        }
        cursor = VimPosition(line: cursor.line + 1)
      }
      want()
    case "Up", "Down":
      let line = cursor.line + (key == "Up" ? -1 : 1)
      if line < 0 || line > text.lastLine { throw .quiet }
      if toStart {
        wanted = .cell(cell(of: VimPosition(line: insert.start.line, column: insert.start.column)))
      }
      cursor.line = line
      goToWanted()
    case "Home":
      cursor.column = 0
      wanted = .cell(0)
    case "End":
      cursor.column = bytes.count
      wanted = .end
    case "C-Home":
      cursor = VimPosition(line: 0, column: 0)
      want()
    case "C-End":
      cursor = VimPosition(line: text.lastLine, column: text.length(text.lastLine))
      want()
    case "PgUp", "PgDn", "S-Up", "S-Down":
      let step = max(1, text.key.rows.height - 2)
      let isUp = key == "PgUp" || key == "S-Up"
      if isUp, showsStart { throw .quiet }
      placeCursor(onLine: cursor.line + (isUp ? -step : step))
    default:
      if key == "C-Left" || key == "S-Left" {
        cursor = try move(.wordBack, count: nil, argument: "").end
      } else {
        let end = VimPosition(line: text.lastLine, column: text.length(text.lastLine))
        if cursor >= end { throw .quiet }
        let target = try? move(.word, count: nil, argument: "").end
        cursor = target.flatMap { $0 > cursor ? $0 : nil } ?? end
        if cursor.line == end.line, text.length(cursor.line) > 0,
          VimWords.isLast(
            text.line(cursor.line), cursor.column, from: was.line == cursor.line ? was.column : 0)
        {
          cursor = end
        }
      }
      want()
    }
  }
}

extension VimInsertState {
  /// Whether anything was typed or the cursor was moved.
  var changed: Bool { !keys.isEmpty || hasMoved }
}

extension VimRegister {
  /// Creates a register from typed keys.
  init(typed keys: [String]) {
    self.init(
      lines: VimKey.text(of: keys).replacing("\r", with: "\n").utf8
        .split(separator: 0x0a, omittingEmptySubsequences: false).map(Array.init),
      shape: .characters)
  }
}
