import Cells
import Lists
import Terminal
import Viper

/// Draws a question with its answers below: a row of choices, or a line to type.
@MainActor
final class PromptScreen: Screen, StateView {
  let surface = Surface()
  private let presenter: any PromptPresenting
  private var state = PromptState()
  /// The line being typed; nil for choices.
  private var field: TextField?
  /// The line for a secret, without an echo.
  private var secret: PassphraseField?
  /// The offers below the line.
  private var list = ListWidget()
  /// The position of the cursor in the last frame.
  private(set) var cursor: Point?

  init(presenter: any PromptPresenting) {
    self.presenter = presenter
    presenter.view = self
  }

  func show(_ state: PromptState) {
    if case .line = state.kind, field == nil || state.field.number != self.state.field.number {
      field = TextField(state.field.text, isProposed: state.field.isProposed)
    } else if self.state.field.isProposed, !state.field.isProposed {
      field?.acceptProposal()
    }
    if secret == nil, state.isSecret { secret = PassphraseField() }
    self.state = state
    surface.needsDrawing()
  }

  var keyTable: KeyTable { keymap.table(titled: "Prompt") }

  private var keymap: Keymap<PromptCommand> {
    switch state.kind {
    case .choices: PromptKeymap.choices
    case .line where field?.isProposed == true: PromptKeymap.proposed
    case .line: state.offers == nil ? PromptKeymap.line : PromptKeymap.offered
    case .secret: PromptKeymap.secret
    }
  }

  var chrome: Chrome {
    // In a low box the question may have no room: then the title shows it.
    let layout = PromptLayout(state, size: surface.size)
    let isUnseen = surface.window != nil && layout.isCut && layout.text.isEmpty
    let hint = secret.map { presenter.hint(on: $0.secret) } ?? ""
    var hints = keyTable.hints
    // Without a row for what Enter takes, the footer says it.
    if layout.offerRows.isEmpty, let offer = state.offer, let offered = state.offers?[offer],
      !hints.isEmpty
    {
      hints[0].word = offered.isNew ? "\(offered.label) (\(offered.detail))" : offered.label
    }
    return Chrome(
      title: isUnseen ? state.text : state.title, message: hint.isEmpty ? state.problem : hint,
      tone: .warning, hints: hints)
  }

  func preferredSize(in available: Size) -> Size {
    PromptLayout.preferredSize(state, in: available)
  }

  func draw(on canvas: Canvas) {
    let layout = PromptLayout(state, size: canvas.size)
    for (row, line) in layout.text.enumerated() {
      canvas.shortened(line, row: row, column: 0, limit: canvas.size.columns)
    }
    cursor = nil
    if let field, let row = layout.fieldRow {
      let width = canvas.size.columns
      field.draw(on: canvas, row: row, column: 0, width: width)
      cursor = Point(
        row: row, column: min(field.cursorColumn(from: 0, width: width), max(0, width - 1)))
    }
    if let secret, let row = layout.fieldRow {
      cursor = Point(
        row: row, column: secret.draw(on: canvas, row: row, width: canvas.size.columns))
    }
    drawOffers(in: layout.offerRows, on: canvas)
    for (index, choice) in layout.choices.enumerated() where !choice.frame.isEmpty {
      draw(choice, isSelected: index == state.selected, on: canvas)
    }
  }

  private func drawOffers(in rows: Range<Int>, on canvas: Canvas) {
    guard let offers = state.offers, !rows.isEmpty else { return }
    if state.hasNoOffers {
      canvas.shortened(
        PromptWords.nothingOffered, row: rows.lowerBound, column: 2, canvas.theme[.muted],
        limit: max(0, canvas.size.columns - 2))
      return
    }
    list.reveal(state.offer ?? 0, count: offers.count, height: rows.count)
    let area = Rect(
      row: rows.lowerBound, column: 0, rows: rows.count, columns: canvas.size.columns)
    list.draw(on: canvas.part(area), count: offers.count) { index, line in
      let offer = offers[index]
      let look = RowLook(index == state.offer, on: line)
      let width = line.size.columns
      let label = line.shortened(
        offer.label, row: 0, column: 2, look.base, limit: max(0, width - 3))
      let room = width - label - 5
      if room > 3, !offer.detail.isEmpty {
        let shown = min(room, Cells.width(of: offer.detail))
        line.shortened(
          offer.detail, row: 0, column: width - 1 - shown,
          offer.isNew ? look[.warning] : look.quiet,
          limit: shown)
      }
    }
  }

  private func draw(_ choice: PromptLayout.Choice, isSelected: Bool, on canvas: Canvas) {
    let (row, column, width) = (choice.frame.row, choice.frame.column, choice.frame.columns)
    if isSelected {
      canvas.shortened(
        choice.label, row: row, column: column, canvas.theme[.selection], limit: width)
    } else {
      canvas.shortened(choice.label, row: row, column: column, limit: width)
      canvas.text(
        String(choice.label.prefix(3)), row: row, column: column, canvas.theme[.key],
        limit: width)
    }
  }

  func handle(_ event: InputEvent) -> Bool {
    switch event {
    case .key(let key):
      if let command = keymap.command(for: key) {
        report(command)
        return true
      }
      return state.hasField ? edit(event) : press(key)
    case .paste:
      // Pasted text never presses the key of a choice.
      if state.hasField { return edit(event) }
      return true
    case .mouse(let mouse):
      if let lines = mouse.wheelLines, state.offers != nil {
        presenter.handle(.move(lines))
      } else if mouse.action == .press {
        click(mouse.at)
      }
      return true
    case .resize, .sync, .closed:
      return false
    }
  }

  private func report(_ command: PromptCommand) {
    switch command {
    case .accept where state.isSecret:
      surface.needsDrawing()
      if let given = secret?.take() { presenter.handle(.give(given)) }
    case .showTyped:
      secret?.isShown.toggle()
      surface.needsDrawing()
    default: presenter.handle(command)
    }
  }

  private func press(_ key: Key) -> Bool {
    guard let character = key.typed else { return false }
    presenter.handle(.press(character))
    return true
  }

  private func edit(_ event: InputEvent) -> Bool {
    if state.isSecret {
      guard secret?.handle(event) == true else { return false }
      surface.needsDrawing()
      return true
    }
    guard var edited = field, edited.handle(event) else { return false }
    // A whole path replaces the home that the field began with.
    if field?.text == "~/", edited.text.hasPrefix("~//") || edited.text.hasPrefix("~/~") {
      edited = TextField(String(edited.text.dropFirst(2)))
    }
    field = edited
    presenter.handle(.edit(edited.text))
    surface.needsDrawing()
    return true
  }

  private func click(_ point: Point) {
    let layout = PromptLayout(state, size: surface.size)
    if let row = layout.fieldRow, row == point.row {
      field?.click(at: point.column, from: 0, width: surface.size.columns)
      surface.needsDrawing()
    }
    if layout.offerRows.contains(point.row),
      let index = list.row(
        atLine: point.row - layout.offerRows.lowerBound, count: state.offers?.count ?? 0)
    {
      return presenter.handle(.choose(index))
    }
    if let index = layout.choices.firstIndex(where: { $0.frame.contains(point) }) {
      presenter.handle(.choose(index))
    }
  }
}
