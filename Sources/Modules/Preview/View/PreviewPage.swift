import Markdown
import Terminal

/// A window's worth of lines that nobody sees yet, or any more.
struct PreviewPage {
  let canvas: Canvas
  var lines = PreviewLines()
}

/// What was drawn into the lines of a window.
struct PreviewLines {
  /// What a line shows, as little of it as tells one from another.
  struct Row: Equatable {
    var edition: Int
    var place: UnitPlace
    var index: Int
    /// The link of it that is selected; its box is -1, nothing -2.
    var selected: Int
  }

  /// The same for all of them.
  struct Content: Equatable {
    var edition: Int
    var top: PreviewPosition
    var selected: PreviewStop?

    @MainActor
    init(_ text: LaidText, from top: PreviewPosition, selected: PreviewStop?) {
      edition = text.edition
      self.top = top
      self.selected = selected
    }
  }

  var rows = DrawnRows<Row>()
  /// Nil before they are drawn, and where something else stood in the window since.
  var content: Content?
}
