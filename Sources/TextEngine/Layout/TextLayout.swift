/// How a line becomes rows: wrapped at words into `columns`, or one row as long as it takes.
///
/// Rows that go on are indented to the text of a list item, a quote or an indented line. Blanks at
/// a row's end hang over its edge. A cursor may stand in column `columns`, behind a full row: give
/// the layout one column less than the window has.
package struct TextLayout: Hashable, Sendable {
  package let columns: Int
  package let wraps: Bool
  package let tabWidth: Int

  package init(columns: Int, wraps: Bool, tabWidth: Int = 4) {
    self.columns = max(1, columns)
    self.wraps = wraps
    self.tabWidth = max(1, tabWidth)
  }

  /// How wide a tab is that starts in `column`: it reaches to the next stop.
  func widthOfTab(at column: Int) -> Int { tabWidth - column % tabWidth }
}

/// One row of a line on the screen. It is named by the place where it starts.
package struct LayoutRow: Hashable, Sendable {
  /// What it shows, without the line's ending.
  package var bytes: Range<ByteOffset>
  /// The blank columns before it: more than none only in rows that go on a wrapped line.
  package var indent = 0
  package var line: LineNumber
  package var startsLine = true
  package var endsLine = true
  /// How many lines are folded away behind it.
  package var hiddenLines = 0

  package var start: ByteOffset { bytes.lowerBound }

  /// Whether a place that is not before the row is in it, by the row alone. What is folded away behind
  /// it is in it too, and is not known here.
  package func reaches(_ place: ByteOffset) -> Bool {
    place < bytes.upperBound || place == bytes.upperBound && endsLine
  }
}
