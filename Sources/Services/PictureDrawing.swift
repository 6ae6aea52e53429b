/// A picture as cells of a terminal.
package struct CellPicture: Equatable, Sendable {
  /// Cells next to each other that look alike.
  package struct Run: Equatable, Sendable {
    /// Characters of one cell each, safe to show.
    package var text: String
    package var width: Int
    /// Numbers in the terminal's table of 256 colours; nil is the terminal's own.
    package var foreground: UInt8?
    package var background: UInt8?

    package init(_ text: String, width: Int, foreground: UInt8? = nil, background: UInt8? = nil) {
      self.text = text
      self.width = width
      self.foreground = foreground
      self.background = background
    }
  }

  package var rows: [[Run]]

  package init(rows: [[Run]]) { self.rows = rows }
}

/// Draws pictures with cells, where something at hand can do that and the terminal has the colours.
package protocol PictureDrawing: Sendable {
  /// Makes it fit into this number of cells; nil where the bytes are no picture that is known, or
  /// one that takes too long or too much. Takes a while: never on the main actor.
  func draw(_ picture: [UInt8], columns: Int, rows: Int) async -> CellPicture?
}
