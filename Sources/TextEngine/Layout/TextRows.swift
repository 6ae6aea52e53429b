/// Settings for making rows of lines: wrapped at words into `columns`, or one row of any length.
///
/// Continued rows are indented to the text of a list item, a quote or an indented line. Blanks at a
/// row's end hang over its edge. A cursor may be in column `columns`, after a full row: use one
/// column less than the window has.
package struct TextLayout: Hashable, Sendable {
  package let columns: Int
  package let wraps: Bool
  package let tabWidth: Int

  package init(columns: Int, wraps: Bool, tabWidth: Int = 4) {
    self.columns = max(1, columns)
    self.wraps = wraps
    self.tabWidth = max(1, tabWidth)
  }

  /// Returns the width of a tab that starts in `column`: it reaches the next stop.
  func widthOfTab(at column: Int) -> Int { tabWidth - column % tabWidth }
}

/// One row of a line on the screen, identified by its start.
package struct LayoutRow: Hashable, Sendable {
  /// The bytes shown, without the line ending.
  package var bytes: Range<ByteOffset>
  /// The blank columns before the row; 0 unless it continues a wrapped line.
  package var indent = 0
  package var line: LineNumber
  package var startsLine = true
  package var endsLine = true
  /// The number of folded lines after the row.
  package var hiddenLines = 0

  package var start: ByteOffset { bytes.lowerBound }

  /// Whether the row contains an offset that is not before it. Folded lines after the row also
  /// belong to it, but are not considered here.
  package func reaches(_ offset: ByteOffset) -> Bool {
    offset < bytes.upperBound || offset == bytes.upperBound && endsLine
  }
}

/// The visible rows of a text, in order. No method reads more text than it passes.
package struct TextRows {
  package let text: Rope
  package let folds: Folds
  package let cache: RowCache

  package init(_ text: Rope, folds: Folds = Folds(), cache: RowCache) {
    self.text = text
    self.folds = folds
    self.cache = cache
    cache.adopt(text)
  }

  package var layout: TextLayout { cache.layout }

  /// Returns the row at an offset: between two rows the second one, in folded lines the row before.
  package func row(at offset: ByteOffset) -> LayoutRow {
    let spot = spot(at: offset.value)
    return row(spot, line: text.line(at: ByteOffset(spot.start)))
  }

  /// Returns the next row, or nil at the end of the text.
  package func row(after row: LayoutRow) -> LayoutRow? {
    next(spot(at: row.start.value)).map {
      self.row(
        $0, line: row.line + ($0.row == 0 && $0.stretch.startsLine ? 1 + row.hiddenLines : 0))
    }
  }

  /// Returns the previous row, or nil at the start of the text.
  package func row(before row: LayoutRow) -> LayoutRow? {
    previous(spot(at: row.start.value)).map {
      self.row($0, line: text.line(at: ByteOffset($0.start)))
    }
  }

  /// Returns the row `count` rows down, or up if negative; the first or last if there are fewer.
  package func row(at offset: ByteOffset, movedBy count: Int) -> LayoutRow {
    let spot = moved(spot(at: offset.value), by: count)
    return row(spot, line: text.line(at: ByteOffset(spot.start)))
  }

  /// Returns up to `count` rows from the row at an offset.
  package func rows(from offset: ByteOffset, count: Int) -> [LayoutRow] {
    var rows: [LayoutRow] = []
    rows.reserveCapacity(count)
    var row = row(at: offset)
    var spot = spot(at: row.start.value)
    while rows.count < count {
      rows.append(row)
      guard let following = next(spot) else { break }
      let isNewLine = following.row == 0 && following.stretch.startsLine
      row = self.row(following, line: row.line + (isNewLine ? 1 + row.hiddenLines : 0))
      spot = following
    }
    return rows
  }
}

/// A row of a stretch, for moves.
struct RowPosition {
  var stretch: Stretch
  var row: Int

  /// The start of the row, which identifies it.
  var start: Int { stretch.offset + stretch.start(ofRow: row) }
  var bytes: Range<Int> { stretch.bytes(ofRow: row) }
  var indent: Int { stretch.indent(ofRow: row) }
  var endsLine: Bool { stretch.endsLine && row == stretch.rowCount - 1 }
}

extension TextRows {
  func spot(at offset: Int) -> RowPosition {
    var offset = min(max(0, offset), text.byteCount)
    var stretch = cache.stretch(at: offset, in: text)
    if let hidden = folds.hidden(at: min(offset, stretch.contentEnd)) {
      offset = hidden.lowerBound
      stretch = cache.stretch(at: offset, in: text)
    }
    let index = min(offset - stretch.offset, stretch.byteCount)
    return RowPosition(stretch: stretch, row: stretch.row(at: index))
  }

  func next(_ spot: RowPosition) -> RowPosition? {
    if spot.row + 1 < spot.stretch.rowCount {
      return RowPosition(stretch: spot.stretch, row: spot.row + 1)
    }
    let stretch = spot.stretch
    if stretch.isLastOfText { return nil }
    if stretch.endsLine, let hidden = folds.fold(behind: stretch.contentEnd) {
      let last = TextLine(at: hidden.upperBound, in: text)
      if last.ending == 0 { return nil }
      let start = last.content.upperBound + last.ending
      return RowPosition(stretch: cache.stretch(at: start, in: text), row: 0)
    }
    return RowPosition(stretch: cache.stretch(at: stretch.end, in: text), row: 0)
  }

  func previous(_ spot: RowPosition) -> RowPosition? {
    if spot.row > 0 { return RowPosition(stretch: spot.stretch, row: spot.row - 1) }
    if spot.stretch.offset == 0 { return nil }
    var stretch = cache.stretch(at: spot.stretch.offset - 1, in: text)
    if let hidden = folds.hidden(at: stretch.contentEnd) {
      stretch = cache.stretch(at: hidden.lowerBound, in: text)
    }
    return RowPosition(stretch: stretch, row: stretch.rowCount - 1)
  }

  func moved(_ spot: RowPosition, by count: Int) -> RowPosition {
    var spot = spot
    for _ in 0..<abs(count) {
      guard let next = count > 0 ? next(spot) : previous(spot) else { break }
      spot = next
    }
    return spot
  }

  func row(_ spot: RowPosition, line: LineNumber) -> LayoutRow {
    let endsLine = spot.endsLine
    return LayoutRow(
      bytes: spot.bytes.offsets, indent: spot.indent, line: line,
      startsLine: spot.row == 0 && spot.stretch.startsLine, endsLine: endsLine,
      hiddenLines: endsLine ? hiddenLines(behind: spot.stretch.contentEnd) : 0)
  }

  private func hiddenLines(behind offset: Int) -> Int {
    guard let hidden = folds.fold(behind: offset) else { return 0 }
    return text.line(at: ByteOffset(hidden.upperBound)).value
      - text.line(at: ByteOffset(hidden.lowerBound)).value
  }
}
