import TextEngine

/// What is worked on in one editor: the text with its cursors, what was cut from it, and how it lies on
/// the screen.
struct EditorSession {
  private(set) var text = Rope()
  var selections = Selections(Selection(at: .zero))
  var registers = Registers()
  private(set) var format = TextFormat()
  var habits = WritingHabits() { didSet { guessFormat(usual: habits.format) } }
  /// What gives keys their meaning in the manner of another editor.
  var machine: KeyMachines?
  /// Whether edits go on with one step of the history, and with which.
  var isOneStep = false
  var openStep: Int?
  /// Rows, folds and colors of the text. It learns by being asked, so that all copies share it.
  let page = EditorPage()

  /// Another text; the cursors stay where they can.
  mutating func open(_ text: Rope) {
    self.text = text
    guessFormat(usual: habits.format)
    selections = selections.clamped(toByteCount: text.byteCount)
    page.open(text)
  }

  mutating func apply(_ edit: Edit) {
    text.apply(edit)
    page.follow(edit, to: text)
    selections = selections.mapped(through: edit)
  }

  /// More of a large file was read.
  mutating func append(_ block: Rope) {
    text.append(block)
    page.grow(to: text)
  }

  /// The file was read to its end.
  mutating func wasReadToEnd() { guessFormat(usual: format) }

  private mutating func guessFormat(usual: TextFormat) {
    format = TextFormat(guessedFrom: text, usual: usual)
    if let byTab = habits.indentsByTab { format.indentsByTab = byTab }
  }
}

/// How a person writes.
struct WritingHabits: Equatable {
  /// A step of indent in a text that shows none.
  var indentWidth = 2
  /// Nil: as the text does.
  var indentsByTab: Bool?
  var continuesLists = true

  fileprivate var format: TextFormat { TextFormat(indentWidth: indentWidth) }
}

extension WritingHabits {
  init(_ options: EditorOptions) {
    self.init(
      indentWidth: options.tabWidth ?? 2, indentsByTab: options.tabInsertsTab,
      continuesLists: options.continuesLists)
  }
}
