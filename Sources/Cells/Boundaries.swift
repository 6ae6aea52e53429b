extension Cells {
  /// Where the glyph at `index` ends; `index` should be a boundary. The end of the text stays.
  package static func boundary(after index: Int, in bytes: ArraySlice<UInt8>) -> Int {
    let span = bytes.span
    let offset = index - bytes.startIndex
    guard offset < span.count else { return bytes.endIndex }
    let start = glyphStart(atOrBefore: offset, in: span)
    return bytes.startIndex + start + glyph(in: span, at: start, drawing: false).byteCount
  }

  /// Where the glyph before `index` starts. The start of the text stays.
  package static func boundary(before index: Int, in bytes: ArraySlice<UInt8>) -> Int {
    let offset = index - bytes.startIndex
    guard offset > 0 else { return bytes.startIndex }
    return bytes.startIndex + glyphStart(atOrBefore: offset - 1, in: bytes.span)
  }

  /// The nearest boundary at or before `index`: `index` itself unless it is inside a glyph.
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

  /// A boundary that needs no look at the whole text before it, so that a step back in a long line
  /// costs little.
  private static func surelyBoundary(atOrBefore offset: Int, in bytes: Span<UInt8>) -> Int {
    var place = bytes.startOfScalar(covering: offset)
    while place > 0 {
      let before = bytes.startOfScalar(covering: place - 1)
      if isSurelyBoundary(between: before, and: place, in: bytes) { return place }
      place = before
    }
    return 0
  }

  /// Both places are starts of scalars or invalid bytes, which always stand alone.
  static func isSurelyBoundary(
    between before: Int, and place: Int, in bytes: Span<UInt8>
  ) -> Bool {
    if bytes[before] < 0x80, bytes[place] < 0x80 { return true }
    guard let (left, _) = bytes.scalar(at: before), let (right, _) = bytes.scalar(at: place) else {
      return true
    }
    guard endsWhatCameBefore(left) else { return false }
    var recognizer = Unicode._CharacterRecognizer()
    _ = recognizer.hasBreak(before: left)
    return recognizer.hasBreak(before: right)
  }

  /// Whether a break seen right after this scalar holds whatever stands before it. After marks,
  /// joiners and skin tones it may not: they let a later scalar join an earlier one.
  private static func endsWhatCameBefore(_ scalar: Unicode.Scalar) -> Bool {
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
