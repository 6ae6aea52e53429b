/// What a piece of the screen is, independent of how it looks.
package enum Role: String, CaseIterable, Sendable {
  case text
  case muted
  case title
  case state
  case selection
  case marked
  case match
  case heading
  case border
  case key
  case footer
  case message
  case warning
  case field
  case escape
}

/// How each role looks. Every role that carries a meaning differs in an attribute or is marked by
/// a sign as well, so that nothing is told by colour alone.
package struct Theme: Sendable {
  package let name: String
  private let styles: [Role: Style]

  package init(name: String, styles: [Role: Style]) {
    self.name = name
    self.styles = styles
  }

  package subscript(role: Role) -> Style { styles[role] ?? .plain }

  package static let standard = Theme(
    name: "standard",
    styles: [
      .muted: Style(foreground: .indexed(244)),
      .title: Style(.bold, foreground: .indexed(231), background: .indexed(24)),
      .state: Style(foreground: .indexed(231), background: .indexed(24)),
      .selection: Style(.reverse),
      .marked: Style(.bold, foreground: .indexed(178)),
      .match: Style([.bold, .underline]),
      .heading: Style(.bold, foreground: .indexed(39)),
      .border: Style(foreground: .indexed(244)),
      .key: Style(.bold, foreground: .indexed(39)),
      .footer: Style(foreground: .indexed(244)),
      .message: Style(foreground: .indexed(114)),
      .warning: Style(.bold, foreground: .indexed(203)),
      .field: Style(.underline),
      .escape: Style(.reverse, foreground: .indexed(203)),
    ])
}
