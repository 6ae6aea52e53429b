/// A change as a value: it can be done again, undone, and asked where a place went.
package struct TextEdit: Hashable, Sendable {
  /// What was replaced, in the text before.
  package let range: TextRange
  package let removed: [UInt8]
  package let inserted: [UInt8]

  package init(range: TextRange, removed: [UInt8], inserted: [UInt8]) {
    self.range = range
    self.removed = removed
    self.inserted = inserted
  }

  /// What was inserted, in the text after.
  package var rangeAfter: TextRange {
    TextRange(range.start, range.start.advanced(over: inserted))
  }

  /// The edit that takes this one back.
  package var inverse: TextEdit {
    TextEdit(range: rangeAfter, removed: inserted, inserted: removed)
  }

  /// Where a place of the text before is in the text after. What stood inside goes to the start;
  /// what stood where text was inserted goes behind it.
  package func map(_ position: TextPosition) -> TextPosition {
    if position < range.start { return position }
    if position < range.end { return range.start }
    let end = rangeAfter.end
    if position.line > range.end.line {
      return TextPosition(line: position.line + end.line - range.end.line, byte: position.byte)
    }
    return TextPosition(line: end.line, byte: end.byte + position.byte - range.end.byte)
  }
}
