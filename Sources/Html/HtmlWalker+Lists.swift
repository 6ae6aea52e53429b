import Bytes

extension HtmlWalker {
  private struct Item {
    /// The item, and misplaced lists after it that belong to it.
    var nodes: [Int]
  }

  mutating func writeList(_ node: Int) {
    guard levels < Self.mostLevels else { return walkPlain(node) }
    flush()
    var before: [Int] = []
    let items = items(of: node, before: &before)
    // A list before the first item belongs to no item.
    for list in before { walk(list) }
    flush()
    guard let first = items.first else { return }

    let isOrdered =
      tree.nodes[node].name == "ol" || tree.style("list-style-type", of: node) == "decimal"
    let start =
      isOrdered ? min(max(Int(tree.attribute("start", of: node) ?? "") ?? 1, 0), 999_999_999) : 1
    let (sign, isMore) = sign(isOrdered: isOrdered, start)
    let outer = isTight
    isTight = items.allSatisfy { $0.nodes.allSatisfy(isSimple) }
    let isClose =
      isMore
      ? isTight
      : outer && blocks.last == .other && start == 1 && !first.nodes.allSatisfy(isEmpty)
    levels += 1
    blocks.begin(.list(sign: sign), isClose: isClose)
    for (index, item) in items.enumerated() {
      if index > 0, !isTight { blocks.writeLine([]) }
      let number = isOrdered ? Array(String(start + index).utf8) : []
      let marker = number + [sign, Byte.space]
      let level = blocks.open(
        first: marker, others: [UInt8](repeating: Byte.space, count: marker.count), isItem: true)
      write(item)
      blocks.close(level)
    }
    levels -= 1
    isTight = outer
  }

  /// Returns the sign of a list. Adjacent lists with the same sign would be read as one.
  private func sign(isOrdered: Bool, _ start: Int) -> (UInt8, isMore: Bool) {
    let signs = isOrdered ? (Byte.dot, Byte.rightParenthesis) : (Byte.dash, Byte.star)
    guard blocks.last == .list(sign: signs.0) else { return (signs.0, false) }
    let isMore = rules.joinsLists && (!isOrdered || start > 1)
    return (isMore ? signs.0 : signs.1, isMore)
  }

  private func items(of list: Int, before: inout [Int]) -> [Item] {
    var items: [Item] = []
    var waiting = Array(tree.children(of: list).reversed())
    while let child = waiting.popLast() {
      let own = tree.nodes[child]
      if own.name.isEmpty, own.text.allSatisfy(Byte.isBlank) { continue }
      if HtmlNames.lists.contains(own.name) {
        if items.isEmpty {
          before.append(child)
        } else {
          items[items.count - 1].nodes.append(child)
        }
        continue
      }
      let parts = own.name == "li" ? [] : tree.children(of: child)
      if parts.contains(where: { tree.nodes[$0].name == "li" }) {
        waiting += parts.reversed()
      } else {
        items.append(Item(nodes: [child]))
      }
    }
    return items
  }

  private mutating func write(_ item: Item) {
    for node in item.nodes {
      guard tree.nodes[node].name == "li" else {
        walk(node)
        continue
      }
      switch rules.meaning(HtmlMarkdown.Element(tree: tree, node: node)) {
      case .box(let isDone):
        runs.add(.box(isDone: isDone))
        walkStyled(node)
      case .some(let meaning): write(meaning, node)
      case nil:
        let list = tree.nodes[node].parent
        if list > 0, tree.classes(of: list).contains("joplin-checklist") {
          runs.add(.box(isDone: tree.classes(of: node).contains("checked")))
        }
        walkStyled(node)
      }
      flush()
    }
    flush()
  }

  /// Whether the item has at most one paragraph, and otherwise only lists.
  private func isSimple(_ top: Int) -> Bool {
    if HtmlNames.lists.contains(tree.nodes[top].name) { return true }
    var paragraphs = 0
    var node = tree.nodes[top].firstChild
    while node >= 0 {
      let name = tree.nodes[node].name
      if HtmlNames.lists.contains(name) {
        node = tree.after(node, in: top)
        continue
      }
      if HtmlNames.notInTableCells.contains(name) || name == "figure" { return false }
      if name == "p" || HtmlNames.blocks.contains(name) && !rules.hasLines && hasWords(node) {
        paragraphs += 1
        if paragraphs > 1 { return false }
      }
      node = tree.following(node, in: top)
    }
    return true
  }

  /// Whether the node has words of its own, outside the blocks in it.
  private func hasWords(_ node: Int) -> Bool {
    tree.children(of: node).contains { child in
      let own = tree.nodes[child]
      return own.name.isEmpty
        ? !own.text.allSatisfy(Byte.isBlank) : !HtmlNames.blocks.contains(own.name)
    }
  }
}
