import Cells
import TextEngine

/// Columns: cells from the start of the line, with tabs to the next stop.
extension EmacsMachine {
  var tabWidth: Int { text.format.indentWidth }

  /// Passes the characters of a line up to an offset: the start, the bytes, the first column and
  /// the column after it. Stops when `body` returns false.
  private func forEachGlyph(
    ofLineAt offset: Int, _ body: (_ start: Int, _ bytes: Int, _ column: Int, _ next: Int) -> Bool
  ) {
    let start = lineStart(offset)
    var (glyphStart, column) = (start, 0)
    for glyph in Cells.glyphs(inUTF8: bytes(start..<lineEnd(offset))[...]) {
      let next =
        column + (glyph.kind == .tab ? tabWidth - column % tabWidth : glyph.width)
      if !body(glyphStart, glyph.byteCount, column, next) { return }
      glyphStart += glyph.byteCount
      column = next
    }
  }

  func column(_ offset: Int) -> Int {
    var found = 0
    forEachGlyph(ofLineAt: offset) { start, bytes, column, next in
      if start >= offset { return false }
      found = next
      return true
    }
    return found
  }

  /// Returns the part of a line between two columns, with blanks for tabs and missing text.
  func part(ofLineAt offset: Int, _ columns: ClosedRange<Int>) -> [UInt8] {
    func blanks(_ count: Int) -> [UInt8] { [UInt8](repeating: 0x20, count: max(0, count)) }
    var part: [UInt8] = []
    var reached = columns.lowerBound
    forEachGlyph(ofLineAt: offset) { start, count, column, next in
      if column >= columns.upperBound { return false }
      if next <= columns.lowerBound { return true }
      reached = next
      if column < columns.lowerBound {
        part += blanks(next - columns.lowerBound)
      } else {
        part += byte(start) == 0x09 ? blanks(next - column) : bytes(start..<start + count)
      }
      return true
    }
    return part + blanks(columns.upperBound - reached)
  }

  /// Returns the column of the line's first text.
  func indentation(_ offset: Int) -> Int { column(skipBlanks(lineStart(offset))) }

  enum Reach {
    case plain
    /// Also splits tabs that cross the column.
    case cutting
    /// Also fills a short line with blanks.
    case filling
  }

  /// Moves to a column of the line, to the end of the character that covers it, or to the line's
  /// end. Returns the column reached.
  @discardableResult
  mutating func moveToColumn(_ wanted: Int, _ reach: Reach = .plain) -> Int {
    var (offset, reached) = (lineStart(point), 0)
    var tab: (start: Int, column: Int)?
    let content = lineStart(point)..<lineEnd(point)
    forEachGlyph(ofLineAt: point) { start, bytes, column, next in
      if column >= wanted { return false }
      (offset, reached) = (start + bytes, next)
      if next > wanted, byte(start) == 0x09 { tab = (start, column) }
      return true
    }
    point = offset
    if let tab, reach != .plain {
      // The tab becomes blanks, with point among them.
      let blanks = reached - tab.column
      delete(tab.start..<tab.start + 1)
      point = tab.start
      insert([UInt8](repeating: 0x20, count: blanks))
      point = tab.start + (wanted - tab.column)
      return wanted
    }
    if reach == .filling, reached < wanted, offset == content.upperBound {
      insert([UInt8](repeating: 0x20, count: wanted - reached))
      return wanted
    }
    return reached
  }

  /// Inserts blanks up to a column.
  mutating func indentTo(_ wanted: Int) {
    let missing = wanted - column(point)
    if missing > 0 { insert([UInt8](repeating: 0x20, count: missing)) }
  }

  /// Changes the indent of the line; point ends after it.
  mutating func indentLine(to wanted: Int) {
    point = skipBlanks(lineStart(point))
    let now = column(point)
    if now < wanted {
      indentTo(wanted)
    } else if now > wanted {
      moveToColumn(wanted, .filling)
      delete(point, skipBlanks(lineStart(point)))
    }
  }
}
