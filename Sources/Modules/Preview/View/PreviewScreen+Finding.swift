import Cells
import Lists
import Markdown
import Terminal

/// The state of finding text: the pattern, and the field while it is typed.
struct PreviewFinder {
  /// The search field; nil while nothing is typed.
  var field: LabeledField?
  var pattern = RowPattern("")
  /// The row of the current match.
  var found: PreviewPosition?
  /// The top row and the pattern before the person began to type.
  var before = (top: PreviewPosition(), pattern: RowPattern(""))
  var message = ""
}

/// Finding text with `/`, as in lists, where the preview has the screen.
extension PreviewScreen {
  var cursor: Point? {
    let size = surface.size
    return finder.field?.cursor(row: size.rows - 1, width: size.columns)
  }

  func drawFindLine(on canvas: Canvas) {
    guard let field = finder.field else { return }
    canvas.fill(row: canvas.size.rows - 1)
    field.draw(on: canvas, row: canvas.size.rows - 1)
  }

  /// Marks the matches in a row that was drawn.
  func markFound(in row: PreviewRow, on line: Canvas) {
    guard !finder.pattern.isEmpty else { return }
    let text = row.row.plainText
    for match in finder.pattern.matches(in: text) {
      let isCurrent = row.position == finder.found
      var style = line.theme[isCurrent ? .selection : .text]
      style.attributes.formUnion(line.theme[.match].attributes)
      line.restyle(
        row: 0, column: Cells.width(of: text, bytes: 0..<match.lowerBound),
        width: Cells.width(of: text, bytes: match), style)
    }
  }

  // MARK: - Keys

  /// Handles an event that belongs to finding; nil if it does not.
  func find(_ event: InputEvent) -> Bool? {
    finder.message = ""
    if finder.field != nil { return type(toFind: event) }
    guard case .key(let key) = event, canFind else { return nil }
    let isOn = !finder.pattern.isEmpty
    if key == "Esc", isOn {
      finder = PreviewFinder()
      surface.needsDrawing()
    } else if let command = PreviewKeymap.find.command(for: key), isOn || command == .begin {
      take(command)
    } else {
      return nil
    }
    return true
  }

  private func type(toFind event: InputEvent) -> Bool? {
    if case .key(let key) = event, let command = PreviewKeymap.prompt.command(for: key) {
      take(command)
      return true
    }
    switch event {
    case .mouse, .resize, .sync, .closed: return nil
    case .key, .paste: break
    }
    guard let change = finder.field?.take(event) else { return false }
    surface.needsDrawing()
    if case .typed(let text) = change {
      finder.pattern = RowPattern(text)
      finder.found = nil
      if text.isEmpty {
        _ = presenter.handle(.reveal(finder.before.top))
      } else {
        go(1, from: finder.before.top, isIncluded: true)
      }
    }
    return true
  }

  private func take(_ command: PreviewFind) {
    surface.needsDrawing()
    switch command {
    case .begin:
      finder.before = (state.top, finder.pattern)
      finder.field = LabeledField("", mark: "/", column: 1)
    case .next: go(1)
    case .previous: go(-1)
    case .done:
      // As in vim, an empty pattern repeats the last search.
      let isAgain = finder.field?.text.isEmpty ?? true
      finder.field = nil
      if isAgain {
        finder.pattern = finder.before.pattern
        go(1)
      }
    case .back:
      finder.field = nil
      finder.pattern = finder.before.pattern
      finder.found = nil
      _ = presenter.handle(.reveal(finder.before.top))
    }
  }

  private func go(_ step: Int) {
    go(step, from: finder.found ?? state.top, isIncluded: finder.found == nil && step > 0)
  }

  /// Shows the next row with a match, wrapping around the ends of the text.
  private func go(_ step: Int, from start: PreviewPosition, isIncluded: Bool) {
    guard let layout = state.layout, !finder.pattern.isEmpty else { return }
    let pattern = finder.pattern
    let found = layout.row(step, from: start, isIncluded: isIncluded) {
      !pattern.matches(in: $0.plainText).isEmpty
    }
    finder.found = found
    guard let found else {
      finder.message = PreviewWords.isNotFound(pattern.text)
      return
    }
    let isRound = step > 0 ? found < start : found > start
    if isRound { finder.message = PreviewWords.wrapped }
    _ = presenter.handle(.reveal(found))
  }
}

extension RenderedRow {
  var plainText: String { runs.map(\.text).joined() }
}
