import Markdown
import Terminal

extension RunStyle {
  /// Returns the style: the colors of the most important role, the attributes of all.
  func look(in theme: Theme) -> Style {
    if isEmpty { return theme[.text] }
    var style = theme[contains(.bar) ? .title : role]
    if contains(.strong) { style.attributes.formUnion(theme[.strong].attributes) }
    if contains(.emphasis) { style.attributes.formUnion(theme[.emphasis].attributes) }
    if contains(.link) { style.attributes.formUnion(theme[.link].attributes) }
    if contains(.mark) { style.attributes.formUnion(theme[.mark].attributes) }
    if contains(.heading) { style.attributes.formUnion(theme[.heading].attributes) }
    return style
  }

  private var role: Role {
    let roles: [(RunStyle, Role)] = [
      (.warning, .warning), (.mark, .mark), (.link, .link), (.good, .added),
      (.careful, .marked), (.tag, .tag), (.comment, .muted),
      (.keyword, .key), (.string, .added), (.number, .tag), (.muted, .muted), (.border, .border),
      (.code, .code), (.heading, .heading), (.marker, .bullet), (.quote, .quote),
      (.strong, .strong), (.emphasis, .emphasis), (.struck, .muted),
    ]
    return roles.first { contains($0.0) }?.1 ?? .text
  }
}
