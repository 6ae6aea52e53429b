@testable import TextEngine

/// An editor without a screen: keys go through a real keymap to the real commands.
struct KeyPlay {
  var text: Rope
  var selections: Selections
  var registers = Registers()
  var format = TextFormat()
  var toggledTask: TaskToggling?
  /// The code in these tests: lines between fences.
  var fences = false
  var textWidth = 80
  var wrapsTyping = false
  var quotes = QuoteSigns.usual
  private(set) var interpreter: KeyInterpreter
  private(set) var history: UndoTree
  private(set) var lastChange: TextChange?

  init(_ marked: String, rules: KeyRules = .played) {
    self.init(MarkedSelections(marked), rules: rules)
  }

  init(_ state: MarkedSelections, rules: KeyRules = .played) {
    text = state.text
    selections = state.selections
    interpreter = KeyInterpreter(rules)
    // Tests undo everything they did.
    history = UndoTree(for: text, at: 0, limit: .max)
    format.ending = TextFormat(guessedFrom: text).ending
  }

  var marked: String { MarkedSelections(text: text, selections: selections).marked }
  var mode: String { interpreter.mode.name }

  var context: EditContext {
    let (text, fences) = (text, fences)
    var context = EditContext(
      text: text, selections: selections, format: format, registers: registers,
      toggledTask: toggledTask,
      isCode: { fences && Self.isInFence(text, $0) },
      codeComment: { offset in
        var reader = Highlighter(for: text)
        return fences ? reader.codeComment(at: offset, in: text) : nil
      })
    context.paragraph = { offset in
      var reader = Highlighter(for: text)
      return reader.paragraph(at: offset, in: text)
    }
    context.textWidth = textWidth
    context.wrapsTyping = wrapsTyping
    context.quotes = quotes
    return context
  }

  /// `abc<C-w><Enter>`: named keys in angle brackets, `<lt>` for the bracket itself.
  mutating func press(_ keys: String) {
    for key in Self.keys(keys) { press(key: key) }
  }

  @discardableResult
  mutating func press(key: String) -> KeyInterpreter.Outcome {
    let outcome = interpreter.press(key)
    if case .run(let invocation) = outcome { run(invocation) }
    return outcome
  }

  mutating func run(_ invocation: Invocation) {
    switch invocation.command {
    case .undo: history.undo().map { step($0) }
    case .redo: history.redo().map { step($0) }
    default:
      let change = EditCommands.run(invocation, in: context)
      registers.note(invocation, change)
      lastChange = change
      if let change { apply(change) }
    }
  }

  mutating func apply(_ change: TextChange) {
    if let edit = change.edit {
      text.apply(edit)
      history.record(edit, kind: change.kind, from: selections, to: change.selections, at: 0)
    }
    selections = change.selections
  }

  private mutating func step(_ step: UndoTree.Step) {
    for edit in step.edits { text.apply(edit) }
    if let selections = step.selections { self.selections = selections }
  }

  static func keys(_ written: String) -> [String] {
    var keys: [String] = []
    var rest = written[...]
    while let first = rest.first {
      if first == "<", let close = rest.firstIndex(of: ">") {
        let name = String(rest[rest.index(after: rest.startIndex)..<close])
        let isAngle = name.hasSuffix("lt") || name.hasSuffix("gt")
        keys.append(isAngle ? name.dropLast(2) + (name.hasSuffix("lt") ? "<" : ">") : name)
        rest = rest[rest.index(after: close)...]
      } else {
        keys.append(first == " " ? "Space" : String(first))
        rest = rest.dropFirst()
      }
    }
    return keys
  }

  /// The text after keys, with its marks.
  static func result(
    _ marked: String, _ keys: String, rules: KeyRules = .played,
    _ change: (inout KeyPlay) -> Void = { _ in }
  ) -> String {
    var play = KeyPlay(marked, rules: rules)
    change(&play)
    play.press(keys)
    return play.marked
  }

  private static func isInFence(_ text: Rope, _ offset: ByteOffset) -> Bool {
    let before = text.bytes(in: .zero..<text.start(of: text.line(at: offset)))
    let fences = before.split(separator: .lineFeed).filter { $0.starts(with: Array("```".utf8)) }
    return fences.count % 2 == 1
  }
}

extension KeyRules {
  /// The keys for text, with the program's undo keys.
  static let played = modeless([
    Row(["C-z"], .command(.undo)), Row(["C-y", "M-Z"], .command(.redo)),
  ])
}

extension CommandID {
  static let undo: Self = "undo"
  static let redo: Self = "redo"
}
