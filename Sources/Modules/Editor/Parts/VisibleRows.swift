import TextEngine

/// The visible rows, as the last frame shows them.
struct VisibleRows {
  var layouts: [LayoutRow] = []
  var rows: [EditorRow] = []

  /// The row that holds an offset; nil if it is not visible.
  func index(ofRowHolding offset: ByteOffset) -> Int? {
    guard let index = layouts.lastIndex(where: { $0.start <= offset }) else { return nil }
    return index + 1 < layouts.count || layouts[index].reaches(offset) ? index : nil
  }
}

/// The styles of a row's parts.
struct RowLooks {
  typealias Signs = [(range: Range<ByteOffset>, signs: EditorStyle.Signs)]

  var inks: [StyledSpan]
  var signs: Signs

  /// The offsets where the style may change.
  var cuts: [ByteOffset] {
    (inks.map(\.range) + signs.map(\.range)).flatMap { [$0.lowerBound, $0.upperBound] }.sorted()
  }

  func look(at offset: ByteOffset) -> EditorStyle {
    var look = EditorStyle()
    for ink in inks where ink.range.contains(offset) { look.inks = look.inks.union(ink.kinds) }
    for sign in signs where sign.range.contains(offset) { look.signs.formUnion(sign.signs) }
    return look
  }
}
