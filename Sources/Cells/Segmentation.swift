extension Cells {
  /// The glyphs of a text that may hold anything: each byte that is no UTF-8 becomes an escape.
  /// Their byte counts sum to the text's.
  package static func glyphs(inUTF8 bytes: ArraySlice<UInt8>) -> [Glyph] {
    var glyphs: [Glyph] = []
    glyphs.reserveCapacity(bytes.count)
    forEachGlyph(in: bytes.span, drawing: true) { glyph in
      glyphs.append(glyph)
      return true
    }
    return glyphs
  }

  /// How many cells a text takes that may hold anything.
  package static func width(ofUTF8 bytes: ArraySlice<UInt8>) -> Int {
    width(of: bytes.span)
  }

  static func width(of bytes: Span<UInt8>) -> Int {
    var width = 0
    var end = 0
    bytes.withUnsafeBufferPointer { source in
      while end < source.count {
        if let run = run(in: source, from: end, to: source.count, cells: .max) {
          end = run.end
          width += run.width
        } else {
          let glyph = glyph(in: bytes, at: end, drawing: false)
          end += glyph.byteCount
          width += glyph.width
        }
      }
    }
    return width
  }

  /// Hands over glyph by glyph until `body` answers false. Without `drawing` their texts are empty.
  static func forEachGlyph(in bytes: Span<UInt8>, drawing: Bool, _ body: (Glyph) -> Bool) {
    var index = 0
    while index < bytes.count {
      let glyph = glyph(in: bytes, at: index, drawing: drawing)
      if !body(glyph) { return }
      index += glyph.byteCount
    }
  }

  /// The glyph that starts at `start`, which must be a boundary. Without `drawing` its text is empty.
  package static func glyph(in bytes: Span<UInt8>, at start: Int, drawing: Bool) -> Glyph {
    let first = bytes[start]
    if isPlain(first), bytes.standsApart(at: start + 1) {
      let text = drawing ? String(Unicode.Scalar(first)) : ""
      return Glyph(text: text, width: 1, kind: .text, byteCount: 1)
    }
    if first == 0x09 { return Glyph(text: drawing ? " " : "", width: 1, kind: .tab, byteCount: 1) }
    guard let (scalar, length) = bytes.scalar(at: start) else {
      return Glyph(
        text: drawing ? escape(forByte: first) : "", width: 4, kind: .escape, byteCount: 1)
    }
    if let width = SimpleScalars.width(scalar.value), bytes.standsApart(at: start + length) {
      return Glyph(
        text: drawing ? String(scalar) : "", width: width, kind: .text, byteCount: length)
    }
    let firstClass = ScalarClass(of: scalar)
    if firstClass == .escape || firstClass == .joiner {
      let text = escape(for: scalar)
      return Glyph(
        text: drawing ? text : "", width: text.utf8.count, kind: .escape, byteCount: length)
    }
    return cluster(in: bytes, at: start, drawing: drawing)
  }

  private static func cluster(in bytes: Span<UInt8>, at start: Int, drawing: Bool) -> Glyph {
    // The state machine behind `Character`: it looks at each scalar once, so that a megabyte of
    // combining marks costs a megabyte's time, and it needs no `Character` to be made.
    var recognizer = Unicode._CharacterRecognizer()
    var drawn = ClusterDrawing(isDrawing: drawing)
    var index = start
    var before: Unicode.Scalar?
    while index < bytes.count, let (scalar, length) = bytes.scalar(at: index) {
      let scalarClass = ScalarClass(of: scalar)
      let isBreak = recognizer.hasBreak(before: scalar) && !isKhmerStack(before, scalar)
      if index > start, isBreak || !drawn.accepts(scalar, scalarClass) { break }
      drawn.add(scalar, scalarClass)
      before = scalar
      index += length
    }
    return Glyph(
      text: drawn.text, width: drawn.width, kind: drawn.isSpelledOut ? .escape : .text,
      byteCount: index - start)
  }

  /// A consonant below another one: one letter to who reads it, which the rules for `Character` know of
  /// other scripts and not yet of Khmer.
  static func isKhmerStack(_ before: Unicode.Scalar?, _ scalar: Unicode.Scalar) -> Bool {
    before?.value == 0x17d2 && (0x1780...0x17a2).contains(scalar.value)
  }

  static func isPlain(_ byte: UInt8) -> Bool { byte >= 0x20 && byte < 0x7f }
}
