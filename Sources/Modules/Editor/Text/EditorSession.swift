import TextEngine

/// What is worked on in one editor: the text with its cursors, what was cut from it, and how it lies on
/// the screen.
struct EditorSession {
  private(set) var text = Rope()
  var selections = Selections(Selection(at: .zero))
  var registers = Registers()
  private(set) var format = TextFormat()
  /// How the person writes.
  var options = EditorOptions() { didSet { guessFormat(usual: usualFormat) } }
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
    guessFormat(usual: usualFormat)
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

  /// The format of a text that shows none.
  private var usualFormat: TextFormat { TextFormat(indentWidth: options.tabWidth ?? 2) }

  private mutating func guessFormat(usual: TextFormat) {
    format = TextFormat(guessedFrom: text, usual: usual)
    if let byTab = options.tabInsertsTab { format.indentsByTab = byTab }
  }
}
