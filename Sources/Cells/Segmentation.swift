extension Cells {
  /// Returns the glyphs of arbitrary bytes: each invalid byte becomes an escape. Their byte counts
  /// add up to the length of `bytes`.
  package static func glyphs(inUTF8 bytes: ArraySlice<UInt8>) -> [Glyph] {
    var glyphs: [Glyph] = []
    glyphs.reserveCapacity(bytes.count)
    forEachGlyph(in: bytes.span, drawing: true) { glyph in
      glyphs.append(glyph)
      return true
    }
    return glyphs
  }

  /// Returns the width of arbitrary bytes in cells.
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

  /// Passes each glyph to `body` until that returns false. Without `drawing`, glyphs have no text.
  static func forEachGlyph(in bytes: Span<UInt8>, drawing: Bool, _ body: (Glyph) -> Bool) {
    var index = 0
    while index < bytes.count {
      let glyph = glyph(in: bytes, at: index, drawing: drawing)
      if !body(glyph) { return }
      index += glyph.byteCount
    }
  }

  /// Returns the glyph at `start`, which must be a boundary. Without `drawing` it has no text.
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
    // The state machine behind `Character`. It reads each scalar once, so that the time for a
    // megabyte of combining marks stays linear, and it needs no `Character`.
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

  /// Whether this is a subscript consonant of Khmer. Readers see one letter; the rules for
  /// `Character` handle this for other scripts but not yet for Khmer.
  static func isKhmerStack(_ before: Unicode.Scalar?, _ scalar: Unicode.Scalar) -> Bool {
    before?.value == 0x17d2 && (0x1780...0x17a2).contains(scalar.value)
  }

  static func isPlain(_ byte: UInt8) -> Bool { byte >= 0x20 && byte < 0x7f }
}

/// Collects the drawn text of one cluster: bases with their marks, and one or two cells for each
/// base.
///
/// A terminal knows cells, not clusters. All terminals agree only on a base with up to four marks.
/// So a conjunct takes the cells of its letters, a flag those of its two letters, and of an emoji
/// sequence only the first picture is drawn.
private struct ClusterDrawing {
  /// ncurses stores five scalars in a cell (CCHARW_MAX).
  static let marksPerCell = 4
  /// Longer clusters are split: no script needs more, and a hostile one must not fill the screen.
  static let basesPerGlyph = 8

  private(set) var text = ""
  private(set) var width = 0
  private(set) var isSpelledOut = false
  private let isDrawing: Bool
  private var bases = 0
  private var marks = 0
  /// Whether a picture was drawn, possibly after a letter that joins the next character.
  private var hasPicture = false
  private var isFlag = false
  private var lastBase: UInt32 = 0
  private var followsZWJ = false

  init(isDrawing: Bool) {
    self.isDrawing = isDrawing
  }

  /// Whether a scalar of the same Unicode cluster may be in this glyph.
  func accepts(_ scalar: Unicode.Scalar, _ scalarClass: ScalarClass) -> Bool {
    switch scalarClass {
    // Tags spell out a flag on U+1F3F4. Elsewhere they hide text, so they are shown.
    case .escape: isFlag && (0xe0020...0xe007f).contains(scalar.value)
    case .mark, .joiner, .unknown: true
    default: bases < Self.basesPerGlyph || isHidden(scalarClass)
    }
  }

  mutating func add(_ scalar: Unicode.Scalar, _ scalarClass: ScalarClass) {
    defer { followsZWJ = scalar.value == 0x200d }
    switch scalarClass {
    case .escape:
      break
    case .unknown:
      // After a base it modifies that, as a skin tone does a hand, and is not drawn either.
      if bases == 0 { spellOut(scalar) }
    case .joiner:
      // In Persian and Indic scripts the non-joiner is part of the spelling, so it is drawn.
      if scalar.value == 0x200c, bases > 0, !hasPicture { addMark(scalar) }
    case .mark:
      if let syllable = composed(with: scalar) {
        replaceBase(by: syllable)
      } else {
        // A mark without a base goes onto a dotted circle.
        if bases == 0 { addBase("\u{25cc}", width: 1) }
        addMark(scalar)
      }
    default:
      if isHidden(scalarClass) { break }
      if bases == 0 { isFlag = scalar.value == 0x1f3f4 }
      if scalarClass.isPicture { hasPicture = true }
      addBase(scalar, width: scalarClass.width)
    }
  }

  private mutating func spellOut(_ scalar: Unicode.Scalar) {
    let escape = Cells.escape(for: scalar)
    if isDrawing { text = escape }
    width = escape.utf8.count
    bases = Self.basesPerGlyph
    hasPicture = true
    isSpelledOut = true
  }

  /// Whether the scalar only modifies the first picture, which is drawn unmodified: skin tones and
  /// joined pictures.
  private func isHidden(_ scalarClass: ScalarClass) -> Bool {
    hasPicture && (scalarClass == .skinTone || followsZWJ && scalarClass.isPicture)
  }

  private mutating func addBase(_ scalar: Unicode.Scalar, width cells: Int) {
    if isDrawing { text.unicodeScalars.append(scalar) }
    width += cells
    bases += 1
    marks = 0
    lastBase = scalar.value
  }

  private mutating func addMark(_ scalar: Unicode.Scalar) {
    marks += 1
    if isDrawing, marks <= Self.marksPerCell { text.unicodeScalars.append(scalar) }
  }

  private mutating func replaceBase(by syllable: Unicode.Scalar) {
    if isDrawing {
      text.unicodeScalars.removeLast()
      text.unicodeScalars.append(syllable)
    }
    lastBase = syllable.value
  }

  /// Returns the Hangul syllable of the last base with this letter, because terminals that do not
  /// join the letters have a glyph for the syllable.
  private func composed(with scalar: Unicode.Scalar) -> Unicode.Scalar? {
    guard bases > 0, marks == 0 else { return nil }
    switch (lastBase, scalar.value) {
    case (0x1100...0x1112, 0x1161...0x1175):
      return Unicode.Scalar(0xac00 + ((lastBase - 0x1100) * 21 + scalar.value - 0x1161) * 28)
    case (0xac00...0xd7a3, 0x11a8...0x11c2) where (lastBase - 0xac00).isMultiple(of: 28):
      return Unicode.Scalar(lastBase + scalar.value - 0x11a7)
    default:
      return nil
    }
  }
}
