import Terminal
import TextEngine

/// The style of a piece of text.
extension EditorStyle {
  func style(in theme: Theme) -> Style {
    var style =
      signs.contains(.escape)
      ? theme[.escape] : signs.contains(.blank) ? theme[.muted] : inks.style(in: theme)
    if signs.contains(.misspelled) {
      style.attributes.insert(.underline)
      style.foreground = theme[.warning].foreground
    }
    if signs.contains(.bracket) { style.attributes.formUnion([.bold, .underline]) }
    if signs.contains(.match) { style.attributes.formUnion(theme[.match].attributes) }
    if !signs.isDisjoint(with: [.selected, .cursor]) {
      style.attributes.formSymmetricDifference(.reverse)
    }
    if signs.contains(.conflict) { style = theme[.warning] }
    return style
  }
}

extension InkSet {
  /// The attributes of all inks, with the color of the first that has one.
  fileprivate func style(in theme: Theme) -> Style {
    let text = theme[.text]
    if isEmpty { return text }
    // The text's own color is for text without an ink.
    var style = Style(text.attributes)
    for (ink, role) in Self.roles where contains(ink) {
      let one = theme[role]
      style.attributes.formUnion(one.attributes)
      if style.foreground == .standard { style.foreground = one.foreground }
      if style.background == .standard { style.background = one.background }
    }
    if style.foreground == .standard { style.foreground = text.foreground }
    if style.background == .standard { style.background = text.background }
    return style
  }

  /// Ordered: the first ink decides the color.
  private static let roles: [(Ink, Role)] = [
    (.marker, .muted), (.comment, .muted), (.taskDone, .muted), (.ruler, .muted),
    (.blockID, .muted), (.linkTarget, .muted), (.codeComment, .muted),
    (.keyword, .key), (.string, .added), (.number, .tag),
    (.code, .code), (.codeBlock, .code), (.language, .muted), (.math, .code), (.html, .muted),
    (.link, .link), (.embed, .link), (.footnote, .link), (.tag, .tag),
    (.task, .bullet), (.listMarker, .bullet), (.callout, .bullet), (.table, .muted),
    (.property, .key), (.frontMatter, .muted), (.mark, .mark),
    (.heading1, .heading), (.heading2, .heading), (.heading3, .heading),
    (.heading4, .heading), (.heading5, .heading), (.heading6, .heading),
    (.strong, .strong), (.emphasis, .emphasis), (.quote, .quote), (.strike, .muted),
    (.escape, .muted),
  ]
}
