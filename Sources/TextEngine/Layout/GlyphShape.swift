import Cells

/// What layout asks of a glyph.
struct GlyphShape {
  var byteCount: Int
  var width: Int
  var kind: Glyph.Kind
  /// The scalar that it begins with, if it is one that line breaks look at; else 0.
  var scalar: UInt32

  init(in bytes: UnsafeBufferPointer<UInt8>, at place: Int) {
    let first = bytes[place]
    if first &- 0x20 < 0x5f, place + 1 == bytes.count || bytes[place + 1] < 0x80 {
      (byteCount, width, kind, scalar) = (1, 1, .text, UInt32(first))
      return
    }
    let glyph = Cells.glyph(in: bytes.span, at: place, drawing: false)
    byteCount = glyph.byteCount
    width = glyph.width
    kind = glyph.kind
    switch bytes[place] {
    case ..<0x80: scalar = UInt32(first)
    case 0xc2..<0xe0 where byteCount > 1:
      scalar = UInt32(first & 0x1f) << 6 | UInt32(bytes[place + 1] & 0x3f)
    case 0xe0..<0xf0 where byteCount > 2:
      scalar =
        (UInt32(first) & 0xf) << 12 | (UInt32(bytes[place + 1]) & 0x3f) << 6
        | UInt32(bytes[place + 2]) & 0x3f
    default: scalar = 0
    }
  }

  /// A blank that carries a mark is none.
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
