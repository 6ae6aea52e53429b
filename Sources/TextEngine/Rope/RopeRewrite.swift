/// Makes many replacements in one pass over the parts they touch; all other parts are shared.
struct RopeRewrite {
  /// A range of the old text, and its replacement as a range of `source`.
  struct Splice {
    var range: Range<Int>
    var inserted: Range<Int>
  }

  /// In order and not overlapping.
  let splices: [Splice]
  let source: Rope
  let limits: RopeLimits

  func rewrite(_ root: RopeNode) -> RopeNode {
    if root.byteCount == 0 {
      var assembly = LeafAssembly(limits)
      for splice in splices { append(splice.inserted, to: &assembly) }
      return RopeNode.root(over: assembly.takeLeaves(), limits)
    }
    if splices.isEmpty { return root }
    let nodes = rewritten(root, at: 0, splices.indices, isLast: true)
    return RopeNode.root(over: nodes, limits)
  }

  /// Returns the rewritten node as nodes of the same height: any number, balanced among themselves.
  private func rewritten(
    _ node: RopeNode, at start: Int, _ touching: Range<Int>, isLast: Bool
  ) -> [RopeNode] {
    // All its bytes are removed, and the new text belongs to a node before it.
    let first = splices[touching.lowerBound].range
    if first.lowerBound < start, first.upperBound >= start + node.byteCount,
      touching.count == 1
    {
      return []
    }
    guard let branch = node.branch else {
      return rewrittenLeaf(node, at: start, touching)
    }
    let old = branch.children
    var children: [RopeNode] = []
    children.reserveCapacity(old.count + 2)
    var childStart = start
    var next = touching.lowerBound
    // Counts the old children that `children` has already.
    var taken = 0
    for index in old.indices {
      let end = childStart + old[index].byteCount
      let isLastChild = isLast && index == old.count - 1
      while next < touching.upperBound, isOver(splices[next].range, before: childStart) {
        next += 1
      }
      var stop = next
      while stop < touching.upperBound,
        splices[stop].range.lowerBound < end || isLastChild
      {
        stop += 1
      }
      if next < stop {
        children += old[taken..<index]
        children += rewritten(old[index], at: childStart, next..<stop, isLast: isLastChild)
        taken = index + 1
      }
      childStart = end
    }
    children += old[taken...]
    return RopeNode.grouped(RopeNode.balanced(children, limits), limits)
  }

  /// Inserted text belongs to the leaf with the byte at its offset.
  private func isOver(_ range: Range<Int>, before start: Int) -> Bool {
    range.upperBound <= start && range.lowerBound < start
  }

  private func rewrittenLeaf(
    _ leaf: RopeNode, at start: Int, _ touching: Range<Int>
  ) -> [RopeNode] {
    var assembly = LeafAssembly(limits)
    var copied = 0
    for splice in splices[touching] {
      let low = splice.range.lowerBound - start
      if low >= 0 {
        assembly.append(leaf, copied..<low)
        append(splice.inserted, to: &assembly)
      }
      copied = min(leaf.byteCount, splice.range.upperBound - start)
    }
    assembly.append(leaf, copied..<leaf.byteCount)
    return assembly.takeLeaves()
  }

  private func append(_ range: Range<Int>, to assembly: inout LeafAssembly) {
    source.root.forEachPart(of: range) { leaf, part in
      assembly.append(leaf, part)
      return true
    }
  }
}
