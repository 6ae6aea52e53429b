/// A foldable callout: `> [!note]-` starts folded, `> [!note]+` starts open.
struct RenderedFold: Hashable, Sendable {
  /// The callout's first line, counted from the start of its part.
  var line: Int
  /// Tells apart the callouts of an embedded note, which share one line; 0 for the note's own.
  var number = 0
  var isFoldedAtFirst: Bool

  static func sign(isFolded: Bool) -> RenderedRow.Run {
    RenderedRow.Run(isFolded ? "▸ " : "▾ ", width: 2, .heading)
  }
}

/// The callouts of a note that differ from their initial state.
struct Folds: Equatable, Sendable {
  struct Key: Hashable {
    /// Counted from the note's first line.
    var line: Int
    var number: Int
  }

  var turned: Set<Key> = []

  func isFolded(_ fold: RenderedFold, in part: RenderedPart) -> Bool {
    fold.isFoldedAtFirst != turned.contains(Self.key(of: fold, in: part))
  }

  mutating func turn(_ fold: RenderedFold, in part: RenderedPart) {
    turned.formSymmetricDifference([Self.key(of: fold, in: part)])
  }

  private static func key(of fold: RenderedFold, in part: RenderedPart) -> Key {
    Key(line: part.firstLine + fold.line, number: fold.number)
  }
}

extension RenderedNote {
  /// Whether a folded callout hides the unit.
  package func isHidden(_ index: UnitIndex) -> Bool {
    let part = parts[index.part]
    return part.units[index.unit].within.contains { folds.isFolded($0, in: part) }
  }

  /// Returns the note with this callout folded or opened; nil if the unit begins no foldable one.
  package func turning(_ index: UnitIndex) -> RenderedNote? {
    let part = parts[index.part]
    guard let fold = part.units[index.unit].fold else { return nil }
    var folds = folds
    folds.turn(fold, in: part)
    return RenderedNote(self, folds)
  }

  /// Returns the note with all callouts open that hide a line; nil if none does.
  package func showing(line: Int) -> RenderedNote? {
    let index = index(ofLine: line, evenHidden: true)
    let part = parts[index.part]
    guard isHidden(index) else { return nil }
    var folds = folds
    for fold in part.units[index.unit].within where folds.isFolded(fold, in: part) {
      folds.turn(fold, in: part)
    }
    return RenderedNote(self, folds)
  }

  /// Returns the note with its callouts folded as in an earlier version whose first `sameLines`
  /// lines are the same.
  package func folded(as earlier: RenderedNote, sameLines: Int) -> RenderedNote {
    if earlier.folds == folds { return self }
    let shift = lineCount - earlier.lineCount
    var folds = Folds()
    for fold in earlier.folds.turned {
      let line = fold.line < sameLines ? fold.line : fold.line + shift
      folds.turned.insert(.init(line: line, number: fold.number))
    }
    return RenderedNote(self, folds)
  }

  package var hasTurnedFolds: Bool { !folds.turned.isEmpty }
}
