import TextEngine

/// All changes of the text go through these functions, so that marks follow.
extension VimMachine {
  /// Replaces the bytes of a line. Marks in it stay in their columns.
  mutating func changeLine(_ number: Int, _ bytes: [UInt8]) {
    if text.line(number) == bytes {
      return touch(VimPosition(line: number, column: number == cursor.line ? cursor.column : 0))
    }
    noteCursor()
    text.setLine(number, bytes)
  }

  /// Makes a step of undo for a command that has changed nothing.
  mutating func touch(_ position: VimPosition) {
    noteCursor()
    if text.key.openStep == nil { text.touch(position) }
  }

  mutating func changeLine(_ number: Int, _ bytes: ArraySlice<UInt8>) {
    changeLine(number, Array(bytes))
  }

  /// Applies an edit of the engine's commands.
  mutating func apply(_ edit: Edit) {
    noteCursor()
    let (before, count) = (text.rope, text.lineCount)
    text.key.apply(edit)
    moveMarks(by: edit, from: before, to: text.rope)
    let growth = text.lineCount - count
    if growth != 0 { ex.pending?.shift(from: cursor.line + 1, by: growth) }
  }

  /// Records the cursor to which undo returns.
  private mutating func noteCursor() {
    saveUndoMarks()
    text.key.selections = Selections(Selection(at: text.offset(of: cursor)))
    if ex.bulk == nil { return }
    if text.key.edits.isEmpty { ex.bulk?.selections = text.key.selections }
    text.key.endStep()
  }

  /// Ends a step of undo after the typed keys; a macro, a map and `:normal` are one step.
  mutating func endStep() {
    if keys.queue.last?.isTyped ?? true, keys.depth == 0 { text.key.endStep() }
  }

  mutating func replaceLines(_ lines: ClosedRange<Int>, with new: [[UInt8]]) {
    noteCursor()
    text.replaceLines(lines.lowerBound..<lines.upperBound + 1, with: new)
    let growth = new.count - lines.count
    if growth != 0 {
      marks.shift(from: lines.upperBound + 1, by: growth)
      ex.pending?.shift(from: lines.upperBound + 1, by: growth)
    }
  }

  /// Inserts lines before one; marks below move down.
  mutating func insertLines(_ lines: [[UInt8]], at number: Int) {
    noteCursor()
    text.insertLines(lines, at: number)
    marks.shift(from: number, by: lines.count)
    ex.pending?.shift(from: number, by: lines.count)
  }

  /// Removes lines with their marks; marks below move up. A last remaining line becomes empty.
  mutating func removeLines(_ lines: ClosedRange<Int>) {
    noteCursor()
    text.deleteLines(lines)
    marks.remove(lines)
    ex.pending?.remove(lines)
  }
}

extension VimMarks {
  /// Updates marks after lines were inserted before one.
  mutating func shift(from line: Int, by count: Int) {
    each { $0.line >= line ? VimPosition(line: $0.line + count, column: $0.column) : $0 }
  }

  /// Updates marks after lines were removed. Named marks in them are removed; others move to the
  /// line that replaced theirs.
  mutating func remove(_ lines: ClosedRange<Int>) {
    for (name, position) in positions where lines.contains(position.line) {
      if name.isLetter { positions[name] = nil }
      if name == Self.visualStart || name == Self.visualEnd {
        positions[name]?.line = max(0, lines.lowerBound - 1)
      }
    }
    each { position in
      if position.line > lines.upperBound {
        return VimPosition(line: position.line - lines.count, column: position.column)
      }
      if lines.contains(position.line) {
        return VimPosition(line: max(0, lines.lowerBound), column: position.column)
      }
      return position
    }
  }

  /// Keeps only the last jump of each line.
  mutating func cleanJumps() {
    var left: [VimPosition] = []
    var index: Int?
    for (number, jump) in jumps.enumerated() {
      if number == jumpIndex { index = left.count }
      let comesAgain = jumps[(number + 1)...].contains { $0.line == jump.line }
      if !comesAgain { left.append(jump) }
    }
    jumps = left
    jumpIndex = index ?? left.count
  }

  mutating func each(_ change: (VimPosition) -> VimPosition) {
    positions = positions.mapValues(change)
    jumps = jumps.map(change)
    changes = changes.map(change)
  }
}
