import Cells

/// One row of a line on the screen.
package struct LayoutRow: Hashable, Sendable {
  package var bytes: Range<Int>
  /// The blank columns before it: more than none only in rows that go on a wrapped line.
  package var indent: Int

  package init(bytes: Range<Int>, indent: Int = 0) {
    self.bytes = bytes
    self.indent = indent
  }
}

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

  /// At least one row. Their bytes follow one another and never cut a glyph.
  package func rows(of line: ArraySlice<UInt8>) -> [LayoutRow] {
    guard wraps else { return [LayoutRow(bytes: line.startIndex..<line.endIndex)] }
    if Self.isPlain(line) {
      if line.count <= columns { return [LayoutRow(bytes: line.startIndex..<line.endIndex)] }
      return PlainWrapping.rows(of: line, layout: self)
    }
    var wrapping = RowWrapping(layout: self, line: line)
    return wrapping.rows()
  }

  /// How wide a glyph is that starts in `column`: a tab reaches to the next stop.
  func width(of glyph: Glyph, at column: Int) -> Int {
    glyph.kind == .tab ? tabWidth - column % tabWidth : glyph.width
  }

  /// The common case: each byte is a glyph of one cell.
  static func isPlain(_ line: ArraySlice<UInt8>) -> Bool {
    line.withUnsafeBufferPointer { bytes in
      var odd: UInt8 = 0
      for byte in bytes { odd |= byte &- 0x20 >= 0x5f ? 1 : 0 }
      return odd == 0
    }
  }
}
