/// One thing a person sees as one character: what is drawn for it and how many cells it takes.
package struct Glyph: Hashable, Sendable {
  package enum Kind: Sendable {
    case text
    /// A tab: one blank here, as wide as the layout makes it.
    case tab
    /// A control, a bidi mark or a byte that is no UTF-8, spelled out so that it does nothing.
    case escape
  }

  /// What goes to the terminal. It moves nothing and its width is `width` everywhere.
  package var text: String
  package var width: Int
  package var kind: Kind
  /// How many bytes of the source it stands for.
  package var byteCount: Int

  package init(text: String, width: Int, kind: Kind, byteCount: Int) {
    self.text = text
    self.width = width
    self.kind = kind
    self.byteCount = byteCount
  }
}

/// One cell, or a wide pair of them, with what is drawn in it: a base and its marks.
package struct Cell: Hashable, Sendable {
  package var text: String
  package var width: Int

  package init(text: String, width: Int) {
    self.text = text
    self.width = width
  }
}

extension Glyph {
  /// The glyph as a terminal stores it. Most have one cell; a flag has two, an escape many.
  package var cells: [Cell] {
    if width == 1 || text.utf8.count == 1 { return [Cell(text: text, width: width)] }
    var cells: [Cell] = []
    for scalar in text.unicodeScalars {
      let width = ScalarClass(of: scalar).width
      if width == 0, !cells.isEmpty {
        cells[cells.count - 1].text.unicodeScalars.append(scalar)
      } else {
        cells.append(Cell(text: String(scalar), width: width))
      }
    }
    return cells
  }
}
