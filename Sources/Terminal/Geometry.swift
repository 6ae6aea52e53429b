/// A cell, counted from 0 at the top left.
package struct Point: Hashable, Sendable {
  package var row: Int
  package var column: Int

  package init(row: Int, column: Int) {
    self.row = row
    self.column = column
  }
}

package struct Size: Hashable, Sendable {
  package var columns: Int
  package var rows: Int

  package init(columns: Int, rows: Int) {
    self.columns = columns
    self.rows = rows
  }
}

package struct Rect: Hashable, Sendable {
  package var row: Int
  package var column: Int
  package var rows: Int
  package var columns: Int

  package init(row: Int, column: Int, rows: Int, columns: Int) {
    self.row = row
    self.column = column
    self.rows = max(0, rows)
    self.columns = max(0, columns)
  }

  package init(_ size: Size) {
    self.init(row: 0, column: 0, rows: size.rows, columns: size.columns)
  }

  package var size: Size { Size(columns: columns, rows: rows) }
  package var endRow: Int { row + rows }
  package var endColumn: Int { column + columns }
  package var isEmpty: Bool { rows == 0 || columns == 0 }

  package func contains(_ point: Point) -> Bool {
    point.row >= row && point.row < endRow && point.column >= column && point.column < endColumn
  }

  /// Returns the rectangle shrunk by some cells on each side.
  package func inset(rows dRows: Int, columns dColumns: Int) -> Rect {
    Rect(
      row: row + dRows, column: column + dColumns, rows: rows - 2 * dRows,
      columns: columns - 2 * dColumns)
  }
}
