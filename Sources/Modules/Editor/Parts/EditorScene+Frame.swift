import TextEngine

/// Shows the view all changes once per frame: what is around the rows, and where they are.
extension EditorScene {
  /// What to lay out before the next frame, once for all keys until then.
  enum PendingLayout { case rows, cursor }

  /// What to show the view in the next frame.
  enum PendingShow: Comparable { case nothing, state, rows }

  /// Shows everything in the next frame, with the cursor in sight.
  func showRows() {
    // A peek has no cursor.
    pending = state.isPeek ? .rows : .cursor
    fitMargin()
  }

  /// Shows the rows in the next frame, without scrolling.
  func updateRows() {
    if pending == nil { pending = .rows }
    fitMargin()
  }

  /// More lines may need more cells for their numbers.
  private func fitMargin() { if state.margin != marginWanted { fitRoom() } }

  /// Shows the state around the rows in the next frame.
  func showState() { pendingShow = max(pendingShow, .state) }

  /// Shows the view all changes since the last frame.
  func show() {
    layOutRows()
    // The view may answer with less room, for a preview or another pane.
    while pendingShow != .nothing {
      let haveRowsChanged = pendingShow == .rows
      pendingShow = .nothing
      updateState()
      view?.show(state, haveRowsChanged: haveRowsChanged)
      layOutRows()
    }
  }

  /// The end of the last line begins no other.
  var numberedLines: Int { max(1, text.vimLineCount) }

  /// The cells that line numbers take.
  var numberCells: Int {
    (options.showsNumbers || options.showsDistances) && !state.isZen
      ? "\(numberedLines)".utf8.count + 1 : 0
  }

  /// The width of lines: that of the view, or less by the settings.
  private var textColumns: Int {
    let columns = max(1, room.columns - numberCells - edge)
    guard page.layout.wraps, let wanted = options.wrapWidth ?? (state.isZen ? Self.zenWidth : nil)
    else {
      return columns
    }
    return min(columns, wanted)
  }

  /// A width that is easy to read.
  private static let zenWidth = 72

  /// A blank column between the text and what is left of it: a divider, or the edge of a window that has
  /// more than 80 columns.
  private var edge: Int {
    numberCells == 0 && (room.columns > 80 || room.followsDivider && state.pane != .alone) ? 1 : 0
  }

  /// The cells before the text.
  private var marginWanted: Int {
    let spare = room.columns - numberCells - edge - textColumns
    return numberCells + edge + (state.isZen || options.centersText ? max(0, spare / 2) : 0)
  }

  /// Divides the room of the view among text, line numbers and bar.
  func fitRoom() {
    let (text, page) = (text, page)
    state.margin = marginWanted
    let old = page.layout
    page.layout = TextLayout(columns: textColumns, wraps: old.wraps, tabWidth: old.tabWidth)
    page.fit(height: max(1, room.rows - state.barRows), in: text)
    showRows()
  }

  var cursorOffset: ByteOffset {
    let snapshot = snapshot
    return min(state.keys?.cursorOffset ?? snapshot.selections.main.head, snapshot.text.end)
  }

  /// Shows the mode, pending keys and prompt of the keymap.
  func showKeys() {
    let had = state.barRows
    let face = interactor.keyFace
    if face?.scrollsBack == true, rowsBefore == nil { rowsBefore = (page.top, snapshot.revision) }
    if let rows = rowsBefore {
      if rows.revision == snapshot.revision { page.scroll(toTop: rows.top, in: text) }
      if face?.scrollsBack != true { rowsBefore = nil }
    }
    state.keys = face
    if state.barRows == had { showState() } else { fitRoom() }
  }

  private func updateState() {
    let snapshot = snapshot
    let text = snapshot.text
    state.title = snapshot.shownTitle
    state.firstLine = visible.layouts.first?.line.value ?? 0
    state.lineCount = text.lineCount
    (state.status, state.quietStatus) = status(of: snapshot)
    state.guide = options.columnGuide.map { $0 - 1 - page.left }
    state.cursor = nil
    if snapshot.isLoaded, !state.isPeek,
      let cell = cell(of: cursorOffset, in: text), cell.row < page.height
    {
      state.cursor = EditorCell(row: cell.row, column: cell.column)
    }
  }

  /// The cell of an offset, found in the visible rows if they have it.
  private func cell(of offset: ByteOffset, in text: Rope) -> (row: Int, column: Int)? {
    if let row = visible.index(ofRowHolding: offset) {
      return page.cell(of: offset, inRow: row, visible.layouts[row], in: text)
    }
    return page.cell(of: offset, in: text)
  }

  private func status(of snapshot: EditorSnapshot) -> (own: String, quiet: String) {
    guard snapshot.isLoaded else { return (EditorWords.isReading, EditorWords.isReading) }
    let isNarrow = state.isPeek || room.columns < 59
    let words = isNarrow ? nil : snapshot.words
    let megabytes = isNarrow || words != nil ? 0 : snapshot.text.byteCount >> 20
    var status = EditorStatus(
      isDirty: snapshot.isDirty, isNew: snapshot.note == nil || snapshot.isUnwritten, words: words,
      megabytes: megabytes)
    if !state.isPeek {
      status.position = options.showsPosition ? position(in: snapshot.text) : nil
      status.selected = isNarrow ? nil : background.selectedWords
    }
    status.recordsMacro = state.recordsMacro
    return (status.text, status.short)
  }

  /// `12:5`; far out in a long line only the line.
  private func position(in text: Rope) -> String {
    let offset = cursorOffset
    let column = text.characterCount(beforeInLine: offset).map { ":\($0 + 1)" } ?? ""
    return "\(text.line(at: offset).value + 1)\(column)"
  }
}

/// The state of the text, for the title line.
struct EditorStatus {
  var isDirty: Bool
  var isNew: Bool
  var words: Int?
  var megabytes: Int
  /// `12:5`
  var position: String?
  /// The count of selected words.
  var selected: Int?
  var recordsMacro = false

  /// The status of a pane without the keys: no counts, which fit only one of two panes.
  var short: String {
    var short = self
    (short.words, short.selected, short.megabytes) = (nil, nil, 0)
    return short.text
  }

  var text: String { (recordsMacro ? "recording  " : "") + state }

  private var state: String {
    let saved = isDirty ? "modified" : isNew ? "new" : "saved"
    return [position, size, saved].compactMap(\.self).joined(separator: " · ")
  }

  private var size: String? {
    if let selected {
      return words.map { "\(selected) of \(Self.count($0))" }
        ?? "\(Self.count(selected)) selected"
    }
    guard let words else { return megabytes > 0 ? "\(megabytes) MB" : nil }
    // What most people read silently in a minute.
    return "\(Self.count(words)), \((words + 199) / 200) min"
  }

  private static func count(_ words: Int) -> String { words == 1 ? "1 word" : "\(words) words" }
}
