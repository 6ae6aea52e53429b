import TextEngine

/// The working state of one editor: the text, its cursors, the registers and the page on the screen.
struct EditorSession {
  private(set) var text = Rope()
  var selections = Selections(Selection(at: .zero))
  var registers = Registers()
  private(set) var format = TextFormat()
  /// How the person writes.
  var options = EditorOptions() { didSet { guessFormat(usual: usualFormat) } }
  /// Handles keys like another editor.
  var machine: KeyMachines?
  /// Whether edits extend a single step of the history, and its number.
  var isOneStep = false
  var openStep: Int?
  /// Rows, folds and colors of the text. All copies share it, because reading updates it.
  let page = TextPage()

  /// Replaces the text and keeps the cursors within it.
  mutating func open(_ text: Rope) {
    self.text = text
    guessFormat(usual: usualFormat)
    selections = selections.clamped(toByteCount: text.byteCount)
    page.open(text)
  }

  mutating func apply(_ edit: Edit) {
    text.apply(edit)
    page.follow(edit, to: text)
    selections = selections.mapped(through: edit)
  }

  /// Adds more of a large file.
  mutating func append(_ block: Rope) {
    text.append(block)
    page.grow(to: text)
  }

  mutating func wasReadToEnd() { guessFormat(usual: format) }

  /// The format of a text that shows none.
  private var usualFormat: TextFormat { TextFormat(indentWidth: options.tabWidth ?? 2) }

  private mutating func guessFormat(usual: TextFormat) {
    format = TextFormat(guessedFrom: text, usual: usual)
    if let byTab = options.tabInsertsTab { format.indentsByTab = byTab }
  }
}
