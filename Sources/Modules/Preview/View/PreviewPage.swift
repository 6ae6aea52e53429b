import Markdown
import Terminal

/// A window's worth of lines, and what was drawn into them.
struct PreviewPage {
  /// What a line shows, as little of it as tells one from another.
  struct Row: Equatable {
    var edition: Int
    var place: UnitPlace
    var index: Int
    /// The link of it that is selected; its box is -1, nothing -2.
    var selected: Int
  }

  /// Nobody sees it.
  let canvas: Canvas
  var rows = DrawnRows<Row>()
}
