import Bytes

/// What an element says of how its words look.
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
    // Notion draws the line below its words as a border.
    let isDrawn = style("border-bottom", of: node) == "0.05em solid"
    if isDrawn || line.contains("underline") && nodes[node].name != "a" {
      styles.insert(.underlined)
    }
    switch style("vertical-align", of: node) {
    case "sub": styles.insert(.below)
    case "super": styles.insert(.above)
    default: break
    }
    // Only words are marked: the ground of a block is how a page looks.
    if !HtmlNames.blocks.contains(nodes[node].name), isMarked(node) { styles.insert(.marked) }
  }

  private func isMarked(_ node: Int) -> Bool {
    if style("-evernote-highlight", of: node) == "true" || style("--en-highlight", of: node) != nil
    {
      return true
    }
    guard let ground = style("background-color", of: node) ?? style("background", of: node) else {
      return false
    }
    let color = ground.filter { $0 != " " }
    let none = [
      "", "none", "transparent", "inherit", "initial", "unset", "revert", "white", "#fff",
      "#ffffff",
      "rgb(255,255,255)", "rgba(255,255,255,1)",
    ]
    return !none.contains(color) && !color.hasSuffix(",0)") && !color.hasSuffix(",0.0)")
      && !color.contains("url(") && !color.hasPrefix("var(")
  }
}

extension InlineStyles {
  fileprivate mutating func set(_ style: InlineStyles, to isSet: Bool) {
    if isSet { insert(style) } else { remove(style) }
  }
}
