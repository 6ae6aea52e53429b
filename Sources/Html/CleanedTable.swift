import Bytes

/// A table that Markdown cannot write, as HTML without anything but its words and their form.
struct CleanedTable {
  private static let kept: Set<String> = [
    "a", "b", "blockquote", "br", "caption", "code", "dd", "del", "dl", "dt", "em", "h1", "h2",
    "h3",
    "h4", "h5", "h6", "hr", "i", "img", "ins", "kbd", "li", "mark", "ol", "p", "pre", "s", "strong",
    "sub", "sup", "table", "tbody", "td", "tfoot", "th", "thead", "tr", "u", "ul",
  ]
  private static let onLines: Set<String> = [
    "caption", "table", "tbody", "td", "tfoot", "th", "thead", "tr",
  ]

  private let tree: HtmlTree
  private let rules: HtmlMarkdown.Rules
  private var out: [UInt8] = []
  /// What is open, and what closes it.
  private var open: [(node: Int, end: [UInt8])] = []
  private var code = 0

  init(_ tree: HtmlTree, _ rules: HtmlMarkdown.Rules) {
    self.tree = tree
    self.rules = rules
  }

  /// None of them is empty: the table would end there.
  mutating func lines(of table: Int) -> [[UInt8]] {
    var node = table
    while true {
      let hasChildren = begin(node) && tree.nodes[node].firstChild >= 0
      if hasChildren {
        node = tree.nodes[node].firstChild
        continue
      }
      endLast(node)
      while node != table, tree.nodes[node].next < 0 {
        node = tree.nodes[node].parent
        endLast(node)
      }
      if node == table { break }
      node = tree.nodes[node].next
    }
    return out.split(separator: Byte.lineFeed).map(Array.init).filter {
      !$0.allSatisfy(Byte.isBlank)
    }
  }

  private mutating func endLast(_ node: Int) {
    guard let last = open.last, last.node == node else { return }
    if tree.nodes[node].name == "pre" { code -= 1 }
    if ["table", "tbody", "thead", "tfoot", "tr"].contains(tree.nodes[node].name) {
      out.append(Byte.lineFeed)
    }
    out += last.end
    open.removeLast()
  }

  /// Whether what is in it is written too.
  private mutating func begin(_ node: Int) -> Bool {
    let name = tree.nodes[node].name
    if name.isEmpty {
      addText(tree.nodes[node].text)
      return false
    }
    if let meaning = rules.meaning(HtmlMarkdown.Element(tree: tree, node: node)) {
      return add(meaning, node)
    }
    if tree.isHidden(node) { return false }
    switch name {
    case "br": out += "<br>".utf8
    case "hr": out += "<hr>".utf8
    case "input" where tree.attribute("type", of: node) == "checkbox":
      out += tree.attribute("checked", of: node) == nil ? InlineRuns.open : InlineRuns.done
    case "img": addPicture(node)
    case "a" where attributes(of: node).isEmpty: break
    case "div", "section", "article": start(node, "p", [])
    default: if Self.kept.contains(name) { start(node, name, attributes(of: node)) }
    }
    return true
  }

  private mutating func start(_ node: Int, _ name: String, _ attributes: [(String, String)]) {
    if Self.onLines.contains(name) { out.append(Byte.lineFeed) }
    // Blocks within one another are one.
    if name == "p", open.last.map({ $0.end.elementsEqual("</p>".utf8) }) ?? false { return }
    if name == "pre" { code += 1 }
    out += "<\(name)".utf8
    for (name, value) in attributes {
      out += " \(name)=\"".utf8
      addEscaped(Byte.onOneLine(value))
      out.append(0x22)
    }
    out.append(Byte.greater)
    open.append((node, Array("</\(name)>".utf8)))
  }

  private func attributes(of node: Int) -> [(String, String)] {
    switch tree.nodes[node].name {
    case "a":
      tree.attribute("href", of: node).flatMap { Destination.safe($0) }.map { [("href", $0)] } ?? []
    case "td", "th":
      ["colspan", "rowspan"].compactMap { name in
        tree.attribute(name, of: node).flatMap { Int($0) }.map { (name, String($0)) }
      }
    case "ol":
      tree.attribute("start", of: node).flatMap { Int($0) }.map { [("start", String($0))] } ?? []
    default: []
    }
  }

  private mutating func addPicture(_ node: Int) {
    let written = tree.attribute("src", of: node) ?? ""
    let picture = Destination.picture(of: written)
    let address = picture.map { rules.picture($0.mime, $0.bytes) } ?? Destination.safe(written)
    addPicture(address, tree.attribute("alt", of: node) ?? "")
  }

  private mutating func addPicture(_ address: String?, _ words: String) {
    guard let address else { return addText(Array(words.utf8)) }
    out += "<img src=\"".utf8
    addEscaped(Array(address.utf8))
    out += "\" alt=\"".utf8
    addEscaped(Byte.onOneLine(words))
    out += "\">".utf8
  }

  private mutating func add(_ meaning: HtmlMarkdown.Meaning, _ node: Int) -> Bool {
    switch meaning {
    case .picture(let address, let words): addPicture(address, words)
    case .link(let address, let words):
      out += "<a href=\"".utf8
      addEscaped(Array(address.utf8))
      out += "\">".utf8
      addText(Array(words.utf8))
      out += "</a>".utf8
    case .box(let isDone):
      out += isDone ? InlineRuns.done : InlineRuns.open
      return tree.nodes[node].name == "li"
    case .words(let words): addText(Array(words.utf8))
    case .block(let text):
      for line in text.split(separator: Byte.lineFeed) {
        addText(Array(line))
        out += "<br>".utf8
      }
    case .code:
      out += "<pre>".utf8
      for line in tree.codeLines(of: node) {
        addEscaped(line)
        out += "<br>".utf8
      }
      out += "</pre>".utf8
    case .callout: return true
    case .nothing: break
    }
    return false
  }

  private mutating func addText(_ text: [UInt8]) {
    if code > 0 {
      for byte in text {
        if byte == Byte.lineFeed { out += "<br>".utf8 } else { addEscaped([byte]) }
      }
      return
    }
    var words: [UInt8] = []
    InlineRuns.appendCollapsed(text, to: &words)
    addEscaped(words)
  }

  private mutating func addEscaped(_ text: [UInt8]) {
    for byte in text {
      switch byte {
      case Byte.ampersand: out += "&amp;".utf8
      case Byte.less: out += "&lt;".utf8
      case Byte.greater: out += "&gt;".utf8
      case 0x22: out += "&quot;".utf8
      default: out.append(byte)
      }
    }
  }
}
