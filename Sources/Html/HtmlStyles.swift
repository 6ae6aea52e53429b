/// The styles that elements give their words.
extension HtmlTree {
  func styles(of node: Int, in outer: InlineStyles) -> InlineStyles {
    var styles = outer
    switch nodes[node].name {
    case "b", "strong", "dt", "summary", "th": styles.insert(.strong)
    case "i", "em", "cite", "dfn", "var", "address", "figcaption", "caption":
      styles.insert(.emphasis)
    case "s", "del", "strike": styles.insert(.struck)
    case "mark": styles.insert(.marked)
    case "ins": styles.insert(.inserted)
    case "u": styles.insert(.underlined)
    case "sub": styles.insert(.below)
    case "sup": styles.insert(.above)
    case "kbd": styles.insert(.key)
    case "code", "tt", "samp": return .code
    default: break
    }
    if styles.contains(.code) || attribute("style", of: node) == nil { return styles }
    readCss(of: node, into: &styles)
    return styles
  }

  private func readCss(of node: Int, into styles: inout InlineStyles) {
    if let weight = style("font-weight", of: node) {
      switch weight {
      case "normal", "lighter": styles.remove(.strong)
      case "bold", "bolder": styles.insert(.strong)
      default: if let number = Int(weight) { styles.set(.strong, to: number >= 600) }
      }
    }
    switch style("font-style", of: node) {
    case "italic", "oblique": styles.insert(.emphasis)
    case "normal": styles.remove(.emphasis)
    default: break
    }
    let line = style("text-decoration", of: node) ?? style("text-decoration-line", of: node) ?? ""
    if line.contains("line-through") { styles.insert(.struck) }
    // Notion draws underlines as borders.
    let isDrawn = style("border-bottom", of: node) == "0.05em solid"
    if isDrawn || line.contains("underline") && nodes[node].name != "a" {
      styles.insert(.underlined)
    }
    switch style("vertical-align", of: node) {
    case "sub": styles.insert(.below)
    case "super": styles.insert(.above)
    default: break
    }
    // Only words are highlighted; a block's background is just the page's design.
    if !HtmlNames.blocks.contains(nodes[node].name), isMarked(node) { styles.insert(.marked) }
  }

  private func isMarked(_ node: Int) -> Bool {
    if style("-evernote-highlight", of: node) == "true" || style("--en-highlight", of: node) != nil
    {
      return true
    }
    if let color = style("background-color", of: node) { return Self.isShown(color) }
    // A background has several parts, of which few are colors.
    guard let ground = style("background", of: node), !ground.contains("url(") else { return false }
    return Self.parts(of: ground).contains { Self.isColor($0) && Self.isShown(String($0)) }
  }

  private static let noColor: Set<String> = [
    "none", "transparent", "inherit", "initial", "unset", "revert", "repeat", "repeat-x",
    "repeat-y", "no-repeat", "round", "space", "scroll", "fixed", "local", "top", "bottom", "left",
    "right", "center", "auto", "cover", "contain", "border-box", "padding-box", "content-box",
    "!important",
  ]
  private static let white: Set<String> = [
    "white", "#fff", "#ffffff", "rgb(255,255,255)", "rgba(255,255,255,1)",
  ]

  /// Splits a value at blanks that are not in brackets.
  private static func parts(of ground: String) -> [Substring] {
    var depth = 0
    return ground.split { character in
      if character == "(" { depth += 1 }
      if character == ")" { depth -= 1 }
      return depth == 0 && character.isWhitespace
    }
  }

  private static func isColor(_ part: Substring) -> Bool {
    part.hasPrefix("#") || part.hasPrefix("rgb") || part.hasPrefix("hsl")
      || part.allSatisfy(\.isLetter)
  }

  private static func isShown(_ written: String) -> Bool {
    let color = written.filter { $0 != " " }
    // The last of four numbers is the opacity.
    let isClear =
      color.contains("a(") && (color.hasSuffix(",0)") || color.hasSuffix(",0.0)"))
    return !color.isEmpty && !noColor.contains(color) && !white.contains(color) && !isClear
      && !color.contains("url(") && !color.hasPrefix("var(")
  }
}

extension InlineStyles {
  fileprivate mutating func set(_ style: InlineStyles, to isSet: Bool) {
    if isSet { insert(style) } else { remove(style) }
  }
}
