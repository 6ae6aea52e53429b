import Bytes
import Cells

/// Characters of a line as a person sees them. In vim, a skin tone and a joined emoji are separate
/// characters; on the screen they are one, and a cursor inside would be invisible.
enum VimChars {
  /// Returns the scalar at a byte and its length; a byte of invalid UTF-8 counts as a scalar.
  static func scalar(_ line: [UInt8], _ column: Int) -> (value: UInt32, length: Int) {
    let (scalar, length) = UTF8Scalars.decode(line.span, at: column)
    return (scalar?.value ?? UInt32(line[column]), length)
  }

  /// Returns the length of the character at a byte; 0 at the end of the line.
  static func length(_ line: [UInt8], at column: Int) -> Int {
    if column >= line.count { return 0 }
    if line[column] < 0x80, column + 1 == line.count || line[column + 1] < 0x80 { return 1 }
    return Cells.boundary(after: column, in: line[...]) - column
  }

  static func next(_ line: [UInt8], _ column: Int) -> Int { column + length(line, at: column) }

  /// Returns the start of the character that ends before a byte.
  static func previous(_ line: [UInt8], _ column: Int) -> Int {
    column <= 0 ? 0 : start(line, column - 1)
  }

  /// Returns the start of the character at a byte.
  static func start(_ line: [UInt8], _ column: Int) -> Int {
    if column >= line.count { return line.count }
    if column <= 0 { return 0 }
    if line[column] < 0x80, line[column - 1] < 0x80 { return column }
    return Cells.boundary(atOrBefore: column, in: line[...])
  }

  /// Returns the start of the last character; 0 in an empty line.
  static func last(_ line: [UInt8]) -> Int { previous(line, line.count) }

  static func isCombining(_ value: UInt32) -> Bool {
    guard value >= 0x300, let scalar = Unicode.Scalar(value) else { return false }
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark: return true
    default: return false
    }
  }

  // MARK: - Cells

  /// Returns the width of the character at a byte if it starts in a cell.
  static func width(_ line: [UInt8], at column: Int, cell: Int, tab: Int) -> Int {
    let byte = line[column]
    if byte == 0x09 { return tab - cell % tab }
    if byte < 0x20 || byte == 0x7f { return 2 }
    if byte < 0x80 { return 1 }
    return max(1, Cells.width(ofUTF8: line[column..<next(line, column)]))
  }

  /// Returns the first cell of the character at a byte, in a line that starts in a cell.
  static func cell(_ line: [UInt8], at column: Int, tab: Int, from start: Int = 0) -> Int {
    var (index, cell) = (0, start)
    while index < min(column, line.count) {
      cell += width(line, at: index, cell: cell, tab: tab)
      index = next(line, index)
    }
    return cell
  }

  /// Returns the character that covers a cell; past the last one, the line's end.
  static func column(_ line: [UInt8], ofCell wanted: Int, tab: Int) -> Int {
    var (index, cell) = (0, 0)
    while index < line.count {
      cell += width(line, at: index, cell: cell, tab: tab)
      if cell > wanted { return index }
      index = next(line, index)
    }
    return index
  }

  /// Makes a character start in a cell, and returns its column. A short line is filled with blanks,
  /// and blanks replace a tab or a wide character that the cell would cut.
  static func start(_ line: inout [UInt8], atCell wanted: Int, tab: Int) -> Int {
    let column = column(line, ofCell: wanted, tab: tab)
    let first = cell(line, at: column, tab: tab)
    if first >= wanted { return column }
    let count =
      column < line.count ? width(line, at: column, cell: first, tab: tab) : wanted - first
    line.replaceSubrange(
      column..<next(line, column), with: [UInt8](repeating: 0x20, count: count))
    return column + wanted - first
  }
}
