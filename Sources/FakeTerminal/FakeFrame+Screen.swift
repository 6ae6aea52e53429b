package import Terminal

extension FakeFrame {
  /// Draws one screen on a window of its own, for tests of a module without the app.
  ///
  /// The window stays attached, so that mouse positions and page sizes match the frame.
  @MainActor
  package static func drawing(_ screen: any Screen, columns: Int, rows: Int) -> FakeFrame {
    let size = Size(columns: columns, rows: rows)
    let window = FakeWindow(Rect(size))
    screen.surface.attach(window)
    screen.didResize(to: size)
    screen.layOut()
    let canvas = Canvas(window, theme: .standard)
    screen.draw(on: canvas)
    screen.surface.wasDrawn()
    var frame = window.grid
    frame.cursor = screen.cursor
    return frame
  }

  /// The rows as text, without their trailing blanks.
  package var lines: [String] {
    rows.indices.map { row in
      var text = Substring(rowText(row))
      while text.last == " " { text.removeLast() }
      return String(text)
    }
  }
}
