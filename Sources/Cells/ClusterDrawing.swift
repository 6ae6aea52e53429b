/// Collects what is drawn for one cluster: bases with their marks, a cell or two for each base.
///
/// A terminal knows cells, not clusters. What all of them agree on is a base with up to four marks;
/// so a conjunct takes the cells of its letters, a flag those of its two, and of an emoji sequence
/// the first picture alone is drawn.
struct ClusterDrawing {
  /// ncurses keeps five scalars in a cell (CCHARW_MAX).
  static let marksPerCell = 4
  /// Longer clusters are split: no script needs more, and a hostile one must not fill the screen.
  static let basesPerGlyph = 8

  private(set) var text = ""
  private(set) var width = 0
  private(set) var isSpelledOut = false
  private let isDrawing: Bool
  private var bases = 0
  private var marks = 0
  /// One was drawn, be it behind a letter that clings to what follows.
  private var hasPicture = false
  private var isFlag = false
  private var lastBase: UInt32 = 0
  private var followsZWJ = false

  init(isDrawing: Bool) {
    self.isDrawing = isDrawing
  }

  /// Whether a scalar that belongs to the cluster by Unicode's rules may stand in this glyph.
  func accepts(_ scalar: Unicode.Scalar, _ scalarClass: ScalarClass) -> Bool {
    switch scalarClass {
    // Tags spell out a flag on U+1F3F4; anywhere else they hide text, and are shown.
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
      // What belongs to it, as a skin tone does to a hand, is not drawn either.
      if bases == 0 { spellOut(scalar) }
    case .joiner:
      // In Persian and Indic scripts the non-joiner is spelling: without it the word is another.
      if scalar.value == 0x200c, bases > 0, !hasPicture { addMark(scalar) }
    case .mark:
      if let syllable = composed(with: scalar) {
        replaceBase(by: syllable)
      } else {
        // A mark with nothing to stand on gets a circle of dots.
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

  /// Skin tones and joined pictures change the first picture, which is drawn as it is.
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

  /// The Hangul syllable that the last base becomes with this letter: terminals that do not join
  /// the letters themselves have a glyph for it.
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
