import TextEngine

/// Undo and redo, with the cursor positions of vim.
extension VimMachine {
  mutating func undo(_ count: Int) throws(VimFailure) {
    for index in 0..<count {
      let before = text.key.history.selectionsBeforeCurrent
      guard let step = stepWithMarks({ $0.undo() }, isBack: true) else {
        if index > 0 { break }
        throw VimFailure(message: "Already at oldest change")
      }
      placeCursor(after: step, from: before)
    }
  }

  mutating func redo(_ count: Int) throws(VimFailure) {
    for index in 0..<count {
      let old = text.rope
      guard let step = stepWithMarks({ $0.redo() }, isBack: false) else {
        if index > 0 { break }
        throw VimFailure(message: "Already at newest change")
      }
      placeCursor(after: step, from: text.key.history.selectionsBeforeCurrent, of: old)
    }
  }

  /// Moves to the text after a number of changes.
  mutating func undo(toState number: Int) throws(VimFailure) {
    let history = text.key.history
    guard let state = history.state(number: number) else {
      throw VimFailure(message: "E830: Undo number \(number) not found")
    }
    try move(to: state)
  }

  mutating func undo(to state: UndoTree.StateID) throws(VimFailure) { try move(to: state) }

  /// Handles `g-` and `g+`: moves in the order in which the texts were made.
  mutating func goThroughTime(_ count: Int) throws(VimFailure) {
    for index in 0..<abs(count) {
      let history = text.key.history
      guard let state = history.state(number: history.currentNumber + (count < 0 ? -1 : 1)) else {
        if index > 0 { break }
        throw .quiet
      }
      try move(to: state, isNeighbor: true)
    }
  }

  /// Moves to a state. `isNeighbor`: the cursor goes to the start of the change undone or redone.
  private mutating func move(
    to state: UndoTree.StateID, isNeighbor: Bool = false
  ) throws(VimFailure) {
    let (old, before) = (text.key.history.current, text.key.history.selectionsBeforeCurrent)
    let rope = text.rope
    guard let step = text.key.move(to: state) else { throw .quiet }
    if step.edits.isEmpty { return }
    let isUndo = step.edits.count == 1 && state < old
    let begun = isUndo ? before : text.key.history.selectionsBeforeCurrent
    placeCursor(
      after: step, from: isNeighbor ? begun : step.selections,
      of: isNeighbor && !isUndo ? rope : nil)
  }

  /// Moves the cursor to the start of the change if it was nearby, else to the first changed line.
  /// `rope` is the text in which the change began, if not the current one.
  private mutating func placeCursor(
    after step: UndoTree.Step, from before: Selections?, of rope: Rope? = nil
  ) {
    guard let edit = step.edits.last, !edit.changes.isEmpty else {
      // The typed text was deleted in the same step.
      rest()
      return want()
    }
    let (first, count) = changedLines(edit)
    let begun = before.flatMap { before in
      rope.map { $0.position(of: before.main.head) } ?? position(ofOld: before.main.head)
    }
    var target = VimPosition(line: min(first, text.lastLine))
    let isNear = begun.map { $0.line >= first - 1 && $0.line <= first + count } ?? false
    if let begun, isNear { target.line = min(begun.line, text.lastLine) }
    if let begun, begun.line + 1 == target.line { target.line -= 1 }
    if let begun, begun.line == target.line {
      cursor = VimPosition(line: target.line, column: begun.column)
      rest()
      want()
    } else if first > text.lastLine {
      placeCursor(onLine: text.lastLine)
    } else {
      placeCursor(onLine: target.line)
    }
  }

  /// Returns the position of an offset from before a step; offsets up to the step are the same. Nil
  /// if its line is gone.
  private func position(ofOld offset: ByteOffset) -> VimPosition? {
    let end = text.rope.end
    let isGone = offset > end || text.rope.line(at: offset).value > text.lastLine
    return isGone ? nil : text.position(of: offset)
  }

  /// Returns the first line that an edit changed, and the number of changed lines now.
  private mutating func changedLines(_ edit: Edit) -> (first: Int, count: Int) {
    guard let one = edit.changes.first, let other = edit.changes.last else { return (0, 0) }
    let first = text.position(of: one.after.lowerBound)
    let last = text.position(of: other.after.upperBound)
    var count = last.line - first.line + 1
    // A change that ends before a line does not include it.
    if other.after.upperBound > one.after.lowerBound, last.column == 0, last.line > first.line {
      count -= 1
    }
    if one.after.isEmpty, edit.changes.count == 1, edit.removed.newlineCount > 0, first.column == 0
    {
      count = 0
    }
    setChanged(
      from: VimPosition(line: first.line),
      to: VimPosition(line: max(first.line, first.line + count - 1)))
    markChanged(VimPosition(line: min(first.line, text.lastLine)))
    return (first.line, count)
  }

  /// Handles `U`: restores the line that was changed last, or undoes that.
  mutating func undoLine() throws(VimFailure) {
    guard let number = line.number, number <= text.lastLine else { throw .quiet }
    let now = text.line(number)
    let column = cursor.line == number ? cursor.column : 0
    changeLine(number, line.bytes)
    (line.bytes, cursor) = (now, VimPosition(line: number, column: line.column))
    line.column = column
    noteChange(lines: number, through: number)
    rest()
    want()
  }
}
