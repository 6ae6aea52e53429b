import Bytes

extension HtmlWalker {
  /// Writes the node's content with the styles that it gives.
  mutating func walkStyled(_ node: Int) {
    let outer = runs.styles
    runs.styles = tree.styles(of: node, in: outer)
    if case .heading = leaf { runs.styles.remove(.strong) }
    walkChildren(of: node)
    runs.styles = outer
  }

  mutating func walkInline(_ node: Int, _ name: String) {
    switch name {
    case "br": runs.add(.lineBreak)
    case "wbr": break
    case "a": walkLink(node)
    case "img", "image": addPicture(node)
    case "picture": addPictures(of: node)
    case "input": addInput(node)
    case "iframe", "embed", "object", "video", "audio": addMedia(node)
    case "math": addFormula(node)
    case "q":
      runs.add(Array("“".utf8))
      walkStyled(node)
      runs.add(Array("”".utf8))
    default: walkStyled(node)
    }
  }

  private mutating func walkLink(_ node: Int) {
    let address = tree.attribute("href", of: node).flatMap { Destination.safe($0) }
    guard let address, runs.link < 0, !linksToOwnPicture(node) else { return walkStyled(node) }
    let title = tree.attribute("title", of: node) ?? ""
    runs.link = runs.begin(
      InlineRuns.Link(destination: address, title: title == address ? "" : title))
    walkStyled(node)
    runs.link = -1
  }

  /// Whether the link is a picture's link to itself, which is not needed.
  private func linksToOwnPicture(_ node: Int) -> Bool {
    let parts = tree.children(of: node).filter {
      !tree.nodes[$0].text.allSatisfy(Byte.isBlank) || !tree.nodes[$0].name.isEmpty
    }
    guard parts.count == 1, tree.nodes[parts[0]].name == "img" else { return false }
    return tree.attribute("src", of: parts[0]) == tree.attribute("href", of: node)
  }

  private mutating func addPicture(_ node: Int) {
    addPicture(node, at: tree.pictureAddress(of: node) ?? "")
  }

  private mutating func addPicture(_ node: Int, at written: String) {
    let words = tree.attribute("alt", of: node) ?? ""
    let picture = Destination.picture(of: written)
    let address = picture.map { rules.picture($0.mime, $0.bytes) } ?? Destination.safe(written)
    addPicture(
      address, words, title: tree.attribute("title", of: node) ?? "", size: tree.size(of: node))
  }

  /// Adds the `img` of a `picture` element, which all browsers show, or else its first source.
  private mutating func addPictures(of node: Int) {
    let parts = tree.children(of: node)
    let picture = parts.first { tree.nodes[$0].name == "img" }
    if let picture, tree.pictureAddress(of: picture) != nil { return walkStyled(node) }
    let source = parts.first {
      tree.nodes[$0].name == "source" && tree.pictureAddress(of: $0) != nil
    }
    guard let source, let address = tree.pictureAddress(of: source) else { return walkStyled(node) }
    addPicture(picture ?? source, at: address)
  }

  /// Adds a picture, or only its words without an address. `size` follows a bar, as in Obsidian.
  mutating func addPicture(
    _ address: String?, _ words: String, title: String = "", size: String? = nil
  ) {
    guard let address else {
      runs.add(Array(words.utf8))
      return
    }
    var out = Array("![".utf8) + PlainText.inline(words)
    if let size { out += [Byte.bar] + size.utf8 }
    out += [Byte.closing, Byte.leftParenthesis] + Destination.written(address)
    if !title.isEmpty, title != words { out += Destination.title(title) }
    runs.add(.raw(out + [Byte.rightParenthesis]))
  }

  private mutating func addLink(_ address: String, _ words: String) {
    let outer = runs.link
    if outer < 0 { runs.link = runs.begin(InlineRuns.Link(destination: address, title: "")) }
    runs.add(Array((words.isEmpty ? address : words).utf8))
    runs.link = outer
  }

  private mutating func addInput(_ node: Int) {
    switch tree.attribute("type", of: node)?.lowercased() {
    case "checkbox", "radio": runs.add(.box(isDone: tree.attribute("checked", of: node) != nil))
    case "image": addPicture(node)
    case "hidden", "password", "submit", "reset", "button", "file": break
    default: runs.add(Array((tree.attribute("value", of: node) ?? "").utf8))
    }
  }

  /// Adds a video or audio file like a picture; other embedded media become links.
  private mutating func addMedia(_ node: Int) {
    let source = tree.children(of: node).first { tree.nodes[$0].name == "source" }
    let written =
      tree.attribute(["src", "data"], of: node)
      ?? source.flatMap { tree.attribute("src", of: $0) }
    if let address = written.flatMap({ Destination.safe($0) }) {
      let title = tree.attribute("title", of: node) ?? ""
      let isShown = ["video", "audio"].contains(tree.nodes[node].name)
      if isShown { addPicture(address, title) } else { addLink(address, title) }
    }
    walkChildren(of: node)
  }

  /// Adds a formula as TeX if the page has it, or else as text.
  private mutating func addFormula(_ node: Int) {
    var child = tree.nodes[node].firstChild
    while child >= 0 {
      if tree.nodes[child].name == "annotation",
        tree.attribute("encoding", of: child) == "application/x-tex"
      {
        let isBlock = tree.attribute("display", of: node) == "block"
        if add(formula: tree.words(of: child), isBlock: isBlock) { return }
      }
      child = tree.following(child, in: node)
    }
    runs.add(tree.words(of: node))
  }

  /// Returns false for a formula that Markdown would read differently.
  private mutating func add(formula text: [UInt8], isBlock: Bool) -> Bool {
    if text.isEmpty || text.contains(Byte.dollar) { return false }
    let sign = [UInt8](repeating: Byte.dollar, count: isBlock ? 2 : 1)
    runs.add(.raw(sign + text + sign))
    return true
  }

  /// Adds a formula of MathJax.
  mutating func addFormula(_ script: HtmlTree.Node, _ node: Int) {
    var text: [UInt8] = []
    for child in tree.children(of: node) {
      InlineRuns.appendCollapsed(tree.nodes[child].text, to: &text)
    }
    text = Array(Byte.onOneLine(String(decoding: text, as: UTF8.self)))
    let isBlock = script.attributes.contains { $0.name == "type" && $0.value.contains("display") }
    if !add(formula: text, isBlock: isBlock) { runs.add(text) }
  }

  /// Writes the Markdown from which Joplin made HTML.
  mutating func write(joplin source: HtmlTree.JoplinSource) {
    let isFormula = source.open.first == Byte.dollar
    if isFormula,
      add(
        formula: Array(Byte.onOneLine(source.text)),
        isBlock: source.open.starts(with: [Byte.dollar, Byte.dollar]))
    {
      return
    }
    writeCode(source.node, language: source.language)
  }

  // MARK: Rules

  mutating func write(_ meaning: HtmlMarkdown.Meaning, _ node: Int) {
    switch meaning {
    case .picture(let address, let words):
      addPicture(address, words, size: tree.size(of: node))
    case .link(let address, let words): addLink(address, words)
    case .box(let isDone): runs.add(.box(isDone: isDone))
    case .words(let words): runs.add(Array(words.utf8))
    case .nothing: break
    case .code(let language): writeCode(node, language: language)
    case .callout(let head):
      if case .cell = leaf { walkPlain(node) } else { writeQuote(node, head: head) }
    case .block(let text):
      flush()
      let lines = text.split(separator: Byte.lineFeed, omittingEmptySubsequences: false)
      if case .cell = leaf {
        for line in lines { runs.add(Array(line)) }
      } else if !text.isEmpty {
        blocks.begin()
        for line in lines { blocks.writeLine(line) }
      }
    }
  }
}

extension HtmlTree {
  /// Returns a picture's address, or the first of those for several sizes.
  func pictureAddress(of node: Int) -> String? {
    if let source = attribute(["src", "data-src", "data-original"], of: node) { return source }
    return attribute("srcset", of: node)?
      .split { $0.isWhitespace || $0 == "," }.first.map(String.init)
  }

  /// Returns the size of a picture in pixels: `300`, or `300x60`.
  func size(of node: Int) -> String? {
    func points(_ name: String) -> Int? {
      let written = style(name, of: node) ?? attribute(name, of: node) ?? ""
      let digits = written.prefix { $0.isASCII && $0.isNumber || $0 == "." }
      guard ["", "px"].contains(written.dropFirst(digits.count)), let number = Double(digits),
        number >= 1, number < 10_000
      else { return nil }
      return Int(number.rounded())
    }
    guard let width = points("width") else { return nil }
    return points("height").map { "\(width)x\($0)" } ?? "\(width)"
  }

  /// The Markdown source that Joplin stores next to its rendering.
  struct JoplinSource {
    var node: Int
    var text: String
    var language: String
    /// The Markdown sign before the source.
    var open: [UInt8]
  }

  func joplinSource(of node: Int) -> JoplinSource? {
    guard classes(of: node).contains("joplin-editable") else { return nil }
    let source = children(of: node).first { classes(of: $0).contains("joplin-source") }
    guard let source, nodes[source].name == "pre" else { return nil }
    return JoplinSource(
      node: source, text: String(decoding: words(of: source), as: UTF8.self),
      language: attribute("data-joplin-language", of: source) ?? "",
      open: Array((attribute("data-joplin-source-open", of: source) ?? "").utf8))
  }

  /// Returns the lines of code in the node, including blanks.
  func codeLines(of node: Int) -> [[UInt8]] {
    var text: [UInt8] = []
    let isPlain = nodes[node].name == "pre" || nodes[node].name == "listing"
    each(in: node) { part in
      // Whitespace between blocks is the page's own formatting and not code.
      if !isPlain, part.allSatisfy(Byte.isBlank), part.contains(Byte.lineFeed) { return }
      text += part
    } edge: { isBreak in
      if isBreak || text.last.map({ $0 != Byte.lineFeed }) ?? false { text.append(Byte.lineFeed) }
    }
    var lines = text.split(separator: Byte.lineFeed, omittingEmptySubsequences: false).map(
      Self.codeLine)
    while lines.last?.allSatisfy(Byte.isBlank) == true { lines.removeLast() }
    return Array(lines.drop(while: \.isEmpty))
  }

  private static func codeLine(_ line: ArraySlice<UInt8>) -> [UInt8] {
    var out: [UInt8] = []
    for byte in line {
      if byte == 0xa0, out.last == 0xc2 {
        out[out.count - 1] = Byte.space
      } else if byte >= 0x20 && byte != 0x7f || byte == 0x09 {
        out.append(byte)
      }
    }
    return out
  }
}
