import Cells

/// Counts cells in bytes that start with a glyph.
struct CellRuler {
  let tabWidth: Int
  let bytes: UnsafeBufferPointer<UInt8>

  /// The column of the glyph that holds an index, in a row that starts in `column`. Stops at `limit`
  /// at the latest: what hangs over a row's edge need not be counted.
  func column(of index: Int, from column: Int, limit: Int = .max) -> Int {
    var place = 0
    var column = column
    while place < index, column < limit {
      let glyph = GlyphShape(in: bytes, at: place)
      if place + glyph.byteCount > index { break }
      column += width(of: glyph, at: column)
      place += glyph.byteCount
    }
    return min(column, limit)
  }

  /// A glyph where it stands; empty at the end.
  struct Found {
    var index: Int
    var column: Int
    var byteCount = 0
    var width = 0
  }

  /// The glyph that holds a column; at the end, the end.
  func glyph(at wanted: Int, from column: Int) -> Found {
    var found = Found(index: 0, column: column)
    while found.index < bytes.count {
      let glyph = GlyphShape(in: bytes, at: found.index)
      let width = width(of: glyph, at: found.column)
      if found.column + width > wanted {
        (found.byteCount, found.width) = (glyph.byteCount, width)
        break
      }
      found.column += width
      found.index += glyph.byteCount
    }
    return found
  }

  /// Where the last glyph starts.
  var lastGlyph: Int {
    var last = 0
    var place = 0
    while place < bytes.count {
      last = place
      place += GlyphShape(in: bytes, at: place).byteCount
    }
    return last
  }

  /// All of it, for whatever column it may start in.
  var width: StretchWidth {
    var width = StretchWidth()
    var place = 0
    while place < bytes.count {
      let glyph = GlyphShape(in: bytes, at: place)
      place += glyph.byteCount
      if let after = width.afterTab {
        // From a stop on, the columns themselves do not matter.
        width.afterTab = after + self.width(of: glyph, at: after)
      } else if glyph.kind == .tab {
        width.afterTab = 0
      } else {
        width.beforeTab += glyph.width
      }
    }
    return width
  }

  func width(of glyph: GlyphShape, at column: Int) -> Int {
    glyph.kind == .tab ? tabWidth - column % tabWidth : glyph.width
  }
}
