/// A picture as terminal cells.
package struct CellPicture: Equatable, Sendable {
  /// Adjacent cells with the same look.
  package struct Run: Equatable, Sendable {
    /// Characters one cell wide, safe to show.
    package var text: String
    package var width: Int
    /// Indexes in the terminal's palette of 256 colors; nil is the terminal's default.
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

/// Draws pictures as cells, if a program for it is installed and the terminal has the colors.
package protocol PictureDrawing: Sendable {
  /// Scales a picture to this number of cells; nil if its format is unknown, or if it takes too
  /// much time or memory. Slow: never call it on the main actor.
  func draw(_ picture: [UInt8], columns: Int, rows: Int) async -> CellPicture?
}
