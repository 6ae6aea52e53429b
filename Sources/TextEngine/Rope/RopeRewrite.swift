/// Many replacements in one pass over the parts they touch; all other parts are kept as they are.
struct RopeRewrite {
  /// Bytes of the old text and what stands in their place, as a range of `source`.
  struct Splice {
    var range: Range<Int>
    var inserted: Range<Int>
  }

  /// In order, not overlapping.
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
    var reader = RopeReader(source)
    let nodes = rewritten(root, at: 0, splices.indices, isLast: true, &reader)
    return RopeNode.root(over: nodes, limits)
  }

  /// What becomes of a node, in nodes of its height: any number, balanced among themselves.
  private func rewritten(
    _ node: RopeNode, at start: Int, _ touching: Range<Int>, isLast: Bool,
    _ reader: inout RopeReader
  ) -> [RopeNode] {
    // All that it held is gone, and what comes in belongs to a node before it.
    let first = splices[touching.lowerBound].range
    if first.lowerBound < start, first.upperBound >= start + node.byteCount,
      touching.count == 1
    {
      return []
    }
    guard let branch = node.branch else {
      return gatheredLeaf(node, at: start, touching, &reader)
        ?? rewrittenLeaf(node, at: start, touching)
    }
    let old = branch.children
    var children: [RopeNode] = []
    children.reserveCapacity(old.count + 2)
    var childStart = start
    var next = touching.lowerBound
    // Those before this one are in `children`.
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
        children += rewritten(
          old[index], at: childStart, next..<stop, isLast: isLastChild, &reader)
        taken = index + 1
      }
      childStart = end
    }
    children += old[taken...]
    return RopeNode.grouped(RopeNode.balanced(children, limits), limits)
  }

  /// Text that comes in belongs to the leaf that holds the byte at its place.
  private func isOver(_ range: Range<Int>, before start: Int) -> Bool {
    range.upperBound <= start && range.lowerBound < start
  }

  /// From so many replacements on, pieces are too small to be shown where they are.
  private static let many = 4

  /// The same as `rewrittenLeaf` for many small replacements, written out one after the other.
  private func gatheredLeaf(
    _ leaf: RopeNode, at start: Int, _ touching: Range<Int>, _ reader: inout RopeReader
  ) -> [RopeNode]? {
    guard touching.count >= Self.many else { return nil }
    var size = leaf.byteCount
    for splice in splices[touching] {
      // Of those that begin before it or end behind it a part is enough.
      size -= clipped(splice.range, to: leaf, at: start).count
      if splice.range.lowerBound >= start { size += splice.inserted.count }
    }
    guard size <= limits.leaf * 16 else { return nil }
    let region = ByteRegion(capacity: size)
    var (filled, kept) = (0, 0)
    func put(_ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) {
      guard let base = bytes.baseAddress, !range.isEmpty else { return }
      (region.base + filled).update(from: base + range.lowerBound, count: range.count)
      filled += range.count
    }
    for splice in splices[touching] {
      let gone = clipped(splice.range, to: leaf, at: start)
      if splice.range.lowerBound >= start {
        put(leaf.bytes, kept..<gone.lowerBound)
        var place = splice.inserted.lowerBound
        while place < splice.inserted.upperBound {
          let (bytes, first) = reader.chunk(holding: place)
          let end = min(splice.inserted.upperBound - first, bytes.count)
          put(bytes, place - first..<end)
          place = first + end
        }
      }
      kept = gone.upperBound
    }
    put(leaf.bytes, kept..<leaf.byteCount)
    precondition(filled == size, "all of a leaf is written out")
    var assembly = LeafAssembly(limits)
    assembly.append(region, from: 0, count: size)
    return withExtendedLifetime((leaf, source)) { assembly.takeLeaves() }
  }

  /// What of a range lies in a leaf, as places in it.
  private func clipped(_ range: Range<Int>, to leaf: RopeNode, at start: Int) -> Range<Int> {
    let low = min(max(range.lowerBound - start, 0), leaf.byteCount)
    return low..<max(low, min(range.upperBound - start, leaf.byteCount))
  }

  private func rewrittenLeaf(
    _ leaf: RopeNode, at start: Int, _ touching: Range<Int>
  ) -> [RopeNode] {
    var assembly = LeafAssembly(limits)
    var kept = 0
    for splice in splices[touching] {
      let low = splice.range.lowerBound - start
      if low >= 0 {
        assembly.append(leaf, kept..<low)
        append(splice.inserted, to: &assembly)
      }
      kept = min(leaf.byteCount, splice.range.upperBound - start)
    }
    assembly.append(leaf, kept..<leaf.byteCount)
    return assembly.takeLeaves()
  }

  private func append(_ range: Range<Int>, to assembly: inout LeafAssembly) {
    source.root.forEachPart(of: range) { leaf, part in
      assembly.append(leaf, part)
      return true
    }
  }
}
