import TextEngine

/// The marks that undo and redo restore, as vim does: the named ones and the last selection.
struct VimUndoMarks {
  struct Saved {
    var positions: [Character: VimPosition]
    var selection: VimVisualState.Last?
  }

  /// By the number of the text that a change made: the marks before it, or after an undone one.
  private var saved: [Int: Saved] = [:]
  /// The marks before a change that has just begun, and the number of the text before it.
  private var begun: (number: Int, marks: Saved)?
  /// Older texts lose their marks.
  private static let most = 1_000

  /// Begins a change of the text with a number.
  mutating func begin(_ marks: Saved, from number: Int) {
    assignMarks(to: number)
    begun = (number, marks)
  }

  /// Assigns the marks of the last change to the text that it made.
  mutating func assignMarks(to number: Int) {
    guard let begun, begun.number != number else { return }
    saved[number] = begun.marks
    saved[number - Self.most] = nil
    self.begun = nil
  }

  /// Exchanges the marks of a change that is undone or redone.
  mutating func exchange(_ marks: Saved, of number: Int) -> Saved? {
    guard let old = saved[number] else { return nil }
    saved[number] = marks
    return old
  }
}

extension VimMachine {
  private var undoMarks: VimUndoMarks.Saved {
    let names: Set<Character> = ["<", ">", VimMarks.visualStart, VimMarks.visualEnd]
    return VimUndoMarks.Saved(
      positions: marks.positions.filter {
        $0.key.isASCII && $0.key.isLowercase || names.contains($0.key)
      },
      selection: visual.last)
  }

  /// Saves the marks before the first edit of a step.
  mutating func saveUndoMarks() {
    let key = ex.bulk ?? text.key
    if key.openStep != nil || ex.bulk != nil && !text.key.edits.isEmpty { return }
    line.marks.begin(undoMarks, from: key.history.currentNumber)
  }

  /// Undoes or redoes a step. Marks that were set before the change return to where they were; others
  /// follow their lines.
  mutating func stepWithMarks(_ move: (inout KeyText) -> UndoTree.Step?, isBack: Bool) -> UndoTree
    .Step?
  {
    let (old, number) = (text.rope, text.key.history.currentNumber)
    line.marks.assignMarks(to: number)
    guard let step = move(&text.key) else { return nil }
    let now = undoMarks
    var rope = old
    for edit in step.edits {
      let before = rope
      rope.apply(edit)
      moveNamedMarks(by: edit, from: before, to: rope)
    }
    let changed = isBack ? number : text.key.history.currentNumber
    guard let saved = line.marks.exchange(now, of: changed) else { return step }
    for (name, position) in saved.positions where name.isLetter { marks.positions[name] = position }
    if let selection = saved.selection {
      visual.last = selection
      for (name, position) in saved.positions where !name.isLetter {
        marks.positions[name] = position
      }
    }
    return step
  }
}
