package import Regex

/// The state that a keymap works on: the text, its history, the selections and the rows on the
/// screen. The owner of the text passes it in for one key and gets it back with the edits. A copy
/// may be used on another thread.
package struct KeyText: Sendable {
  package private(set) var text: Rope
  package var history: UndoTree
  package var selections: Selections
  package var format: TextFormat
  /// Moves over rows of the screen.
  package var rows: RowMoves
  /// How the editor shows the text.
  package var screen = KeyScreen()
  /// Finds code in the text as it was passed in; nil if code is unknown.
  private let colors: Highlighter?
  private let handedOver: Rope
  /// The texts of other open notes, for completion.
  package var otherNotes: [Rope] = []
  /// The current time in milliseconds, by the history's clock.
  package var now: Int64
  /// The work that the key may cost. Where that is too little the key is only done in part, and the
  /// holder drops the result.
  package var budget = RegexBudget()
  /// What the key got from outside the text.
  package var answers = KeyAnswers()
  /// The most text that one key may make by repeating some, in bytes: all cursors share it.
  package var mostRepeated: Int { Self.mostRepeated / (others.count + 1) }
  package static let mostRepeated = 1 << 20
  /// What was done since the text was handed over, in order.
  package private(set) var edits: [Edit] = []
  /// Set for the cursors after the main one: all edits of a key are one step, and only the main
  /// cursor moves through the history.
  package var isSecondaryCursor = false
  /// The selections of the other cursors, the main one first. Undoing a step restores them.
  package var others: [Selection] = []
  /// The last step that was undone or redone.
  package private(set) var stepped: Stepped?
  /// Whether the next edit joins the last step.
  private var isStepOpen = false

  /// The result of a move through the history.
  package struct Stepped {
    /// The selections of all cursors.
    package var selections: Selections
    package var isBack: Bool
  }

  package init(
    _ text: Rope, history: UndoTree? = nil,
    selections: Selections = Selections(Selection(at: .zero)),
    format: TextFormat = TextFormat(), rows: RowMoves? = nil, now: Int64 = 0,
    colors: Highlighter? = nil
  ) {
    self.text = text
    handedOver = text
    self.colors = colors
    self.history = history ?? UndoTree(for: text, at: now)
    self.selections = selections
    self.format = format
    self.rows = rows ?? .lines(of: text)
    self.now = now
  }

  /// Returns the context for the engine's commands.
  package func context(_ selections: Selections) -> EditContext {
    var context = EditContext(text: text, selections: selections, format: format, rows: rows)
    guard var highlighter = colors else { return context }
    // The page follows the edits later, so a copy of its highlighter is advanced here.
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

  /// Applies an edit to the current text. All edits up to `endStep` are one step to undo.
  package mutating func apply(_ edit: Edit) {
    if edit.isEmpty { return }
    // Joining it to the others of the step costs more the more there are.
    budget.spend(1_000 + 10 * edits.count)
    let before = selections
    text.apply(edit)
    selections = selections.mapped(through: edit)
    if isStepOpen || isSecondaryCursor && !edits.isEmpty, history.currentMayGrow {
      history.extendStep(with: edit, to: selections, at: now)
    } else {
      history.record(edit, kind: .other, from: withOthers(before), to: selections, at: now)
      history.closeStep()
    }
    isStepOpen = true
    edits.append(edit)
  }

  private func withOthers(_ own: Selections) -> Selections {
    // The selections of the others belong to the text before the first edit.
    if others.isEmpty || !edits.isEmpty { return own }
    return Selections(others + own.all, main: isSecondaryCursor ? 0 : others.count + own.mainIndex)
      ?? own
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

  /// Returns the answer to a request. Where it is missing, the rest of the key has no effect.
  package func answer(to request: KeyRequest) -> KeyAnswer? {
    let answer = answers.answer(to: request)
    if answer == nil { budget.end() }
    return answer
  }

  /// Pays for reading or writing a number of bytes.
  package func pay(forBytes count: Int) { budget.spend(count) }

  /// What comes next is undone on its own.
  package mutating func endStep() { isStepOpen = false }

  /// The state of the step that the next edit joins; nil if the next edit begins one.
  package var openStep: Int? { isStepOpen ? history.currentNumber : nil }

  /// Joins the next edit to the last step, even one from before the text was passed in; with a
  /// number, only if that is the current state.
  package mutating func continueStep(_ number: Int? = nil) {
    isStepOpen = number == nil || number == history.currentNumber
  }

  /// Undoes one step; nil if there is none. Restores the selections from before it.
  package mutating func undo() -> UndoTree.Step? {
    take(isSecondaryCursor ? nil : history.undo(), isBack: true)
  }

  package mutating func redo() -> UndoTree.Step? {
    take(isSecondaryCursor ? nil : history.redo(), isBack: false)
  }

  /// Moves to any state of the history.
  package mutating func move(to state: UndoTree.StateID) -> UndoTree.Step? {
    take(isSecondaryCursor ? nil : history.move(to: state), isBack: true)
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

  /// Records the cursors from before a change that was undone by edits.
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
