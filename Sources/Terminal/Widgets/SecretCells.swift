import Cells

/// Draws secrets letter by letter: no text is made of them that would stay in memory.
@MainActor
package enum SecretCells {
  /// How many cells the whole of it takes.
  package static func width(of bytes: UnsafeRawBufferPointer) -> Int {
    var width = 0
    forEachLetter(of: bytes) { width += Cells.width(of: $0) }
    return width
  }

  /// Answers with the column behind the last; the first `dropped` cells are left out.
  package static func draw(
    _ bytes: UnsafeRawBufferPointer, on canvas: Canvas, row: Int, dropping dropped: Int = 0,
    _ style: Style
  ) -> Int {
    var column = -dropped
    forEachLetter(of: bytes) { letter in
      let width = Cells.width(of: letter)
      if column >= 0 { canvas.text(letter, row: row, column: column, style) }
      column += width
    }
    return max(0, column)
  }

  private static func forEachLetter(
    of bytes: UnsafeRawBufferPointer, _ body: (String) -> Void
  ) {
    var decoder = UTF8()
    var iterator = bytes.makeIterator()
    while true {
      switch decoder.decode(&iterator) {
      case .scalarValue(let scalar): body(Cells.visible(String(Character(scalar))))
      case .error: body("?")
      case .emptyInput: return
      }
    }
  }
}
