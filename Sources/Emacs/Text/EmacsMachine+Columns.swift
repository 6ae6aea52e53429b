import Cells
import TextEngine

/// Columns: cells from the line's start, a tab to the next stop.
extension EmacsMachine {
  var tabWidth: Int { text.format.indentWidth }

  /// Hands over the characters of a line up to an offset: where each starts, its bytes, its first column
  /// and the one behind it. It stops where `body` answers false.
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

  /// What a line has between two columns: its tabs as blanks, and blanks for what is missing.
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

  /// The column of the line's first text.
  func indentation(_ offset: Int) -> Int { column(skipBlanks(lineStart(offset))) }

  enum Reach {
    case plain
    /// Cuts tabs that lie across the column.
    case cutting
    /// And puts blanks in behind a short line.
    case filling
  }

  /// Moves to a column of the line, or behind the character that covers it, or to the line's end.
  /// Answers the column where it got.
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
      // The tab becomes blanks, and point is among them.
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

  /// Puts blanks in up to a column.
  mutating func indentTo(_ wanted: Int) {
    let missing = wanted - column(point)
    if missing > 0 { insert([UInt8](repeating: 0x20, count: missing)) }
  }

  /// Gives the line another indentation; point is behind it.
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
