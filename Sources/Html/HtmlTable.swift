import Bytes

struct HtmlTable {
  struct Cell {
    var node: Int
    var columns: Int
    var rows: Int
  }

  private(set) var captions: [Int] = []
  private(set) var rows: [[Cell]] = []

  init(_ tree: HtmlTree, _ table: Int) {
    var waiting = Array(tree.children(of: table).reversed())
    while let node = waiting.popLast() {
      switch tree.nodes[node].name {
      case "thead", "tbody", "tfoot": waiting += tree.children(of: node).reversed()
      case "caption": captions.append(node)
      case "tr":
        let cells = tree.children(of: node).filter { ["td", "th"].contains(tree.nodes[$0].name) }
        rows.append(
          cells.map { cell in
            Cell(
              node: cell, columns: Self.count("colspan", of: cell, tree, most: 50),
              rows: Self.count("rowspan", of: cell, tree, most: 1000))
          })
      default: break
      }
    }
    rows.removeAll(where: \.isEmpty)
  }

  private static func count(_ name: String, of cell: Int, _ tree: HtmlTree, most: Int) -> Int {
    min(max(tree.attribute(name, of: cell).flatMap { Int($0) } ?? 1, 1), most)
  }

  /// Returns the cells in a grid; nil where a cell extends from above or from the left.
  func grid() -> [[Int?]] {
    // Limits the grid, since a page can ask for more cells than memory has.
    var spare = 20_000
    var below: [Int: Int] = [:]
    return rows.map { row in
      var cells: [Int?] = []
      func addCovered() {
        while let count = below[cells.count], count > 0, spare > 0 {
          below[cells.count] = count - 1
          cells.append(nil)
          spare -= 1
        }
      }
      for cell in row {
        addCovered()
        for column in 0..<cell.columns where column == 0 || spare > 0 {
          if cell.rows > 1 { below[cells.count] = cell.rows - 1 }
          cells.append(column == 0 ? cell.node : nil)
          if column > 0 { spare -= 1 }
        }
      }
      addCovered()
      return cells
    }
  }
}

extension HtmlWalker {
  mutating func writeTable(_ node: Int) {
    flush()
    let table = HtmlTable(tree, node)
    let cells = table.rows.joined().map(\.node)
    if case .paragraph = leaf {} else { return walkCells(table.captions + cells) }
    walkCells(table.captions)
    let columns = table.rows.map(\.count).max() ?? 0
    let role = tree.attribute("role", of: node)
    let isLayout = columns == 1 || role == "presentation" || role == "none"
    if !cells.contains(where: holdsBlocks) {
      if cells.count < 2 { walkCells(cells) } else { write(table.grid()) }
    } else if isLayout {
      walkCells(cells)
    } else {
      blocks.begin()
      var cleaned = CleanedTable(tree, rules)
      for line in cleaned.lines(of: node) { blocks.writeLine(line) }
    }
  }

  private mutating func walkCells(_ cells: [Int]) {
    for cell in cells { walkPlain(cell) }
  }

  private func holdsBlocks(_ cell: Int) -> Bool {
    var node = tree.nodes[cell].firstChild
    while node >= 0 {
      let name = tree.nodes[node].name
      if HtmlNames.notInTableCells.contains(name) { return true }
      if !name.isEmpty {
        switch rules.meaning(HtmlMarkdown.Element(tree: tree, node: node)) {
        case .block, .code: return true
        default: break
        }
      }
      node = tree.following(node, in: cell)
    }
    return false
  }

  private mutating func write(_ grid: [[Int?]]) {
    guard let head = grid.first else { return }
    let columns = grid.map(\.count).max() ?? 0
    blocks.begin()
    let empty = [Int?](repeating: nil, count: columns - head.count)
    blocks.writeLine(row(head + empty, isHead: true))
    var rule: [UInt8] = []
    for column in 0..<columns {
      let cells = grid.prefix(2).compactMap { column < $0.count ? $0[column] : nil }
      rule += "| ".utf8
      rule += (alignment(of: cells) ?? "---").utf8
      rule.append(Byte.space)
    }
    blocks.writeLine(rule + [Byte.bar])
    for cells in grid.dropFirst() { blocks.writeLine(row(cells, isHead: false)) }
  }

  private mutating func row(_ cells: [Int?], isHead: Bool) -> [UInt8] {
    var out: [UInt8] = []
    for cell in cells {
      out += [Byte.bar, Byte.space]
      var text: [UInt8] = []
      if let cell { text = words(ofCell: cell, isHead: isHead) }
      for byte in text {
        if byte == Byte.bar { out.append(Byte.backslash) }
        out.append(byte)
      }
      if !text.isEmpty { out.append(Byte.space) }
    }
    return out + [Byte.bar]
  }

  private mutating func words(ofCell cell: Int, isHead: Bool) -> [UInt8] {
    leaf = .cell
    let outer = runs.styles
    runs.styles = tree.styles(of: cell, in: outer)
    if isHead { runs.styles.remove(.strong) }
    walkChildren(of: cell)
    runs.styles = outer
    leaf = .paragraph
    let lines = runs.takeLines().map { line -> [UInt8] in
      let words = InlineWriter.markdown(line, runs.links, beginsLine: false)
      return words.isEmpty ? boxed(line).dropLast() : boxed(line) + words
    }
    return Array(lines.filter { !$0.isEmpty }.joined(separator: Array("<br>".utf8)))
  }

  private func alignment(of cells: [Int]) -> String? {
    cells.lazy.compactMap { alignment(of: $0) }.first
  }

  private func alignment(of cell: Int) -> String? {
    switch tree.style("text-align", of: cell) ?? tree.attribute("align", of: cell)?.lowercased() {
    case "left": ":--"
    case "center": ":-:"
    case "right": "--:"
    default: nil
    }
  }
}

/// Writes a table that Markdown cannot express, as HTML reduced to words and formatting.
struct CleanedTable {
  private static let preserved: Set<String> = [
    "a", "b", "blockquote", "br", "caption", "code", "dd", "del", "dl", "dt", "em", "h1", "h2",
    "h3", "h4", "h5", "h6", "hr", "i", "img", "ins", "kbd", "li", "mark", "ol", "p", "pre", "s",
    "strong", "sub", "sup", "table", "tbody", "td", "tfoot", "th", "thead", "tr", "u", "ul",
  ]
  private static let onLines: Set<String> = [
    "caption", "table", "tbody", "td", "tfoot", "th", "thead", "tr",
  ]

  private let tree: HtmlTree
  private let rules: HtmlMarkdown.Rules
  private var out: [UInt8] = []
  /// The open elements with their end tags.
  private var open: [(node: Int, end: [UInt8])] = []
  private var code = 0

  init(_ tree: HtmlTree, _ rules: HtmlMarkdown.Rules) {
    self.tree = tree
    self.rules = rules
  }

  /// Returns the table's lines without empty ones, which would end the HTML block.
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

  /// Returns whether the node's content is written too.
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
    default: if Self.preserved.contains(name) { start(node, name, attributes(of: node)) }
    }
    return true
  }

  private mutating func start(_ node: Int, _ name: String, _ attributes: [(String, String)]) {
    if Self.onLines.contains(name) { out.append(Byte.lineFeed) }
    // Nested blocks become one paragraph.
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
