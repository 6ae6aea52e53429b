import Cells

/// Characters of a line as a person sees them. Vim takes a skin tone and a joined emoji for characters
/// of their own; the screen has one, and a cursor inside of it would be seen nowhere.
enum VimChars {
  /// The scalar at a byte, and how many bytes it takes; a byte that is no UTF-8 is one by itself.
  static func scalar(_ line: [UInt8], _ column: Int) -> (value: UInt32, length: Int) {
    let first = line[column]
    let length = first < 0x80 ? 1 : first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : first >= 0xc2 ? 2 : 1
    if length == 1 || column + length > line.count { return (UInt32(first), 1) }
    var value = UInt32(first) & (0x7f >> UInt32(length))
    for index in 1..<length {
      let byte = line[column + index]
      if byte & 0xc0 != 0x80 { return (UInt32(first), 1) }
      value = value << 6 | UInt32(byte & 0x3f)
    }
    return (value, length)
  }

  /// How many bytes the character at a byte takes; 0 at the end of the line.
  static func length(_ line: [UInt8], at column: Int) -> Int {
    if column >= line.count { return 0 }
    if line[column] < 0x80, column + 1 == line.count || line[column + 1] < 0x80 { return 1 }
    return Cells.boundary(after: column, in: line[...]) - column
  }

  static func next(_ line: [UInt8], _ column: Int) -> Int { column + length(line, at: column) }

  /// Where the character starts that ends before a byte.
  static func previous(_ line: [UInt8], _ column: Int) -> Int {
    column <= 0 ? 0 : start(line, column - 1)
  }

  /// Where the character starts that a byte is in.
  static func start(_ line: [UInt8], _ column: Int) -> Int {
    if column >= line.count { return line.count }
    if column <= 0 { return 0 }
    if line[column] < 0x80, line[column - 1] < 0x80 { return column }
    return Cells.boundary(atOrBefore: column, in: line[...])
  }

  /// The last byte at which a character starts; 0 in an empty line.
  static func last(_ line: [UInt8]) -> Int { previous(line, line.count) }

  static func isCombining(_ value: UInt32) -> Bool {
    guard value >= 0x300, let scalar = Unicode.Scalar(value) else { return false }
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark: return true
    default: return false
    }
  }

  // MARK: - Cells

  /// How many cells the character at a byte takes where it starts at a cell.
  static func width(_ line: [UInt8], at column: Int, cell: Int, tab: Int) -> Int {
    let byte = line[column]
    if byte == 0x09 { return tab - cell % tab }
    if byte < 0x20 || byte == 0x7f { return 2 }
    if byte < 0x80 { return 1 }
    return max(1, Cells.width(ofUTF8: line[column..<next(line, column)]))
  }

  /// The first cell of the character at a byte.
  static func cell(_ line: [UInt8], at column: Int, tab: Int) -> Int {
    var (index, cell) = (0, 0)
    while index < min(column, line.count) {
      cell += width(line, at: index, cell: cell, tab: tab)
      index = next(line, index)
    }
    return cell
  }

  /// The character that covers a cell; the line's end past the last one.
  static func column(_ line: [UInt8], ofCell wanted: Int, tab: Int) -> Int {
    var (index, cell) = (0, 0)
    while index < line.count {
      cell += width(line, at: index, cell: cell, tab: tab)
      if cell > wanted { return index }
      index = next(line, index)
    }
    return index
  }
}
