import Cells

/// What layout asks of a glyph.
struct GlyphShape {
  var byteCount: Int
  var width: Int
  var kind: Glyph.Kind
  /// The scalar that it is alone, if it is one that line breaks look at; else 0.
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
    switch glyph.byteCount {
    case 1: scalar = UInt32(bytes[place])
    case 3 where bytes[place] >= 0xe0:
      scalar =
        (UInt32(bytes[place]) & 0xf) << 12 | (UInt32(bytes[place + 1]) & 0x3f) << 6
        | UInt32(bytes[place + 2]) & 0x3f
    default: scalar = 0
    }
  }

  var isBlank: Bool { kind == .tab || scalar == 0x20 }
}

/// Where a row may end.
enum LineBreaks {
  static func mayBreak(between before: GlyphShape, and next: GlyphShape) -> Bool {
    if next.isBlank { return false }
    if before.isBlank { return true }
    guard before.kind == .text, next.kind == .text else { return false }
    // Chinese and Japanese have no blanks: a line may end after each character but not before one
    // that closes.
    return (before.width == 2 || next.width == 2) && !isClosing(next.scalar)
      && !isOpening(before.scalar)
  }

  private static func isClosing(_ scalar: UInt32) -> Bool {
    switch scalar {
    // 、。 〉 》 」 』 】 〕 々 ー
    case 0x3001, 0x3002, 0x3009, 0x300b, 0x300d, 0x300f, 0x3011, 0x3015, 0x3005, 0x30fc: true
    // Small kana.
    case 0x3041, 0x3043, 0x3045, 0x3047, 0x3049, 0x3063, 0x3083, 0x3085, 0x3087: true
    case 0x30a1, 0x30a3, 0x30a5, 0x30a7, 0x30a9, 0x30c3, 0x30e3, 0x30e5, 0x30e7: true
    // ！ ） ， ． ： ； ？ ］ ｝
    case 0xff01, 0xff09, 0xff0c, 0xff0e, 0xff1a, 0xff1b, 0xff1f, 0xff3d, 0xff5d: true
    // ! " ' ) , . : ; ? ] } ’ ”
    case 0x21, 0x22, 0x27, 0x29, 0x2c, 0x2e, 0x3a, 0x3b, 0x3f, 0x5d, 0x7d, 0x2019, 0x201d: true
    default: false
    }
  }

  private static func isOpening(_ scalar: UInt32) -> Bool {
    switch scalar {
    // 〈 《 「 『 【 〔 （ ［ ｛
    case 0x3008, 0x300a, 0x300c, 0x300e, 0x3010, 0x3014, 0xff08, 0xff3b, 0xff5b: true
    // ( [ { ‘ “
    case 0x28, 0x5b, 0x7b, 0x2018, 0x201c: true
    default: false
    }
  }
}
