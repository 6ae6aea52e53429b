import Cells

/// Makes runs of drawn text with their width.
enum CellText {
  static func run(_ text: String, _ style: RunStyle = [], link: Int = -1) -> RenderedRow.Run {
    let shown = Cells.visible(text)
    return RenderedRow.Run(shown, width: Cells.width(of: shown), style, link: link)
  }

  static func room(_ width: Int) -> RenderedRow.Run {
    RenderedRow.Run(String(repeating: " ", count: max(0, width)), width: max(0, width))
  }
}
