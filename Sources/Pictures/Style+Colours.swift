package import Markdown
package import Terminal

extension Style {
  /// The style of a picture's cells.
  package init(_ colours: RenderedRow.Colours) {
    self.init(
      foreground: colours.foreground.map { .indexed($0) } ?? .standard,
      background: colours.background.map { .indexed($0) } ?? .standard)
  }
}
