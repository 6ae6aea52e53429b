import TextEngine

extension EditorPresenter: EditorEventHandler {
  func handle(_ command: EditorCommand) {
    if case .room(let columns, let rows) = command {
      viewport.height = rows
      layout = TextLayout(columns: columns, wraps: layout.wraps)
      viewport.fill(from: interactor.text, layout: layout)
      return showRows()
    }
    state.message = ""
    let wasCut = lastWasCut
    lastWasCut = false
    if !command.keepsGoalColumn { goalColumn = nil }
    switch command {
    case .type(let text): insert(Array(text.utf8), as: .typing)
    case .paste(let bytes): insert(interactor.text.normalisedInsert(bytes), as: .other)
    case .newLine: insert(interactor.text.lineEnding.bytes, as: .typing)
    case .indent: insert(Array("  ".utf8), as: .typing)
    case .move(let motion): cursor = target(of: motion)
    case .delete(let motion): delete(to: target(of: motion))
    case .cutLine: cutLine(addingToLast: wasCut)
    case .putBack: insert(cutBytes, as: .other)
    case .undo: step(interactor.undo(), nothing: "Nothing to undo.")
    case .redo: step(interactor.redo(), nothing: "Nothing to redo.")
    case .toggleWrap:
      layout = TextLayout(columns: layout.columns, wraps: !layout.wraps)
      say(layout.wraps ? "Long lines wrap." : "Long lines scroll sideways.")
    case .save: return save()
    case .close: return close()
    case .commit: return commitPeek()
    case .followLink: followLink()
    case .openHistory: leave(for: .versions)
    case .place(let place): click(place)
    case .scroll(let rows): return scroll(by: rows)
    case .room: break
    }
    showRows()
  }

  private func insert(_ bytes: [UInt8], as kind: UndoHistory.Kind) {
    guard !bytes.isEmpty, interactor.isLoaded else { return }
    cursor = interactor.replace(TextRange(cursor), with: bytes, as: kind, cursor: cursor)
    textChanged()
  }

  private func delete(to place: TextPosition) {
    guard place != cursor, interactor.isLoaded else { return }
    let range = TextRange(cursor, place)
    cursor = interactor.replace(range, with: [], as: .deleting, cursor: cursor)
    textChanged()
  }

  private func cutLine(addingToLast: Bool) {
    let text = interactor.text
    let start = TextPosition(line: cursor.line, byte: 0)
    let end =
      cursor.line + 1 < text.lineCount ? TextPosition(line: cursor.line + 1, byte: 0) : text.end
    guard start != end else { return }
    let range = TextRange(start, end)
    cutBytes = (addingToLast ? cutBytes : []) + text.bytes(in: range)
    lastWasCut = true
    cursor = interactor.replace(range, with: [], as: .other, cursor: cursor)
    textChanged()
  }

  private func step(_ place: TextPosition?, nothing: String) {
    guard let place else { return say(nothing) }
    cursor = interactor.text.clamped(place)
    textChanged()
  }

  private func click(_ place: EditorPlace) {
    guard !state.isPeek else { return }
    cursor = viewport.position(
      atRow: place.row, column: place.column, in: interactor.text, layout: layout)
  }

  /// A peek scrolls its view; an editor takes the cursor along so that typing stays in sight.
  private func scroll(by rows: Int) {
    let text = interactor.text
    viewport.scroll(by: rows, in: text, layout: layout)
    if !state.isPeek, viewport.place(of: cursor, in: text, layout: layout) == nil {
      let row = rows > 0 ? 0 : viewport.height - 1
      let column = layout.place(of: cursor, in: text).column
      cursor = viewport.position(
        atRow: row, column: goalColumn ?? column, in: text, layout: layout)
    }
    layOutRows()
  }

  private func target(of motion: EditorMotion) -> TextPosition {
    let text = interactor.text
    switch motion {
    case .left: return text.position(before: cursor)
    case .right: return text.position(after: cursor)
    case .wordLeft: return text.wordStart(before: cursor)
    case .wordRight: return text.wordEnd(after: cursor)
    case .lineStart: return TextPosition(line: cursor.line, byte: 0)
    case .lineEnd: return TextPosition(line: cursor.line, byte: text.line(cursor.line).count)
    case .top: return text.start
    case .bottom: return text.end
    case .up, .down, .pageUp, .pageDown: break
    }
    let goal = goalColumn ?? layout.place(of: cursor, in: text).column
    goalColumn = goal
    switch motion {
    case .up: return viewport.moveUp(from: cursor, goalColumn: goal, in: text, layout: layout)
    case .down: return viewport.moveDown(from: cursor, goalColumn: goal, in: text, layout: layout)
    case .pageUp: return viewport.pageUp(from: cursor, goalColumn: goal, in: text, layout: layout)
    default: return viewport.pageDown(from: cursor, goalColumn: goal, in: text, layout: layout)
    }
  }

  private func followLink() {
    let line = interactor.text.line(cursor.line)
    guard let place = LinkFinder.place(in: Array(line), at: cursor.byte) else {
      return say("There is no link to a note at the cursor.")
    }
    leave(for: .place(place))
  }
}

extension EditorCommand {
  /// Only moves from row to row, and looking around, keep to the column they began in.
  fileprivate var keepsGoalColumn: Bool {
    switch self {
    case .move(.up), .move(.down), .move(.pageUp), .move(.pageDown), .scroll: true
    default: false
    }
  }
}
