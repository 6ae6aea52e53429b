import Bytes
import Cells
import Regex
import TextEngine

/// Lays out the visible rows, and the state around them.
extension EditorScene {
  /// What to lay out before the next frame, once for all keys until then.
  enum PendingLayout { case rows, cursor }

  /// What to show the view in the next frame.
  enum PendingShow: Comparable { case nothing, state, rows }

  func row(at index: Int) -> EditorRow {
    visible.rows.indices.contains(index) ? visible.rows[index] : EditorRow()
  }

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

  /// Lays out the rows if something changed.
  func layOutRows() {
    guard let pending else { return }
    self.pending = nil
    pendingShow = .rows
    let (text, page) = (text, page)
    let shown =
      pending == .cursor
      ? page.revealed(cursorOffset, in: text) : page.shown(in: text)
    let matches = visibleMatches(in: shown)
    let brackets = bracketPair(in: shown)
    let isPlain =
      matches.isEmpty && currentMatch == nil && wrongWords.isEmpty && brackets.isEmpty
      && (state.isPeek || selections.isOneCursor)
    visible = VisibleRows(
      layouts: shown,
      rows: shown.map { row in
        makeRow(
          row,
          RowLooks(
            inks: page.highlighter.spans(of: row.bytes, in: text),
            signs: isPlain ? [] : signs(of: row, matches: matches, brackets: brackets)))
      })
  }

  /// The match that a search would go to, while it is typed.
  private var currentMatch: Range<ByteOffset>? { state.keys?.search?.current }

  /// The matches to mark; those of a slow pattern are not.
  private func visibleMatches(in shown: [LayoutRow]) -> [Range<ByteOffset>] {
    guard !state.isPeek, let finder = marked ?? state.keys?.search?.finder else { return [] }
    let budget = RegexBudget(RegexBudget.instant)
    // One range for rows without folded lines between them.
    var ranges: [Range<ByteOffset>] = []
    for row in shown {
      if let last = ranges.last, row.start - last.upperBound <= 2 {
        ranges[ranges.count - 1] = last.lowerBound..<row.bytes.upperBound
      } else {
        ranges.append(row.start..<row.bytes.upperBound)
      }
    }
    return ranges.flatMap { finder.matches(touching: $0, of: text, within: budget) }
  }

  /// The end of the last line begins no other.
  private var numberedLines: Int { max(1, text.vimLineCount) }

  /// The cells that line numbers take.
  private var numberCells: Int {
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

  private var cursorOffset: ByteOffset {
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
      status.selected = isNarrow ? nil : selectedWords
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

  // MARK: - One row

  /// A longer range is only in sight in a huge line.
  private static let farthestBracket = 1 << 16

  /// The bracket at the cursor and its partner, if both are in sight.
  private func bracketPair(in shown: [LayoutRow]) -> [ByteOffset] {
    guard options.showsBrackets, isEditable, let first = shown.first, let last = shown.last else {
      return []
    }
    let text = text
    let head = min(selections.main.head, text.end)
    let low = max(first.start, head - min(head.value, Self.farthestBracket))
    let high = min(last.bytes.upperBound, head + Self.farthestBracket)
    guard low <= head, head <= high else { return [] }
    return text.bracketPair(at: head, in: low..<high).map { [$0.bracket, $0.partner] } ?? []
  }

  private func signs(
    of row: LayoutRow, matches: [Range<ByteOffset>], brackets: [ByteOffset]
  ) -> RowLooks.Signs {
    var signs: RowLooks.Signs = []
    let bytes = row.bytes
    func add(_ range: Range<ByteOffset>, _ sign: EditorStyle.Signs) {
      let inside = range.clamped(to: bytes)
      if !inside.isEmpty { signs.append((inside, sign)) }
      // The newline is a cell behind the line.
      if row.endsLine, range.lowerBound <= bytes.upperBound, range.upperBound > bytes.upperBound {
        signs.append((bytes.upperBound..<bytes.upperBound + 1, sign))
      }
    }
    for match in matches where match.upperBound > bytes.lowerBound { add(match, .match) }
    if let currentMatch { add(currentMatch, [.match, .selected]) }
    for word in wrongWords where word.upperBound > bytes.lowerBound {
      if word.lowerBound >= bytes.upperBound { break }
      add(word, .misspelled)
    }
    for bracket in brackets where bracket < bytes.upperBound {
      add(bracket..<bracket + 1, .bracket)
    }
    if state.isPeek { return signs }
    for (index, selection) in selections.all.enumerated() {
      if selection.range.lowerBound > bytes.upperBound { break }
      if selection.range.upperBound < bytes.lowerBound { continue }
      if !selection.isEmpty { add(selection.range, .selected) }
      // Vim and emacs draw their cursor themselves within a selection.
      if index != selections.mainIndex, selection.isEmpty || state.keys?.cursorOffset == nil {
        add(selection.head..<selection.head + 1, .cursor)
      }
    }
    return signs
  }

  /// The number before a line: its own, or its distance from the cursor's line.
  private func number(of line: LineNumber) -> String {
    let distance = line.value - text.line(at: cursorOffset).value
    let isOwn = !options.showsDistances || options.showsNumbers && distance == 0
    return "\(isOwn ? line.value + 1 : abs(distance))"
  }

  private func makeRow(_ row: LayoutRow, _ looks: RowLooks) -> EditorRow {
    let text = text
    var made = EditorRow()
    if numberCells > 0, row.startsLine, row.line.value < numberedLines {
      made.number = number(of: row.line)
    }
    if row.hiddenLines > 0 {
      made.remark = EditorWords.hidden(lines: row.hiddenLines)
    }
    let blanks = options.blanks == .off ? nil : BlankSigns(options.blanks, in: row, of: text)
    let pieces = page.rows(of: text).pieces(
      of: row, from: page.left, columns: page.layout.columns + (page.layout.wraps ? 0 : 1),
      cuts: blanks?.cuts(looks.cuts) ?? looks.cuts)
    made.pieces.reserveCapacity(pieces.count)
    var end = row.indent
    for piece in pieces {
      end = piece.column + piece.width
      var look = looks.look(at: piece.bytes.lowerBound)
      if piece.kind == .escape { look.signs.insert(.escape) }
      if let parts = blanks?.parts(of: piece, looking: look) {
        for part in parts { made.append(part) }
        continue
      }
      // The view draws blanks anyway.
      if piece.kind == .tab, look.signs.isEmpty { continue }
      made.append(
        EditorRow.Piece(column: piece.column, text: piece.text, cells: piece.width, look: look))
    }
    if row.startsLine, row.endsLine, made.isConflictMark {
      for index in made.pieces.indices { made.pieces[index].look.signs.insert(.conflict) }
    }
    let behind = looks.look(at: row.bytes.upperBound)
    if row.endsLine, !behind.signs.isEmpty, end <= page.layout.columns {
      made.pieces.append(EditorRow.Piece(column: end, text: " ", cells: 1, look: behind))
    }
    return made
  }
}

extension EditorRow {
  /// Whether the row is a mark before or after the versions of a conflict.
  fileprivate var isConflictMark: Bool {
    guard let first = pieces.first?.text, first.hasPrefix("<<<<<<<") || first.hasPrefix(">>>>>>>")
    else { return false }
    return ConflictMark.read(pieces.map(\.text).joined().utf8) != nil
  }

  /// Joins the last piece if both look the same and touch.
  fileprivate mutating func append(_ piece: Piece) {
    guard let last = pieces.indices.last, pieces[last].look == piece.look,
      pieces[last].column + pieces[last].cells == piece.column
    else { return pieces.append(piece) }
    pieces[last].text += piece.text
    pieces[last].cells += piece.cells
  }
}
