import TextEngine

/// What our own keys do as well: it is done by the engine's commands.
extension VimMachine {
  /// `gc`: lines become comments, each by itself, or text again; code as its language has it.
  mutating func comment(_ lines: ClosedRange<Int>) throws(VimFailure) {
    let full = lines.filter { !text.line($0).allSatisfy(isBlank) }
    let places = full.map { number in
      Selection(at: text.offset(of: VimPlace(line: number, column: text.length(number))))
    }
    guard let selections = Selections(places, main: 0) else { throw .quiet }
    var context = text.key.context
    context.selections = selections
    let change = EditCommands.run(.toggleComment, in: context)
    if let problem = change?.problem { throw VimFailure(message: problem) }
    if lines.count == 1 { rememberLine(lines.lowerBound) } else { line.number = nil }
    if let edit = change?.edit { apply(edit) }
    noteChange(lines: lines.lowerBound, through: lines.upperBound)
    placeCursor(onLine: lines.lowerBound)
  }

  /// `gq`: paragraphs are filled, and Markdown's own lines left alone.
  mutating func reflow(_ lines: ClosedRange<Int>) throws(VimFailure) {
    let start = text.offset(of: VimPlace(line: lines.lowerBound))
    let last = lines.upperBound
    let end = text.offset(of: VimPlace(line: last, column: text.length(last)))
    var context = text.key.context
    context.selections = Selections(Selection(anchor: start, head: end))
    context.textWidth = width
    let change = EditCommands.run(.reflow, in: context)
    if let problem = change?.problem { throw VimFailure(message: problem) }
    line.number = nil
    if let edit = change?.edit { apply(edit) } else { touch(cursor) }
  }

  // MARK: - Items and quotes go on

  /// Enter in an item or a quote: the next line is one too, and an empty one ends. False elsewhere.
  mutating func continueItem() -> Bool {
    guard options.continuesItems, !isReplacing else { return false }
    beginAfterMoving()
    var context = text.key.context
    context.selections = Selections(Selection(at: text.offset(of: cursor)))
    guard EditCommands.continuesItem(context) else { return false }
    return take(EditCommands.continueLine(context))
  }

  /// `o` and `O`: a line like this one, where it is an item or a quote. False elsewhere.
  mutating func openItem(below: Bool) -> Bool {
    guard options.continuesItems else { return false }
    var context = text.key.context
    context.selections = Selections(Selection(at: text.offset(of: cursor)))
    guard take(EditCommands.openItem(context, below: below)) else { return false }
    noteChange(from: VimPlace(line: cursor.line), to: cursor)
    return true
  }

  private mutating func take(_ change: TextChange?) -> Bool {
    guard let change, let edit = change.edit else { return false }
    apply(edit)
    let head = change.selections.main.head
    // The cursor is behind the last ending, where vim has no line.
    if head == text.rope.end, text.rope.content(at: head).isEmpty { text.addLine() }
    cursor = text.place(of: head)
    line.number = nil
    insert.hasOnlyIndent = false
    want()
    return true
  }
}
