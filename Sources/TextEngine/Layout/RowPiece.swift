package import Cells

/// Text of a row where it is drawn: one glyph, or a run of letters that are all of one length and
/// width. Tabs and what crosses an edge are cut to their cells already.
package struct RowPiece: Hashable, Sendable {
  package var text: String
  /// From the left edge of what is shown.
  package var column: Int
  package var width: Int
  package var bytes: Range<ByteOffset>
  package var kind: Glyph.Kind
  /// How many bytes of the text are a glyph.
  package var unit: Int
}
