import Markdown

/// Finding a row by its text.
extension PreviewLayout {
  /// The most units that one key searches.
  private static let mostUnits = 20_000

  /// Returns the next fitting row in a direction, wrapping around the ends; nil if there is none.
  /// `isIncluded` also accepts the row at the start.
  func row(
    _ step: Int, from start: PreviewPosition, isIncluded: Bool,
    where fits: (RenderedRow) -> Bool
  ) -> PreviewPosition? {
    func first(in index: UnitIndex, _ range: Range<Int>) -> PreviewPosition? {
      let rows = rows(of: index)
      let range = range.clamped(to: rows.indices)
      let row = step > 0 ? range.first { fits(rows[$0]) } : range.last { fits(rows[$0]) }
      return row.map { PreviewPosition(index: index, row: $0) }
    }
    let own = start.index
    let next = start.row + (isIncluded ? 0 : 1)
    if let found = first(in: own, step > 0 ? next..<Int.max : 0..<start.row) { return found }
    var index = own
    for _ in 0..<Self.mostUnits {
      index =
        step > 0 ? note.index(after: index) ?? note.first : note.index(before: index) ?? note.last
      if index == own { break }
      if let found = first(in: index, 0..<Int.max) { return found }
    }
    guard index == own else { return nil }
    // The rest of the first unit, and the row itself.
    return first(in: own, step > 0 ? 0..<(start.row + 1) : start.row..<Int.max)
  }
}
