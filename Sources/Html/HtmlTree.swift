import Bytes
import CGumbo
import Glibc

/// The elements and texts of a page in a flat list: nested ones could exceed the stack.
struct HtmlTree {
  struct Node {
    /// An element's lowercase name; empty for a text.
    var name = ""
    var text: [UInt8] = []
    var attributes: [(name: String, value: String)] = []
    /// Whether the node is part of a drawing or a formula.
    var isForeign = false
    var parent = -1
    var firstChild = -1
    var lastChild = -1
    var next = -1

    /// Whether it is a MathJax script, which contains the text of a formula.
    var isFormula: Bool {
      name == "script"
        && attributes.contains { $0.name == "type" && $0.value.hasPrefix("math/tex") }
    }
  }

  private(set) var nodes = [Node()]
  /// Whether formulas are in scripts, with their rendering next to them.
  private(set) var hasScriptedFormulas = false

  init(_ page: [UInt8]) {
    var options = kGumboDefaultOptions
    options.max_errors = 0
    // The library needs a non-nil address even for an empty text.
    let html = page.isEmpty ? [Byte.space] : TagAttributes.limited(page)
    html.withUnsafeBytes { bytes in
      guard let start = bytes.bindMemory(to: CChar.self).baseAddress,
        let output = gumbo_parse_with_options(&options, start, bytes.count)
      else { return }
      let all = read(output.pointee.document)
      Self.flatten(output.pointee.document, all)
      gumbo_destroy_output(&options, output)
    }
  }

  private typealias Pointer = UnsafeMutablePointer<GumboNode>

  private static func children(of node: Pointer) -> GumboVector {
    node.pointee.type == GUMBO_NODE_DOCUMENT
      ? node.pointee.v.document.children : node.pointee.v.element.children
  }

  /// Reads all nodes except the document.
  private mutating func read(_ document: Pointer) -> [Pointer] {
    var all: [Pointer] = []
    var names: [UInt32: String] = [:]
    var waiting: [(node: Pointer, parent: Int)] = []
    func push(_ children: GumboVector, _ parent: Int) {
      for index in stride(from: Int(children.length) - 1, through: 0, by: -1) {
        guard let child = children.data[index] else { continue }
        waiting.append((child.assumingMemoryBound(to: GumboNode.self), parent))
      }
    }
    push(Self.children(of: document), 0)
    while let (node, parent) = waiting.popLast() {
      all.append(node)
      switch node.pointee.type {
      case GUMBO_NODE_ELEMENT, GUMBO_NODE_TEMPLATE:
        let element = node.pointee.v.element
        var own = Node()
        own.name = Self.name(of: element, &names)
        own.isForeign = element.tag_namespace != GUMBO_NAMESPACE_HTML
        own.attributes = Self.attributes(of: element)
        if own.name == "script", own.isFormula { hasScriptedFormulas = true }
        push(element.children, add(own, to: parent))
      case GUMBO_NODE_TEXT, GUMBO_NODE_CDATA, GUMBO_NODE_WHITESPACE:
        guard let text = node.pointee.v.text.text else { continue }
        _ = add(Node(text: Self.bytes(text, strlen(text))), to: parent)
      default: continue
      }
    }
    return all
  }

  private mutating func add(_ node: Node, to parent: Int) -> Int {
    let index = nodes.count
    nodes.append(node)
    nodes[index].parent = parent
    let last = nodes[parent].lastChild
    if last < 0 { nodes[parent].firstChild = index } else { nodes[last].next = index }
    nodes[parent].lastChild = index
    return index
  }

  private static func name(of element: GumboElement, _ names: inout [UInt32: String]) -> String {
    if element.tag != GUMBO_TAG_UNKNOWN {
      let tag = element.tag.rawValue
      if let name = names[tag] { return name }
      let name = gumbo_normalized_tagname(element.tag).map { String(cString: $0) } ?? "?"
      names[tag] = name
      return name
    }
    var piece = element.original_tag
    gumbo_tag_from_original_text(&piece)
    guard let data = piece.data, piece.length > 0 else { return "?" }
    let name = bytes(data, min(piece.length, 100)).map(Byte.lowered)
    return String(decoding: name, as: UTF8.self)
  }

  /// Copies the library's bytes.
  private static func bytes(_ start: UnsafePointer<CChar>, _ count: Int) -> [UInt8] {
    Array(UnsafeRawBufferPointer(start: start, count: count))
  }

  private static func attributes(of element: GumboElement) -> [(name: String, value: String)] {
    var all: [(name: String, value: String)] = []
    for index in 0..<Int(element.attributes.length) {
      guard let data = element.attributes.data[index] else { continue }
      let attribute = data.assumingMemoryBound(to: GumboAttribute.self).pointee
      all.append((String(cString: attribute.name), String(cString: attribute.value)))
    }
    return all
  }

  /// Makes all nodes children of the document, since the library frees a tree recursively.
  private static func flatten(_ document: Pointer, _ all: [Pointer]) {
    for node in all
    where node.pointee.type == GUMBO_NODE_ELEMENT || node.pointee.type == GUMBO_NODE_TEMPLATE {
      node.pointee.v.element.children.length = 0
    }
    let size = max(all.count, 1) * MemoryLayout<UnsafeMutableRawPointer?>.stride
    guard let list = malloc(size) else { return }
    let data = list.bindMemory(to: UnsafeMutableRawPointer?.self, capacity: max(all.count, 1))
    for (index, node) in all.enumerated() { data[index] = UnsafeMutableRawPointer(node) }
    free(document.pointee.v.document.children.data)
    document.pointee.v.document.children.data = data
    document.pointee.v.document.children.length = UInt32(all.count)
    document.pointee.v.document.children.capacity = UInt32(max(all.count, 1))
  }
}

extension HtmlTree {
  func attribute(_ name: String, of node: Int) -> String? {
    nodes[node].attributes.first { $0.name == name }?.value
  }

  /// Whether the node contains no words of the page.
  func isHidden(_ node: Int) -> Bool {
    if HtmlNames.hidden.contains(nodes[node].name) { return true }
    let classes = classes(of: node)
    // The rendering of a formula repeats the formula next to it.
    if nodes[node].name == "span", classes.contains("katex-html") { return true }
    if hasScriptedFormulas, classes.contains(where: { $0.hasPrefix("MathJax") }) { return true }
    return classes.contains { HtmlNames.lineNumbers.contains($0) }
  }

  func classes(of node: Int) -> [Substring] {
    attribute("class", of: node)?.split(whereSeparator: \.isWhitespace) ?? []
  }

  /// Returns the first of these attributes that the node has.
  func attribute(_ names: [String], of node: Int) -> String? {
    names.lazy.compactMap { attribute($0, of: node) }.first { !$0.isEmpty }
  }

  func style(_ property: String, of node: Int) -> String? {
    guard let style = attribute("style", of: node) else { return nil }
    var found: String?
    for part in style.utf8.split(separator: UInt8(ascii: ";")) {
      guard let colon = part.firstIndex(of: Byte.colon),
        Byte.onOneLine(String(decoding: Array(part[..<colon]), as: UTF8.self)).map(Byte.lowered)
          .elementsEqual(property.utf8)
      else { continue }
      let value = Byte.onOneLine(String(decoding: Array(part[colon...].dropFirst()), as: UTF8.self))
      found = String(decoding: value, as: UTF8.self).lowercased()
    }
    return found
  }

  func children(of node: Int) -> [Int] {
    var all: [Int] = []
    var child = nodes[node].firstChild
    while child >= 0 {
      all.append(child)
      child = nodes[child].next
    }
    return all
  }

  /// Returns the node after this one and its descendants, within `top`; -1 at the end.
  func after(_ node: Int, in top: Int) -> Int {
    var node = node
    while node != top, node >= 0 {
      if nodes[node].next >= 0 { return nodes[node].next }
      node = nodes[node].parent
    }
    return -1
  }

  /// Returns the next node in the page's order, within `top`.
  func following(_ node: Int, in top: Int) -> Int {
    nodes[node].firstChild >= 0 ? nodes[node].firstChild : after(node, in: top)
  }

  /// Returns the text in the node with single blanks between words.
  func words(of node: Int) -> [UInt8] {
    var words: [UInt8] = []
    each(in: node) { text in
      InlineRuns.appendCollapsed(text, to: &words)
    } edge: { _ in
      if let last = words.last, last != Byte.space { words.append(Byte.space) }
    }
    if words.first == Byte.space { words.removeFirst() }
    if words.last == Byte.space { words.removeLast() }
    return words
  }

  /// Calls `text` for each text in the node and `edge` where a line ends between two, without
  /// hidden nodes.
  func each(in top: Int, _ text: ([UInt8]) -> Void, edge: (_ isBreak: Bool) -> Void) {
    var node = top
    while node >= 0 {
      let name = nodes[node].name
      if isHidden(node), node != top {
        node = after(node, in: top)
        continue
      }
      if name.isEmpty {
        text(nodes[node].text)
      } else if name == "br" || HtmlNames.blocks.contains(name), node != top {
        edge(name == "br")
      }
      let next = following(node, in: top)
      // Leaves the blocks that end here.
      if next >= 0, nodes[node].firstChild < 0 {
        var end = node
        while end != top, nodes[end].next != next {
          end = nodes[end].parent
          if end >= 0, end != top, HtmlNames.blocks.contains(nodes[end].name) { edge(false) }
          if end < 0 { break }
        }
      }
      node = next
    }
  }
}

enum HtmlNames {
  /// Elements without words of the page.
  static let hidden: Set<String> = [
    "head", "link", "meta", "base", "param", "script", "source", "style", "template", "track",
    "title",
  ]
  static let blocks: Set<String> = [
    "address", "article", "aside", "blockquote", "body", "caption", "center", "dd", "details",
    "dialog", "dir", "div", "dl", "dt", "en-note", "fieldset", "figcaption", "figure", "footer",
    "form", "h1", "h2", "h3", "h4", "h5", "h6", "header", "hgroup", "hr", "html", "legend", "li",
    "listing", "main", "menu", "nav", "ol", "optgroup", "option", "p", "plaintext", "pre", "search",
    "section", "select", "summary", "table", "tbody", "td", "textarea", "tfoot", "th", "thead",
    "tr", "ul", "xmp",
  ]
  /// Elements that cannot be in a cell of a Markdown table.
  static let notInTableCells: Set<String> = [
    "blockquote", "details", "dir", "dl", "hr", "listing", "menu", "ol", "plaintext", "pre",
    "table", "ul", "xmp",
  ]
  static let lists: Set<String> = ["ul", "ol", "menu", "dir"]
  /// Classes for the line numbers of code.
  static let lineNumbers: Set<Substring> = [
    "pre-numbering", "hljs-ln-numbers", "line-numbers-rows", "lineno", "linenos",
  ]
}
