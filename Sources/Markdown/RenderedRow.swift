/// One row of the screen: safe to draw, and not wider than requested.
package struct RenderedRow: Equatable, Sendable {
  /// Colors by number in the terminal's table of 256; nil is the terminal's default.
  package struct Colors: Hashable, Sendable {
    package var foreground: UInt8?
    package var background: UInt8?

    package init(foreground: UInt8?, background: UInt8?) {
      self.foreground = foreground
      self.background = background
    }
  }

  /// Adjacent cells with the same style.
  package struct Run: Equatable, Sendable {
    package var text: String
    package var width: Int
    package var style: RunStyle
    /// The index of the unit's link that the run belongs to; -1 for none.
    package var link: Int
    /// The colors of a picture's cells, which replace the style.
    package var colors: Colors?

    package init(
      _ text: String, width: Int, _ style: RunStyle = [], link: Int = -1, colors: Colors? = nil
    ) {
      self.text = text
      self.width = width
      self.style = style
      self.link = link
      self.colors = colors
    }
  }

  package var runs: [Run]
  /// The line of the row's text, counted from the start of its part.
  package var line: Int
  /// The approximate number of that line's bytes in the rows above.
  package var byte: Int

  package init(_ runs: [Run] = [], line: Int, byte: Int = 0) {
    self.runs = runs
    self.line = line
    self.byte = byte
  }

  /// The row's text without styles.
  package var text: String { runs.map(\.text).joined() }
  package var width: Int { runs.reduce(0) { $0 + $1.width } }
}
