import CCmark

/// cmark-gfm's tree of a text, which `deinit` frees.
struct MarkdownTree: ~Copyable {
  let document: cmark_tree

  /// Returns nil if there is not enough memory.
  init?(_ text: [UInt8]) {
    let document = text.withUnsafeBytes { bytes in
      cmark_tree_parse(bytes.baseAddress?.assumingMemoryBound(to: CChar.self), bytes.count)
    }
    guard let document else { return nil }
    self.document = document
  }

  deinit { cmark_tree_free(document) }
}

struct Children: Sequence, IteratorProtocol {
  private var following: cmark_tree?

  init(of node: cmark_tree) { following = cmark_tree_child(node) }

  mutating func next() -> cmark_tree? {
    guard let node = following else { return nil }
    following = cmark_tree_next(node)
    return node
  }
}

extension cmark_tree {
  var kind: cmark_kind { cmark_tree_kind(self) }
  /// The line where a block begins, counted from 0.
  var line: Int {
    if kind == CMARK_KIND_TABLE { return headerLine }
    let line = Int(cmark_tree_line(self))
    if line > 0 { return line - 1 }
    // A paragraph right above a table was split from it, and lost its own line.
    guard let next = cmark_tree_next(self), next.kind == CMARK_KIND_TABLE else { return 0 }
    let breaks = Children(of: self).reduce(0) { count, child in
      let isBreak = child.kind == CMARK_KIND_SOFT_BREAK || child.kind == CMARK_KIND_LINE_BREAK
      return count + (isBreak ? 1 : 0)
    }
    // Breaks within code are not among its children, but the table may have the paragraph's old line.
    return max(0, min(next.headerLine - 1 - breaks, Int(cmark_tree_line(next)) - 1))
  }

  /// The line of a table's header. A table below text without an empty line may have the line of that
  /// text, but its other rows have their own.
  private var headerLine: Int {
    let second = Children(of: self).filter { $0.kind == CMARK_KIND_TABLE_ROW }.dropFirst().first
    let rule = second.map { Int(cmark_tree_line($0)) - 1 } ?? Int(cmark_tree_end_line(self))
    return max(0, rule - 2)
  }

  /// Visits all nodes below this one, however deep, without recursion. `enter` returns the first
  /// child to visit, if any; `leave` is called for each node with visited children.
  func walk<State>(
    _ state: inout State, enter: (inout State, cmark_tree) -> cmark_tree?,
    leave: (inout State, cmark_tree) -> Void
  ) {
    guard var node = cmark_tree_child(self) else { return }
    while true {
      if let child = enter(&state, node) {
        node = child
        continue
      }
      while cmark_tree_next(node) == nil {
        guard let parent = cmark_tree_parent(node), parent != self else { return }
        leave(&state, parent)
        node = parent
      }
      guard let next = cmark_tree_next(node) else { return }
      node = next
    }
  }

  /// A copy of a leaf's text, which the tree owns.
  var text: [UInt8] {
    var count = 0
    return cmark_tree_text(self, &count).map {
      Array(UnsafeRawBufferPointer(start: $0, count: count))
    } ?? []
  }

  /// A link's address, or the info string of a fence.
  var target: String { cmark_tree_target(self).map { String(cString: $0) } ?? "" }
}
