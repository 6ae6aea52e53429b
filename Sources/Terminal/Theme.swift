/// What a piece of the screen is, independent of how it looks.
package enum Role: Int, CaseIterable, Sendable {
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
  case added
  case removed
  case strong
  case emphasis
  case code
  case link
  case tag
  case quote
  case mark

  package init?(name: String) {
    guard let role = Self.allCases.first(where: { $0.name == name }) else { return nil }
    self = role
  }

  /// As scripts write it.
  package var name: String { "\(self)" }
}

/// How each role looks. Every role that carries a meaning differs in an attribute or is marked by
/// a sign as well, so that nothing is told by colour alone.
package struct Theme: Sendable {
  package let name: String
  /// By the role's number.
  private let styles: [Style]

  package init(name: String, styles: [Role: Style]) {
    self.name = name
    self.styles = Role.allCases.map { styles[$0] ?? .plain }
  }

  package subscript(role: Role) -> Style { styles[role.rawValue] }

  package static let standard = Theme(
    name: "standard",
    styles: [
      .muted: Style(foreground: .indexed(245)),
      .title: Style(.bold, foreground: .indexed(231), background: .indexed(24)),
      .state: Style(foreground: .indexed(231), background: .indexed(24)),
      .selection: Style(.reverse),
      .marked: Style(.bold, foreground: .indexed(178)),
      .match: Style([.bold, .underline]),
      .heading: Style(.bold, foreground: .indexed(39)),
      .border: Style(foreground: .indexed(245)),
      .key: Style(.bold, foreground: .indexed(39)),
      .footer: Style(foreground: .indexed(245)),
      .message: Style(foreground: .indexed(114)),
      .warning: Style(.bold, foreground: .indexed(203)),
      .field: Style(.underline),
      .escape: Style(.reverse, foreground: .indexed(203)),
      .added: Style(foreground: .indexed(114)),
      .removed: Style(foreground: .indexed(203)),
      .strong: Style(.bold),
      .emphasis: Style(.italic),
      .code: Style(foreground: .indexed(180)),
      .link: Style(.underline, foreground: .indexed(75)),
      .tag: Style(foreground: .indexed(141)),
      .quote: Style(.italic, foreground: .indexed(250)),
      .mark: Style(.bold, foreground: .indexed(222)),
    ])
}
