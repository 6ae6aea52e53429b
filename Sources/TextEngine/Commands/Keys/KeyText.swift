package import Regex

/// What a keymap works on: the text, its history, what is selected, and what the screen
/// knows of it. The owner of the text hands it over for one key, and takes it back with the edits
/// that were done. A copy may be worked on by another thread.
package struct KeyText: Sendable {
  package private(set) var text: Rope
  package var history: UndoTree
  package var selections: Selections
  package var format: TextFormat
  /// Moves over what is on the screen.
  package var rows: RowMoves
  /// Reads the text as it was handed over; nil where it is not known what is code.
  private let colours: Highlighter?
  private let handedOver: Rope
  /// In milliseconds, as the history counts.
  package var now: Int64
  /// The work that the key may cost. Where that is too little the key is only done in part, and the
  /// holder drops the result.
  package var budget = RegexBudget()
  /// The most text that one key may make by repeating some, in bytes.
  package static let mostRepeated = 1 << 23
  /// What was done since the text was handed over, in order.
  package private(set) var edits: [Edit] = []
  /// Where the text is handed to one of several cursors after the main one: all edits of a key are one
  /// step, and the history goes back and on for the main one alone.
  package var isFurther = false
  /// What the other cursors have selected, the main one first. A step that begins leads back to that.
  package var others: [Selection] = []
  /// The last step that was taken back or done again.
  package private(set) var stepped: Stepped?
  /// Whether the next edit goes on with the step of the last one.
  private var isStepOpen = false

  /// Where a step of the history led.
  package struct Stepped {
    /// Of all cursors.
    package var selections: Selections
    package var isBack: Bool
  }

  package init(
    _ text: Rope, history: UndoTree? = nil,
    selections: Selections = Selections(Selection(at: .zero)),
    format: TextFormat = TextFormat(), rows: RowMoves? = nil, now: Int64 = 0,
    colours: Highlighter? = nil
  ) {
    self.text = text
    handedOver = text
    self.colours = colours
    self.history = history ?? UndoTree(for: text, at: now)
    self.selections = selections
    self.format = format
    self.rows = rows ?? .lines(of: text)
    self.now = now
  }

  /// What the engine's commands look at.
  package var context: EditContext {
    var context = EditContext(text: text, selections: selections, format: format, rows: rows)
    guard var highlighter = colours else { return context }
    // The page follows the edits later: a copy of what it knows is ahead of it.
    var before = handedOver
    for edit in edits {
      before.apply(edit)
      highlighter.apply(edit, after: before)
    }
    let (text, known) = (text, highlighter)
    context.isCode = { offset in
      var reader = known
      return reader.isCode(at: offset, in: text)
    }
    context.codeComment = { offset in
      var reader = known
      return reader.codeComment(at: offset, in: text)
    }
    context.paragraph = { offset in
      var reader = known
      return reader.paragraph(at: offset, in: text)
    }
    return context
  }

  /// Does an edit that was made for the text of now. All edits up to `endStep` are one step to undo.
  package mutating func apply(_ edit: Edit) {
    if edit.isEmpty { return }
    let before = selections
    text.apply(edit)
    selections = selections.mapped(through: edit)
    if isStepOpen || isFurther && !edits.isEmpty, history.currentMayGrow {
      history.extendStep(with: edit, to: selections, at: now)
    } else {
      history.record(edit, kind: .other, from: withOthers(before), to: selections, at: now)
      history.closeStep()
    }
    isStepOpen = true
    edits.append(edit)
  }

  private func withOthers(_ own: Selections) -> Selections {
    // What the others have is known of the text before the first edit.
    if others.isEmpty || !edits.isEmpty { return own }
    return Selections(others + own.all, main: isFurther ? 0 : others.count + own.mainIndex) ?? own
  }

  package mutating func replace(_ range: Range<ByteOffset>, with bytes: [UInt8]) {
    apply(Edit(in: text, replacing: range, with: bytes))
  }

  /// Pays for a key that a macro, a count or a map presses in a line. False where the keys that follow
  /// from one have cost too much.
  package func payForKey(lineLength: Int) -> Bool {
    budget.spend(2_000 + 4 * lineLength)
    return !budget.isSpent
  }

  /// What comes next is undone on its own.
  package mutating func endStep() { isStepOpen = false }

  /// The step that the next edit goes on with, by the number of its state; nil: it begins one.
  package var openStep: Int? { isStepOpen ? history.currentNumber : nil }

  /// What comes next goes on with the last step, also where that was done before the text was handed
  /// over; with a number, only if that state is the one of now.
  package mutating func continueStep(_ number: Int? = nil) {
    isStepOpen = number == nil || number == history.currentNumber
  }

  /// One step back; its edits, or nil where there is none. What was selected before it is selected.
  package mutating func undo() -> UndoTree.Step? {
    take(isFurther ? nil : history.undo(), isBack: true)
  }

  package mutating func redo() -> UndoTree.Step? {
    take(isFurther ? nil : history.redo(), isBack: false)
  }

  /// To any state of the history.
  package mutating func move(to state: UndoTree.StateID) -> UndoTree.Step? {
    take(isFurther ? nil : history.move(to: state), isBack: true)
  }

  private mutating func take(_ step: UndoTree.Step?, isBack: Bool) -> UndoTree.Step? {
    isStepOpen = false
    guard let step else { return nil }
    for edit in step.edits {
      text.apply(edit)
      edits.append(edit)
    }
    selections = (step.selections ?? selections).clamped(toByteCount: text.byteCount)
    note(step, isBack: isBack)
    return step
  }

  /// Where all cursors were before what was just taken back by edits.
  package mutating func putBack(_ selections: Selections) {
    stepped = Stepped(selections: selections, isBack: true)
  }

  private mutating func note(_ step: UndoTree.Step, isBack: Bool) {
    if others.isEmpty { return }
    if isBack {
      stepped = Stepped(selections: selections, isBack: true)
    } else if let before = history.selectionsBeforeCurrent {
      let after = step.edits.reduce(before) { $0.mapped(through: $1, bias: .left) }
      stepped = Stepped(selections: after, isBack: false)
    }
  }
}
