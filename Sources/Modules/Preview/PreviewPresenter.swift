import Entities
import Viper

/// Shows one note, or none, and remembers which part of it is visible.
@MainActor
final class PreviewPresenter: PreviewEventHandler, PreviewDataSource, LifeCycle {
  weak var view: (any PreviewView)? { didSet { view?.show(state) } }
  private let interactor: any PreviewInteracting
  /// What is to be shown; its text may still be on its way.
  private var note: NoteID?
  /// Whose text is shown.
  private var shownNote: NoteID?
  private var text: PreviewText?
  /// The text that is being written beside; then no note is shown.
  private var source: (any PreviewSource)?
  private var state = PreviewState()
  private var wasRemoved = false

  init(interactor: any PreviewInteracting) {
    self.interactor = interactor
    interactor.output = self
  }

  func moduleWasRemoved() {
    wasRemoved = true
    interactor.end()
  }

  var lines: [String] { source == nil ? text?.lines ?? [] : [] }

  func line(at index: Int) -> PreviewLine {
    if let source { return PreviewLine(text: source.line(at: index)) }
    guard let text, !text.lines.isEmpty else {
      return PreviewLine(text: "This note is empty.", isRemark: true)
    }
    return index < text.lines.count
      ? PreviewLine(text: text.lines[index])
      : PreviewLine(text: "… Open the note to read on.", isRemark: true)
  }

  /// The text's lines and what we have to remark below them.
  private var lineCount: Int {
    if let source { return max(1, source.lineCount) }
    guard let text else { return 0 }
    return max(1, text.lines.count + (text.isCut ? 1 : 0))
  }

  func handle(_ command: PreviewCommand) {
    switch command {
    case .scroll(let rows): scroll(by: rows)
    // A page keeps a row of the one before, so that the eye finds its place.
    case .page(let pages): scroll(by: pages * max(1, (view?.visibleRows ?? 1) - 1))
    case .toStart: move(to: PreviewPosition(line: 0, row: 0))
    case .toEnd: move(to: lastPosition)
    }
  }

  /// The text is replaced before the state tells of it: a view may draw between the two.
  private func show(_ text: PreviewText?, _ state: PreviewState) {
    self.text = text
    source = nil
    self.state = state
    self.state.lineCount = lineCount
    view?.show(self.state)
    view?.reloadRows()
  }
}

extension PreviewPresenter: PreviewInput {
  func show(_ note: NoteID?) {
    guard note != self.note, !wasRemoved else { return }
    self.note = note
    interactor.load(note)
    // Another note's text stays until the new one is there: an empty frame between would flicker.
    if note == nil {
      shownNote = nil
      show(nil, PreviewState())
    }
  }

  func show(_ source: any PreviewSource, from line: Int, hiddenBytes: Int) {
    guard !wasRemoved else { return }
    if note != nil { interactor.load(nil) }
    (note, shownNote, text) = (nil, nil, nil)
    self.source = source
    view?.reloadRows()
    state = PreviewState(title: source.title, content: .text, lineCount: lineCount)
    state.firstLine = min(max(0, line), lineCount - 1)
    if let view, hiddenBytes > 0 {
      state.hiddenRows = view.row(ofLine: state.firstLine, withByte: hiddenBytes)
    }
    view?.show(state)
  }

  func prepare(_ notes: [NoteID]) {
    if !wasRemoved { interactor.prepare(notes) }
  }

  func noteDidChange(_ note: NoteID) {
    guard !wasRemoved else { return }
    interactor.forget(note)
    if note == self.note { interactor.load(note) }
  }

  func scroll(by rows: Int) {
    guard lineCount > 0, let view else { return }
    // From what is visible: a larger window may have moved the last page up.
    let end = lastPosition
    var position = min(position, end)
    position.row = min(position.row, view.rowCount(ofLine: position.line) - 1)
    move(to: min(advance(position, by: rows), end))
  }
}

extension PreviewPresenter: PreviewInteractorOutput {
  func didPrepare(_ text: PreviewText) {
    view?.mayShow(text.lines)
  }

  func didLoad(_ text: PreviewText, of note: NoteID) {
    var next = PreviewState(title: note.path.stem.text, content: .text)
    if note == shownNote {
      next.firstLine = min(state.firstLine, max(0, text.lines.count - (text.isCut ? 0 : 1)))
      next.hiddenRows = next.firstLine == state.firstLine ? state.hiddenRows : 0
    }
    shownNote = note
    show(text, next)
  }

  func didFail(_ message: String, of note: NoteID) {
    shownNote = nil
    show(nil, PreviewState(title: note.path.stem.text, content: .problem(message)))
  }
}

/// A row of the wrapped text: which of a line's rows it is.
private struct PreviewPosition: Comparable {
  var line: Int
  var row: Int

  static func < (left: PreviewPosition, right: PreviewPosition) -> Bool {
    (left.line, left.row) < (right.line, right.row)
  }
}

extension PreviewPresenter {
  private var position: PreviewPosition {
    PreviewPosition(line: state.firstLine, row: state.hiddenRows)
  }

  private func move(to position: PreviewPosition) {
    state.firstLine = position.line
    state.hiddenRows = position.row
    view?.show(state)
  }

  /// The first visible row when the last one is visible.
  private var lastPosition: PreviewPosition {
    guard let view, lineCount > 0 else { return PreviewPosition(line: 0, row: 0) }
    let last = lineCount - 1
    let end = PreviewPosition(line: last, row: view.rowCount(ofLine: last) - 1)
    return advance(end, by: 1 - max(1, view.visibleRows))
  }

  /// The place so many rows on, or back, within the text. Only the lines on the way are measured.
  private func advance(_ position: PreviewPosition, by rows: Int) -> PreviewPosition {
    guard let view else { return position }
    var place = position
    var rest = rows
    while rest > 0 {
      let below = view.rowCount(ofLine: place.line) - 1 - place.row
      if rest <= below || place.line == lineCount - 1 {
        place.row += min(rest, below)
        return place
      }
      rest -= below + 1
      place = PreviewPosition(line: place.line + 1, row: 0)
    }
    while rest < 0 {
      if -rest <= place.row || place.line == 0 {
        place.row = max(0, place.row + rest)
        return place
      }
      rest += place.row + 1
      place.line -= 1
      place.row = view.rowCount(ofLine: place.line) - 1
    }
    return place
  }
}
