package import Markdown
package import Terminal

extension Style {
  /// The style of a picture's cells.
  package init(_ colors: RenderedRow.Colors) {
    self.init(
      foreground: colors.foreground.map { .indexed($0) } ?? .standard,
      background: colors.background.map { .indexed($0) } ?? .standard)
  }
}
