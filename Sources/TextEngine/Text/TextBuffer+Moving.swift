import Cells

/// Moves by what a person sees as one character, and by words. Line ends are one step.
extension TextBuffer {
  /// One glyph back; the start of the text stays.
  package func position(before position: TextPosition) -> TextPosition {
    let position = clamped(position)
    if position.byte == 0 { return endOfLine(before: position) }
    let byte = Cells.boundary(before: position.byte, in: line(position.line))
    return TextPosition(line: position.line, byte: byte)
  }

  /// One glyph on; the end of the text stays.
  package func position(after position: TextPosition) -> TextPosition {
    let position = clamped(position)
    let line = line(position.line)
    if position.byte == line.count { return startOfLine(after: position) }
    return TextPosition(
      line: position.line, byte: Cells.boundary(after: position.byte, in: line))
  }

  /// The place itself, or the start of the glyph that it is inside of.
  package func glyphBoundary(atOrBefore position: TextPosition) -> TextPosition {
    let position = clamped(position)
    return TextPosition(
      line: position.line,
      byte: Cells.boundary(atOrBefore: position.byte, in: line(position.line)))
  }

  /// Back over blanks and then over a word or a run of punctuation; from a line's start to the end
  /// of the line before.
  package func wordStart(before position: TextPosition) -> TextPosition {
    let position = clamped(position)
    if position.byte == 0 { return endOfLine(before: position) }
    let line = line(position.line)
    var byte = position.byte
    var passing = WordPart.blank
    while byte > 0 {
      let previous = Cells.boundary(before: byte, in: line)
      let part = WordPart(startingAt: previous, in: line)
      if passing == .blank { passing = part } else if part != passing { break }
      byte = previous
    }
    return TextPosition(line: position.line, byte: byte)
  }

  /// On over blanks and then over a word or a run of punctuation; from a line's end to the start of
  /// the next line.
  package func wordEnd(after position: TextPosition) -> TextPosition {
    let position = clamped(position)
    let line = line(position.line)
    if position.byte == line.count { return startOfLine(after: position) }
    var byte = position.byte
    var passing = WordPart.blank
    while byte < line.count {
      let part = WordPart(startingAt: byte, in: line)
      if passing == .blank { passing = part } else if part != passing { break }
      byte = Cells.boundary(after: byte, in: line)
    }
    return TextPosition(line: position.line, byte: byte)
  }

  private func endOfLine(before position: TextPosition) -> TextPosition {
    guard position.line > 0 else { return start }
    return TextPosition(line: position.line - 1, byte: line(position.line - 1).count)
  }

  private func startOfLine(after position: TextPosition) -> TextPosition {
    guard position.line + 1 < lineCount else { return end }
    return TextPosition(line: position.line + 1, byte: 0)
  }
}
