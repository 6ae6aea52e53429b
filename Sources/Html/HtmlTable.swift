import Bytes

/// The rows of a table.
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

  /// The cells where they are: nil where one reaches to from above or from the left.
  func grid() -> [[Int?]] {
    // A page can ask for more cells than fit in memory.
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
      if HtmlNames.beyondCells.contains(name) { return true }
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
