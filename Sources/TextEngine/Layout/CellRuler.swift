import Cells

/// Counts cells in bytes that start with a glyph.
struct CellRuler {
  let tabWidth: Int
  let bytes: UnsafeBufferPointer<UInt8>

  /// Returns the column of the glyph at an index, in a row that starts in `column`. Stops at
  /// `limit`: text beyond the edge of a row need not be counted.
  func column(of index: Int, from column: Int, limit: Int = .max) -> Int {
    var offset = 0
    var column = column
    while offset < index, column < limit {
      let glyph = GlyphShape(in: bytes, at: offset)
      if offset + glyph.byteCount > index { break }
      column += width(of: glyph, at: column)
      offset += glyph.byteCount
    }
    return min(column, limit)
  }

  /// A glyph and its range; empty at the end.
  struct Found {
    var index: Int
    var column: Int
    var byteCount = 0
    var width = 0
  }

  /// Returns the glyph at a column, or an empty one at the end.
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

  /// The start of the last glyph.
  var lastGlyph: Int {
    var last = 0
    var offset = 0
    while offset < bytes.count {
      last = offset
      offset += GlyphShape(in: bytes, at: offset).byteCount
    }
    return last
  }

  /// The width of all bytes, for any start column.
  var width: StretchWidth {
    var width = StretchWidth()
    var offset = 0
    while offset < bytes.count {
      let glyph = GlyphShape(in: bytes, at: offset)
      offset += glyph.byteCount
      if let after = width.afterTab {
        // After a tab stop, only the distance from it matters.
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

/// The properties of a glyph that layout needs.
struct GlyphShape {
  var byteCount: Int
  var width: Int
  var kind: Glyph.Kind
  /// The first scalar if line breaking depends on it; else 0.
  var scalar: UInt32

  init(in bytes: UnsafeBufferPointer<UInt8>, at offset: Int) {
    let first = bytes[offset]
    if first &- 0x20 < 0x5f, offset + 1 == bytes.count || bytes[offset + 1] < 0x80 {
      (byteCount, width, kind, scalar) = (1, 1, .text, UInt32(first))
      return
    }
    let glyph = Cells.glyph(in: bytes.span, at: offset, drawing: false)
    byteCount = glyph.byteCount
    width = glyph.width
    kind = glyph.kind
    switch bytes[offset] {
    case ..<0x80: scalar = UInt32(first)
    case 0xc2..<0xe0 where byteCount > 1:
      scalar = UInt32(first & 0x1f) << 6 | UInt32(bytes[offset + 1] & 0x3f)
    case 0xe0..<0xf0 where byteCount > 2:
      scalar =
        (UInt32(first) & 0xf) << 12 | (UInt32(bytes[offset + 1]) & 0x3f) << 6
        | UInt32(bytes[offset + 2]) & 0x3f
    default: scalar = 0
    }
  }

  /// Whether the glyph is a blank without combining marks.
  var isBlank: Bool { kind == .tab || scalar == 0x20 && byteCount == 1 }

  /// Whether a row may end between two glyphs.
  static func mayBreak(between before: GlyphShape, and next: GlyphShape) -> Bool {
    if next.isBlank { return false }
    if before.isBlank { return true }
    guard before.kind == .text, next.kind == .text else { return false }
    return (before.width == 2 || next.width == 2)
      && LineBreaks.mayBreak(between: before.scalar, and: next.scalar)
  }
}
