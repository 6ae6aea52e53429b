extension Cells {
  /// Returns the end of the glyph at `index`, which should be a boundary, or the end of the text.
  package static func boundary(after index: Int, in bytes: ArraySlice<UInt8>) -> Int {
    let span = bytes.span
    let offset = index - bytes.startIndex
    guard offset < span.count else { return bytes.endIndex }
    let start = glyphStart(atOrBefore: offset, in: span)
    return bytes.startIndex + start + glyph(in: span, at: start, drawing: false).byteCount
  }

  /// Returns the start of the glyph before `index`, or the start of the text.
  package static func boundary(before index: Int, in bytes: ArraySlice<UInt8>) -> Int {
    let offset = index - bytes.startIndex
    guard offset > 0 else { return bytes.startIndex }
    return bytes.startIndex + glyphStart(atOrBefore: offset - 1, in: bytes.span)
  }

  /// Returns the nearest boundary at or before `index`: `index` itself unless it is inside a glyph.
  package static func boundary(atOrBefore index: Int, in bytes: ArraySlice<UInt8>) -> Int {
    let offset = index - bytes.startIndex
    guard offset < bytes.count else { return bytes.endIndex }
    guard offset > 0 else { return bytes.startIndex }
    return bytes.startIndex + glyphStart(atOrBefore: offset, in: bytes.span)
  }

  private static func glyphStart(atOrBefore offset: Int, in bytes: Span<UInt8>) -> Int {
    var start = surelyBoundary(atOrBefore: offset, in: bytes)
    while true {
      let end = start + glyph(in: bytes, at: start, drawing: false).byteCount
      if end > offset { return start }
      start = end
    }
  }

  /// Finds a boundary without reading all the text before it, so that a step back in a long line is
  /// cheap.
  private static func surelyBoundary(atOrBefore offset: Int, in bytes: Span<UInt8>) -> Int {
    var position = bytes.startOfScalar(covering: offset)
    while position > 0 {
      let before = bytes.startOfScalar(covering: position - 1)
      if isSurelyBoundary(between: before, and: position, in: bytes) { return position }
      position = before
    }
    return 0
  }

  /// Both offsets are starts of scalars, or invalid bytes, which are always separate glyphs.
  static func isSurelyBoundary(
    between before: Int, and offset: Int, in bytes: Span<UInt8>
  ) -> Bool {
    if bytes[before] < 0x80, bytes[offset] < 0x80 { return true }
    guard let (left, _) = bytes.scalar(at: before), let (right, _) = bytes.scalar(at: offset) else {
      return true
    }
    guard breaksAfterAnyContext(left) else { return false }
    var recognizer = Unicode._CharacterRecognizer()
    _ = recognizer.hasBreak(before: left)
    return recognizer.hasBreak(before: right)
  }

  /// Whether a break directly after this scalar holds for any text before it. After marks, joiners
  /// and skin tones it may not, because they can join a later scalar to an earlier one.
  private static func breaksAfterAnyContext(_ scalar: Unicode.Scalar) -> Bool {
    switch ScalarClass(of: scalar) {
    case .narrow, .wide, .narrowPicture, .widePicture:
      switch scalar.properties.generalCategory {
      case .spacingMark, .modifierLetter: false
      default: true
      }
    case .unknown, .mark, .joiner, .escape, .skinTone: false
    }
  }
}

extension Cells {
  /// Returns the last offset at or before `index` that is a boundary whatever the text before it
  /// is, or nil if there is none after the start. For partly read texts, whose first byte may be
  /// inside a glyph, and whose first four bytes may be inside a character.
  package static func sureBoundary(atOrBefore index: Int, in bytes: ArraySlice<UInt8>) -> Int? {
    let span = bytes.span
    guard index < bytes.endIndex else { return nil }
    var offset = span.startOfScalar(covering: index - bytes.startIndex)
    while offset > 0 {
      let before = span.startOfScalar(covering: offset - 1)
      if isSurelyBoundary(between: before, and: offset, in: span)
        || breaksInAnyContext(between: before, and: offset, in: span)
      {
        return bytes.startIndex + offset
      }
      offset = before
    }
    return nil
  }

  /// The contexts in which a break depends on more than two scalars: half a flag, a picture before
  /// a joiner, a consonant with its linker.
  private static let contexts: [[Unicode.Scalar]] = [
    [], ["\u{1f1e6}"], ["\u{1f468}"], ["\u{915}", "\u{94d}"],
  ]

  /// Whether two scalars break in each of the contexts, and so after any text. It finds the breaks
  /// of decomposed and Indic text, with marks before them.
  private static func breaksInAnyContext(
    between before: Int, and offset: Int, in bytes: Span<UInt8>
  ) -> Bool {
    guard let (left, _) = bytes.scalar(at: before), let (right, _) = bytes.scalar(at: offset) else {
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
