import Entities
import Services
import TextEngine

/// What others do to the note while it is open.
extension EditorPresenter {
  func textTookIn(_ edits: [TextEdit], as change: EditorOutsideChange) {
    let anchor = anchor
    let text = interactor.text
    let moved = { (position: TextPosition) in
      text.glyphBoundary(atOrBefore: edits.reduce(position) { $1.map($0) })
    }
    cursor = moved(cursor)
    goalColumn = nil
    keep(moved(anchor.position), atRow: anchor.row)
    switch change {
    case .followed: say("Changed outside; this is the new text.")
    case .merged:
      mergedOutside()
      say("Merged with changes made outside.")
      autosave?.editorTextChanged()
    }
    showRows()
  }

  func textIsTheFiles() {
    autosave?.editorTextIsSaved()
    showState()
  }

  func noteIsInConflict() {
    say("Changed outside; saving keeps both.", warning: true)
  }

  func noteWasMoved(to note: NoteID) {
    say("Moved outside; this is \(note.path.text) now.")
  }

  func differenceWasFound(_ lines: [DifferenceLine]) {
    wireframe.show(difference: lines, answer: self)
  }

  /// What stays in its row when lines come or go above it: the cursor, or where it is out of sight,
  /// what stands in the first row.
  private var anchor: (position: TextPosition, row: Int) {
    // The rows on the screen are those of the text before.
    if !state.isPeek, let row = state.cursor?.row { return (cursor, row) }
    let byte = visibleRows.first?.row.bytes.lowerBound ?? 0
    return (TextPosition(line: viewport.top.line, byte: byte), 0)
  }

  private func keep(_ position: TextPosition, atRow row: Int) {
    let text = interactor.text
    viewport.reveal(position, in: text, layout: layout)
    guard let place = viewport.place(of: position, in: text, layout: layout) else { return }
    viewport.scroll(by: place.row - row, in: text, layout: layout)
    // A text that has room on the screen is seen whole.
    viewport.fill(from: text, layout: layout)
  }
}
