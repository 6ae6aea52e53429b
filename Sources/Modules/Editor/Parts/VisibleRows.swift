import TextEngine

/// What is on the screen, row by row, as the last frame shows it.
struct VisibleRows {
  var layouts: [LayoutRow] = []
  var rows: [EditorRow] = []

  /// The row that holds an offset; nil where it is not in sight.
  func index(ofRowHolding offset: ByteOffset) -> Int? {
    guard let index = layouts.lastIndex(where: { $0.start <= offset }) else { return nil }
    return index + 1 < layouts.count || layouts[index].reaches(offset) ? index : nil
  }
}

/// What the parts of a row look like, at offsets from its start.
struct RowLooks {
  var inks: [Ranged<InkSet>]
  var signs: [Ranged<EditorStyle.Signs>]

  struct Ranged<Value> {
    var low: Int
    var high: Int
    var value: Value
  }

  /// Where the look may change in a row that begins here.
  func cuts(from start: ByteOffset) -> [ByteOffset] {
    let cuts = inks.flatMap { [$0.low, $0.high] } + signs.flatMap { [$0.low, $0.high] }
    return cuts.sorted().map { start + $0 }
  }

  /// What is said of a byte.
  func look(at offset: Int) -> EditorStyle {
    var look = EditorStyle()
    for ink in inks where ink.low <= offset && offset < ink.high {
      look.inks = look.inks.union(ink.value)
    }
    for sign in signs where sign.low <= offset && offset < sign.high {
      look.signs.formUnion(sign.value)
    }
    return look
  }
}
