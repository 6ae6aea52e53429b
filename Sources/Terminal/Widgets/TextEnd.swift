import Cells

extension String {
  /// Its end, with a sign for what is left out: what is next to a change matters more than where the line
  /// begins.
  package func end(fitting width: Int) -> String {
    if Cells.width(of: self) <= width { return self }
    var used = 1
    let kept = Cells.glyphs(in: self).reversed().prefix { glyph in
      used += glyph.width
      return used <= width
    }
    return "…" + kept.reversed().map(\.text).joined()
  }
}
