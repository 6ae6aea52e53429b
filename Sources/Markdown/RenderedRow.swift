/// One row of the screen: safe to draw, no wider than it was asked for.
package struct RenderedRow: Equatable, Sendable {
  /// Colours by their numbers in the terminal's table of 256; nil is the terminal's own.
  package struct Colours: Hashable, Sendable {
    package var foreground: UInt8?
    package var background: UInt8?

    package init(foreground: UInt8?, background: UInt8?) {
      self.foreground = foreground
      self.background = background
    }
  }

  /// Cells next to each other that look alike.
  package struct Run: Equatable, Sendable {
    package var text: String
    package var width: Int
    package var style: RunStyle
    /// Which of its unit's links the run belongs to; -1 where to none.
    package var link: Int
    /// Of a picture's cells: then these are what they look like.
    package var colours: Colours?

    package init(
      _ text: String, width: Int, _ style: RunStyle = [], link: Int = -1, colours: Colours? = nil
    ) {
      self.text = text
      self.width = width
      self.style = style
      self.link = link
      self.colours = colours
    }
  }

  package var runs: [Run]
  /// The line of the row's text, counted from its unit's piece.
  package var line: Int
  /// About how many bytes of that line are in the rows above.
  package var byte: Int

  package init(_ runs: [Run] = [], line: Int, byte: Int = 0) {
    self.runs = runs
    self.line = line
    self.byte = byte
  }

  /// Without styles.
  package var text: String { runs.map(\.text).joined() }
  package var width: Int { runs.reduce(0) { $0 + $1.width } }
}
