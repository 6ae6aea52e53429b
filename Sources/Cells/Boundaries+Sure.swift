extension Cells {
  /// The last place at or before `index` that is a boundary whatever stands further back, or nil where
  /// there is none behind the start. For texts of which only a part was read: the start of the part
  /// itself may be inside a glyph, and within its first four bytes also inside a character.
  package static func sureBoundary(atOrBefore index: Int, in bytes: ArraySlice<UInt8>) -> Int? {
    let span = bytes.span
    guard index < bytes.endIndex else { return nil }
    var place = span.startOfScalar(covering: index - bytes.startIndex)
    while place > 0 {
      let before = span.startOfScalar(covering: place - 1)
      if isSurelyBoundary(between: before, and: place, in: span)
        || breaksInAnyContext(between: before, and: place, in: span)
      {
        return bytes.startIndex + place
      }
      place = before
    }
    return nil
  }

  /// What makes a break depend on more than the two scalars around it: half a flag, a picture that a
  /// joiner may follow, a consonant and what links the next one to it.
  private static let contexts: [[Unicode.Scalar]] = [
    [], ["\u{1f1e6}"], ["\u{1f468}"], ["\u{915}", "\u{94d}"],
  ]

  /// Whether two scalars stand apart after each of the contexts, and so after any text. It finds the
  /// breaks of decomposed and Indic text, where marks stand before them.
  private static func breaksInAnyContext(
    between before: Int, and place: Int, in bytes: Span<UInt8>
  ) -> Bool {
    guard let (left, _) = bytes.scalar(at: before), let (right, _) = bytes.scalar(at: place) else {
      return true
    }
    if isKhmerStack(left, right) { return false }
    return contexts.allSatisfy { context in
      var recognizer = Unicode._CharacterRecognizer()
      for scalar in context { _ = recognizer.hasBreak(before: scalar) }
      _ = recognizer.hasBreak(before: left)
      return recognizer.hasBreak(before: right)
    }
  }
}
